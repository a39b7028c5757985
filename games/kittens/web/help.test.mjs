// SPDX-License-Identifier: MIT
// help.test.mjs - the rules help of every edition speaks of every card in its box, in every language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "../../../web/tests/parts.mjs";
import { gameFolders, rulesOf } from "../../../web/text.mjs";

const { cardHelp, kindHelp } = await load("cardhelp.ts");
const game = gameFolders(root).find((f) => f.name === "kittens"), row = /^CARD\(\w+, *"(\w+)", *(\d+), (\d+), (\d+), (\d+)/gm;

for (const id of game.ids)
  test(`the rules help of ${id} has all its cards`, () => {
    let known = 0;
    for (const [, card, base, gve, paw, plain] of readFileSync(`${game.folder}/cards.def`, "utf8").matchAll(row)) {
      if (!{ kittens: +base, goodevil: +gve, party: +paw + +plain }[id]) continue;
      known++;
      for (const [lang, help] of Object.entries(rulesOf(game.folder, id))) {
        const name = game.words[lang][`card.${card}`];
        assert.ok(cardHelp(help, name) ?? kindHelp(help, name), `${id}, ${lang}: ${name}`);
      }
    }
    assert.ok(known > 10);
  });
