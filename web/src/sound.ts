// SPDX-License-Identifier: MIT
// sound.ts - sounds made of sines and noise, as loud as the person likes, and only after they have touched the page.
import { settings } from "./settings";

export type Sound = "card" | "turn" | "thud" | "boom" | "win" | "lose" | "tick" | "riffle" | "soft";

let audio: AudioContext | null = null, always = false, quiet = false;
/** A screen that nobody touches: browsers that were set up for it play without having been asked. */
export function playAlways(): void { always = true; }
/** The large screen in the room is heard instead. */
export function beQuiet(on: boolean): void { quiet = on; }
function context(): AudioContext | null {
  if (!settings.peek().sound || quiet || !(always || navigator.userActivation?.hasBeenActive)) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

function gain(a: AudioContext, at: number, peak: number, length: number): GainNode {
  const g = a.createGain(), loud = peak * settings.peek().sound;
  g.gain.setValueAtTime(0.0001, at);
  g.gain.linearRampToValueAtTime(loud, at + 0.012);
  g.gain.exponentialRampToValueAtTime(0.0001, at + length);
  g.connect(a.destination);
  return g;
}

function tone(a: AudioContext, from: number, to: number, start: number, length: number, peak: number, type: OscillatorType = "sine"): void {
  const at = a.currentTime + start, o = a.createOscillator();
  o.type = type;
  o.frequency.setValueAtTime(from, at);
  o.frequency.exponentialRampToValueAtTime(to, at + length);
  o.connect(gain(a, at, peak, length));
  o.start(at);
  o.stop(at + length);
}

let noiseKept: AudioBuffer | null = null;
function noise(a: AudioContext, low: number, start: number, length: number, peak: number): void {
  if (!noiseKept) {
    noiseKept = a.createBuffer(1, a.sampleRate, a.sampleRate);
    noiseKept.getChannelData(0).forEach((_, i, all) => { all[i] = Math.random() * 2 - 1; });
  }
  const at = a.currentTime + start, source = a.createBufferSource(), filter = a.createBiquadFilter();
  source.buffer = noiseKept;
  filter.type = "bandpass";
  filter.frequency.value = low;
  filter.Q.value = 0.8;
  source.connect(filter).connect(gain(a, at, peak, length));
  source.start(at, Math.random() * 0.5, length);
}

const SOUNDS: Record<Sound, (a: AudioContext) => void> = {
  card: (a) => noise(a, 2400, 0, 0.09, 0.5),
  soft: (a) => noise(a, 900, 0, 0.12, 0.25),
  tick: (a) => tone(a, 900, 880, 0, 0.05, 0.15),
  riffle: (a) => { for (let i = 0; i < 6; i++) noise(a, 1800 + i * 120, i * 0.07, 0.07, 0.35); },
  turn: (a) => { tone(a, 523, 523, 0, 0.18, 0.3); tone(a, 784, 784, 0.13, 0.3, 0.3); },
  thud: (a) => { tone(a, 190, 120, 0, 0.22, 0.5, "triangle"); tone(a, 150, 90, 0.16, 0.3, 0.5, "triangle"); },
  boom: (a) => { tone(a, 110, 32, 0, 1, 0.9, "triangle"); noise(a, 160, 0, 0.9, 0.9); noise(a, 600, 0, 0.35, 0.4); },
  win: (a) => [523, 659, 784, 1047].forEach((f, i) => tone(a, f, f, i * 0.12, 0.4, 0.3, "triangle")),
  lose: (a) => [440, 392, 330].forEach((f, i) => tone(a, f, f * 0.98, i * 0.18, 0.4, 0.25, "triangle")),
};

export function sound(name: Sound): void {
  const a = context();
  if (a) SOUNDS[name](a);
}
export function buzz(pattern: number | number[]): void {
  if (settings.peek().buzz && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
