// SPDX-License-Identifier: MIT
// me.tsx - my name and my cat: asked when I sit down, and changed later.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { number, t } from "../i18n";
import { change, settings } from "../settings";
import { me, say, table } from "../store";
import { visible } from "../visible";
import { Button, Dialog } from "./basic";
import { CATS, Head } from "./person";

const ALL = [...Array(CATS).keys()];
export const myName = (): string => settings.value.name.trim() || t("name.guest");

/** Cats of the others at this table: each has one of its own. */
function taken(): Set<number> {
  const others = (table.value?.seats ?? []).filter((s, i) => i !== me.value && (s.name || s.bot));
  return new Set(others.map((s) => s.cat ?? -1));
}
/** The cat that I have or would get: the one I chose last, unless somebody has it. */
export function myCat(): number {
  const gone = taken(), wish = settings.value.cat, mine = me.value === null ? undefined : table.value?.seats[me.value]?.cat;
  return mine ?? (wish !== null && !gone.has(wish) ? wish : ALL.find((c) => !gone.has(c)) ?? 0);
}

interface FieldsProps {
  cat: number;
  onCat(cat: number): void;
}
export function MyFields({ cat, onCat }: FieldsProps): JSX.Element {
  const gone = taken();
  return (
    <>
      <div class="field"><label for="my-name">{t("name.mine")}</label>
        <input id="my-name" dir="auto" value={settings.value.name} maxLength={24} placeholder={t("name.guest")} autocomplete="nickname"
          onInput={(e) => change({ name: visible(e.currentTarget.value) })} /></div>
      <fieldset class="choice cats">
        <legend>{t("me.cat")}</legend>
        <div class="choice-in">
          {ALL.map((c) => (
            <label key={c} class={c === cat ? "on" : ""}>
              <input type="radio" name="cat" value={c} checked={c === cat} disabled={gone.has(c)} onChange={() => onCat(c)}
                aria-label={t("cat.n", { n: number(c + 1) })} />
              <span><Head cat={c} name={myName()} /></span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** Another name or cat for my seat. */
export function MeDialog({ onClose }: { onClose(): void }): JSX.Element {
  const [cat, setCat] = useState(myCat());
  const done = (): void => {
    change({ cat });
    say({ t: "name", name: myName(), cat });
    onClose();
  };
  return (
    <Dialog title={t("me.change")} sheet onClose={onClose}>
      <MyFields cat={cat} onCat={setCat} />
      <div class="result-go"><Button kind="main" onClick={done}>{t("ok")}</Button></div>
    </Dialog>
  );
}
