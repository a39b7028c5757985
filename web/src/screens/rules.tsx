// SPDX-License-Identifier: MIT
// rules.tsx - the rules of a game, in the reader's language; asked about a card, it opens at that card.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { assets } from "virtual:assets";
import { Button, Card, Dialog, nameOf } from "../parts/basic";
import { bare, cardHelp, headOf, kindHelp } from "../cardhelp";
import { optionName, valueName } from "../parts/wishes";
import { lang, rulesText, t } from "../i18n";
import { canLearn, learn } from "../learn";
import type { GameInfo } from "../message";
import { gameInfo, route } from "../store";
import { rulesOpen } from "../ui";

interface Section {
  title: string;
  blocks: (string | string[])[];
}
/** "# title", "## section", "- bullet", one paragraph a line. */
export function readRules(text: string): { title: string; intro: string[]; sections: Section[] } {
  const out = { title: "", intro: [] as string[], sections: [] as Section[] };
  for (const line of text.split("\n").map((l) => l.trim()).filter(Boolean)) {
    const section = out.sections[out.sections.length - 1], last = section?.blocks[section.blocks.length - 1];
    if (line.startsWith("## ")) out.sections.push({ title: line.slice(3), blocks: [] });
    else if (line.startsWith("# ")) out.title = line.slice(2);
    else if (!section) out.intro.push(line);
    else if (!line.startsWith("- ")) section.blocks.push(line);
    else if (Array.isArray(last)) last.push(line.slice(2));
    else section.blocks.push([line.slice(2)]);
  }
  return out;
}

export function useRules(game: string): string {
  const [text, setText] = useState("");
  const now = lang.value;
  useEffect(() => {
    let here = true;
    void rulesText(game, now).then((x) => { if (here) setText(x); });
    return () => { here = false; };
  }, [game, now]);
  return text;
}

/** A line of a list. A line about a card shows the card; "option=value" is written in the reader's words. */
function Bullet({ text, folder }: { text: string; folder: string }): JSX.Element {
  const parts = text.split(/([a-z0-9]+=[\w@-]+)/);
  const called = (option: string): string => {
    const [name = "", value = ""] = option.split("=");
    return `${optionName(folder, name)} – ${valueName(folder, value)}`;
  };
  if (parts.length > 1) return <li>{parts.map((x, i) => (i % 2 ? <strong key={i}>{called(x)}</strong> : x))}</li>;
  const card = cardsOf(folder).find((c) => headOf(text) === bare(nameOf(c)));
  return card ? <li class="rules-one"><Card card={card} folder={folder} bare /><span>{text}</span></li> : <li>{text}</li>;
}
const cardsOf = (folder: string): string[] =>
  Object.keys(assets.pictures).filter((k) => k.startsWith(`${folder}/`)).map((k) => k.slice(folder.length + 1));

/** Whoever reads the rules before any game may rather learn by playing one. */
function Learn({ game }: { game: GameInfo }): JSX.Element {
  const begin = (): void => { void learn(game).then(() => { rulesOpen.value = null; }); };
  return <Button icon="bulb" class="learn" onClick={begin}>{t("learn")}</Button>;
}

export function RulesDialog({ game, card }: { game: string; card?: string | undefined }): JSX.Element {
  const text = useRules(game), rules = readRules(text), info = gameInfo(game), folder = info?.folder ?? "";
  const about = card ? cardHelp(text, nameOf(card)) ?? kindHelp(text, nameOf(card)) : null;
  return (
    <Dialog title={rules.title || t("rules")} onClose={() => { rulesOpen.value = null; }} class="rules">
      <article>
        {card && (
          <section class="rules-card">
            <Card card={card} folder={folder} />
            <p>{about}</p>
          </section>
        )}
        {rules.intro.map((p) => <p class="lead" key={p}>{p}</p>)}
        {info && route.value.at === "start" && canLearn(info) && <Learn game={info} />}
        {rules.sections.map((s, i) => (
          <details key={s.title} open={!card && i < 3}>
            <summary><h3>{s.title}</h3></summary>
            {s.blocks.map((b, k) => (Array.isArray(b)
              ? <ul key={k}>{b.map((x) => <Bullet key={x} text={x} folder={folder} />)}</ul>
              : <p key={k}>{b}</p>))}
          </details>
        ))}
      </article>
    </Dialog>
  );
}
