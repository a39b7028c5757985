// SPDX-License-Identifier: MIT
// settings.tsx - language, looks, motion, sound, on one screen; a change takes effect at once.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Button, Dialog, Icon } from "../parts/basic";
import { MeDialog } from "../parts/me";
import { type Lang, lang, languages, t } from "../i18n";
import { canNotify, noticeState, setNotify } from "../notices";
import { type Settings, change, settings } from "../settings";
import { sound } from "../sound";
import { gameInfo, route, say, table } from "../store";
import { settingsOpen } from "../ui";

interface ChoiceProps<T extends string> {
  legend: string;
  name: string;
  value: T;
  choices: readonly (readonly [T, string])[];
  onPick(value: T): void;
}
/** A choice of one out of a few words. */
export function Choice<T extends string>({ legend, name, value, choices, onPick }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-in">
        {choices.map(([v, label]) => (
          <label key={v} class={v === value ? "on" : ""}>
            <input type="radio" name={name} value={v} checked={v === value} onChange={() => onPick(v)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  text: string;
  onSet(v: number): void;
}
export function Slider({ label, value, min, max, step, text, onSet }: SliderProps): JSX.Element {
  const id = useId();
  const move = (by: number): void => onSet(Math.min(max, Math.max(min, Math.round((value + by) * 100) / 100)));
  return (
    <div class="slider">
      <span id={id}>{label}</span>
      <Button icon="minus" kind="quiet" label={`${label} −`} onClick={() => move(-step)} disabled={value <= min} />
      <input type="range" min={min} max={max} step={step} value={value} aria-labelledby={id} aria-valuetext={text}
        onInput={(e) => onSet(Number(e.currentTarget.value))} />
      <Button icon="plus" kind="quiet" label={`${label} +`} onClick={() => move(step)} disabled={value >= max} />
      <output>{text}</output>
    </div>
  );
}

export function Switch({ label, on, onSet }: { label: string; on: boolean; onSet(on: boolean): void }): JSX.Element {
  return (
    <label class="switch">
      <span>{label}</span>
      <input type="checkbox" role="switch" checked={on} onChange={(e) => onSet(e.currentTarget.checked)} />
      <i aria-hidden="true" />
    </label>
  );
}

const percent = (v: number): string => new Intl.NumberFormat(lang.value, { style: "percent" }).format(v);

/** At a shared table: my name and my cat, at any time. */
function MeField(): JSX.Element | null {
  const r = route.value, [open, setOpen] = useState(false);
  if (r.at !== "table" || r.here || (table.value?.you.seat ?? null) === null) return null;
  return (
    <>
      <Button icon="person" onClick={() => setOpen(true)}>{t("me.change")}</Button>
      {open && <MeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** At a shared table: in which windows I am asked. The table keeps it with my seat. */
function LetField(): JSX.Element | null {
  const s = table.value, r = route.value, left = s?.you.let;
  if (!s || !left || r.at !== "table" || r.here || s.you.seat === null || !gameInfo(s.game)?.windows) return null;
  return (
    <>
      <Choice legend={t("let")} name="let" value={left} onPick={(what) => say({ t: "let", what })}
        choices={[["nothing", t("let.nothing")], ["choiceless", t("let.choiceless")], ["others", t("let.others")]]} />
      {left !== "nothing" && <p class="fine"><Icon name="clock" />{t("let.how")}</p>}
    </>
  );
}

export function SettingsDialog(): JSX.Element {
  const s = settings.value;
  const set = <K extends keyof Settings>(key: K) => (value: Settings[K]) => change({ [key]: value } as Partial<Settings>);
  return (
    <Dialog title={t("settings")} onClose={() => { settingsOpen.value = false; }} class="settings">
      <MeField />
      <LetField />
      <Choice<Lang> legend={t("settings.lang")} name="lang" value={s.lang} onPick={set("lang")}
        choices={languages.map((l) => [l.code, l.name])} />
      <Choice legend={t("settings.theme")} name="theme" value={s.theme} onPick={set("theme")}
        choices={[["auto", t("settings.auto")], ["light", t("settings.light")], ["dark", t("settings.dark")]]} />
      <Choice legend={t("settings.contrast")} name="contrast" value={s.contrast} onPick={set("contrast")}
        choices={[["auto", t("settings.auto")], ["more", t("settings.more")]]} />
      <Choice legend={t("settings.motion")} name="motion" value={s.motion} onPick={set("motion")}
        choices={[["auto", t("settings.auto")], ["full", t("settings.full")], ["less", t("settings.less")]]} />
      <Slider label={t("settings.size")} value={s.size} min={0.8} max={2} step={0.1} text={percent(s.size)} onSet={set("size")} />
      <Slider label={t("settings.sound")} value={s.sound} min={0} max={1} step={0.1} text={s.sound ? percent(s.sound) : t("settings.mute")}
        onSet={(v) => { change({ sound: v }); sound("card"); }} />
      <Switch label={t("settings.buzz")} on={s.buzz} onSet={set("buzz")} />
      {canNotify() && <Switch label={t("settings.notify")} on={s.notify} onSet={(on) => { void setNotify(on); }} />}
      {noticeState.value && <p class="fine" role="status"><Icon name="bell" />{t(`notices.${noticeState.value}`)}</p>}
      <Switch label={t("settings.autopass")} on={s.auto} onSet={set("auto")} />
      <p class="fine"><Icon name="lock" />{t("settings.kept")}</p>
    </Dialog>
  );
}
