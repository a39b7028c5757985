// SPDX-License-Identifier: MIT
// main.tsx - starts the client: fetches the words, draws the page, then registers the service worker for offline use.
import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./screens/app";
import { speak, t } from "./i18n";
import { applySettings, settings } from "./settings";

async function begin(): Promise<void> {
  applySettings();
  await speak(settings.peek().lang);
  effect(() => { void speak(settings.value.lang); });
  effect(() => { document.title = t("page.title"); });
  const root = document.getElementById("app");
  if (root) render(<App />, root);
  if ("serviceWorker" in navigator && location.protocol !== "file:")
    addEventListener("load", () => {
      setTimeout(() => { void navigator.serviceWorker.register("/sw.js").catch(() => undefined); }, 1500);
    });
  if (document.readyState === "complete") dispatchEvent(new Event("load"));
}
void begin();
