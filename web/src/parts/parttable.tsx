// SPDX-License-Identifier: MIT
// parttable.tsx - finds the game's own table; a game that brings none gets one made of its facts and its offers.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { tables as parts } from "virtual:tables";
import type { GamePart, TableProps } from "../game";
import { t, word } from "../i18n";
import { insistOnCode } from "../insist";
import type { Json } from "../message";
import { expand } from "../offer";
import { gameInfo } from "../store";
import { gamePart } from "../ui";
import { tellMove } from "../voice";
import { Button } from "./basic";
import { Person } from "./person";

const loaded = new Map<string, GamePart>();
export function usePart(game: string | undefined): GamePart | null {
  const folder = game ? gameInfo(game)?.folder : undefined;
  const [part, setPart] = useState<GamePart | null>(folder ? loaded.get(folder) ?? null : null);
  useEffect(() => {
    if (!folder) return;
    const kept = loaded.get(folder), load = parts[folder];
    if (kept) setPart(() => kept);
    else if (!load) setPart(() => plain);
    else void insistOnCode(load).then((m) => { loaded.set(folder, m.default); setPart(() => m.default); });
  }, [folder]);
  useEffect(() => { gamePart.value = part; }, [part]);
  return part;
}

function factText(key: string, value: Json): string | null {
  const text = word(`fact.${key}`);
  if (!text || text === "-" || value === null) return null;
  return t(`fact.${key}`, { n: Number(value) || 0, t: String(value) });
}

/** Any game: people, facts, and a button for each move. */
function PlainTable({ view, seats, rows, play, busy }: TableProps): JSX.Element {
  const facts = Object.entries(view).map(([k, v]) => factText(k, v)).filter((x): x is string => !!x);
  return (
    <div class="plain-table">
      <div class="people">{Array.from({ length: seats }, (_, i) => <Person key={i} seat={i} turn={view["turn"] === i} />)}</div>
      <ul class="facts">{facts.map((f) => <li key={f}>{f}</li>)}</ul>
      <div class="moves">{expand(rows, 60).map((m) => <Button key={m} onClick={() => play(m)} disabled={busy}>{tellMove(m)}</Button>)}</div>
    </div>
  );
}
const plain: GamePart = { Table: PlainTable };
