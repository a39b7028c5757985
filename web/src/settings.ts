// SPDX-License-Identifier: MIT
// settings.ts - a person's settings, kept in this browser; changes show at once.
import { effect, signal } from "@preact/signals";
import { guessLang, isLang, type Lang } from "./i18n";

export interface Settings {
  lang: Lang;
  name: string;
  /** The cat that stands for me at shared tables; null: whichever the chair has. */
  cat: number | null;
  theme: "auto" | "light" | "dark";
  contrast: "auto" | "more";
  motion: "auto" | "full" | "less";
  size: number;
  sound: number;
  buzz: boolean;
  /** The row of reactions is open. */
  reactions: boolean;
  /** A notice of the system when it is my turn and I look elsewhere. */
  notify: boolean;
  /** Answer for me where there is only one answer. On this device only: at a shared table the haste would tell others that
   *  I had no choice. */
  auto: boolean;
}
const KEY = "ninelives.settings";

export function readKept<T>(key: string): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return value && typeof value === "object" ? (value as Partial<T>) : null;
  } catch {
    return null;
  }
}
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* storage is full or forbidden: the settings last until the page is closed */ }
}
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch { /* nothing was kept */ }
}

function initial(): Settings {
  const usual: Settings = {
    lang: guessLang(navigator.languages), name: "", cat: null, theme: "auto", contrast: "auto", motion: "auto", size: 1,
    sound: 0.5, buzz: true, reactions: false, notify: false, auto: true,
  };
  const kept = readKept<Settings>(KEY) ?? {};
  if (kept.lang && !isLang(kept.lang)) delete kept.lang;
  return { ...usual, ...kept };
}
export const settings = signal<Settings>(initial());
export const change = (part: Partial<Settings>): void => { settings.value = { ...settings.peek(), ...part }; };

const media = (query: string): boolean => matchMedia(query).matches;
export function calm(): boolean {
  const m = settings.value.motion;
  return m === "less" || (m === "auto" && media("(prefers-reduced-motion: reduce)"));
}

/** The page's looks follow the settings. */
export function applySettings(): void {
  effect(() => {
    const s = settings.value, root = document.documentElement;
    keep(KEY, s);
    root.dataset["theme"] = s.theme === "auto" ? (media("(prefers-color-scheme: dark)") ? "dark" : "light") : s.theme;
    root.dataset["contrast"] = s.contrast === "more" || media("(prefers-contrast: more)") ? "more" : "normal";
    root.dataset["motion"] = calm() ? "less" : "full";
    root.style.setProperty("--size", String(s.size));
  });
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(prefers-reduced-motion: reduce)"])
    matchMedia(query).addEventListener("change", () => change({}));
}
