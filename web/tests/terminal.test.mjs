// SPDX-License-Identifier: MIT
// terminal.test.mjs - one table over the real server for people in browsers and in a terminal: two browsers and the
// program's own screen, each in another language, from the invitation to a rematch.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { A_GAME, DESKTOP, PATIENCE, choose, launch, open, pace, playToEnd } from "./browser.mjs";
import { root, web } from "./parts.mjs";
import { program, startServer } from "./server.mjs";

const run = promisify(execFile), sleep = (ms) => new Promise((done) => setTimeout(done, ms));
let server, browser, terminal;
before(async () => { server = await startServer(); browser = await launch(); });
after(async () => { await terminal?.close(); await browser.close(); await server.end(); });

const wordIn = (file, key) => new RegExp(`^msgid "${key.replaceAll(".", "\\.")}"\nmsgstr "(.*)"`, "m").exec(readFileSync(file, "utf8"))[1];
const said = (key) => wordIn(join(root, "terminal/text/ui.en.po"), key);

/** The program in a terminal of its own: tmux keeps the screen. */
class Terminal {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "ninelives-tmux-"));
  }
  tmux(...args) { return run("tmux", ["-S", join(this.folder, "socket"), "-f", "/dev/null", ...args]); }
  async start(...flags) {
    const env = ["env", "LANG=C.UTF-8", "TERM=xterm-256color", `XDG_STATE_HOME=${this.folder}`, program(), "play", ...flags];
    await this.tmux("new-session", "-d", "-s", "stays", "sleep", "3600");
    await this.tmux("new-session", "-d", "-s", "table", "-x", "100", "-y", "34", ...env);
  }
  async close() {
    await this.tmux("kill-server").catch(() => {});
    rmSync(this.folder, { recursive: true, force: true });
  }
  async screen() { return (await this.tmux("capture-pane", "-p", "-t", "table")).stdout; }
  press(...keys) { return this.tmux("send-keys", "-t", "table", ...keys); }
  async shows(pattern) {
    let screen = "";
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(100)) {
      screen = await this.screen();
      if (pattern.test(screen)) return screen;
    }
    return assert.fail(`no ${pattern} on the screen:\n${screen}`);
  }
  /** Plays the line that is lit until the game is over. */
  async playToEnd() {
    const asks = ["help.keys", "hint.step"].map((key) => `> ${said(key)}`);
    for (const end = Date.now() + A_GAME; Date.now() < end; await sleep(60)) {
      const screen = await this.screen();
      if (screen.includes(said("hint.over"))) return;
      if (asks.some((a) => screen.includes(a))) await this.press("Enter");
    }
    assert.fail(`no end:\n${await this.screen()}`);
  }
}

/** Dana makes a table of three in her browser and sends its link. */
async function invite(id) {
  const dana = await open(browser, server.url, { lang: "he", name: "Dana" });
  await choose(dana, id);
  const stepper = dana.locator(".newtable .stepper").first(), seats = async () => Number(await stepper.locator("output").textContent());
  while (await seats() !== 3) await stepper.locator(`.button:has(.sy-${await seats() < 3 ? "plus" : "minus"})`).click();
  await pace(dana, "instant");
  await dana.locator(".newtable-go .button:has(.sy-link)").click();
  await dana.waitForSelector(".lobby");
  return { dana, link: dana.url() };
}

test("two browsers and a terminal play a whole game at one table, and begin another", async () => {
  const { dana, link } = await invite("kittens");
  terminal = new Terminal();
  await terminal.start("--join", link, "--name", "Ada", "--lang", "en");
  await dana.locator(".chair", { hasText: "Ada" }).waitFor();
  await terminal.shows(/Dana deals when everybody is ready/);
  const noa = await open(browser, server.url, { lang: "it", name: "Noa" }, DESKTOP);
  await noa.goto(link);
  await noa.locator(".join-in .button.main").click();
  await noa.waitForSelector(".chair.mine");
  await terminal.shows(/Noa sits down/);
  await dana.locator(".lobby-go .button.main:enabled").click();
  await Promise.all([dana, noa].map((p) => p.waitForSelector(".board > *")));
  await terminal.shows(/Your hand[^]*Exploding|Exploding[^]*Your hand/);
  assert.deepEqual(await Promise.all([dana, noa].map((p) => p.getAttribute("html", "lang"))), ["he", "it"]);

  await terminal.press("F5");
  await terminal.shows(/a {2}Hello!/);
  await terminal.press("a");
  await Promise.all([["he", dana], ["it", noa]].map(([lang, page]) =>
    page.locator(".bubble", { hasText: wordIn(`${web}/text/ui.${lang}.po`, "phrase.hello") }).waitFor()));
  await terminal.shows(/You: Hello!/);

  await Promise.all([playToEnd([dana, noa], "kittens", 5), terminal.playToEnd()]);
  await Promise.all([dana, noa].map((p) => p.waitForSelector(".result")));
  const code = link.split("/").pop(), { rounds: [{ winners }], seats } = await (await fetch(`${server.url}/api/tables/${code}`)).json();
  await terminal.press("Enter");
  const result = await terminal.shows(/any other key: back to the table/);
  assert.match(result, new RegExp(`1\\. ${seats[winners[0]].name}, won`));
  await terminal.press("Enter");
  await terminal.shows(/Table [a-z]+: Exploding Kittens/);

  await dana.locator(".result .button:has(.sy-replay)").click();                // a rematch
  await terminal.shows(/Draw pile: 2/);
  await terminal.press("q", "Enter");
  await dana.locator(".seat, .person", { hasText: "Ada" }).first().waitFor();
  assert.deepEqual([...dana.wrong, ...noa.wrong], []);
  await Promise.all([dana, noa].map((p) => p.context().close()));
});
