// SPDX-License-Identifier: MIT
// notices.ts - "tell me when it is my turn": notices of the system while the page is open but not looked at, and through the
// browser's push service when it is closed. The service worker shows both (sw.ts): pages may not, on phones.
import { signal } from "@preact/signals";
import { t } from "./i18n";
import type { TableMessage } from "./message";
import { change, settings } from "./settings";
import { me, route, say } from "./store";

/** What is to be said about notices in the settings: they reach a closed page; the server's last one failed; the push service
 *  cannot be reached from here; the server sends none; the browser forbids them. */
export const noticeState = signal<"" | "on" | "failing" | "unreachable" | "none" | "denied">("");
export const canNotify = (): boolean => "Notification" in window && "serviceWorker" in navigator;

/** The server's key, as this table's welcome told it; undefined: we are at no server's table. */
let key: string | null | undefined;
let seat: number | null = null;

const letters = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** The subscription of this browser for this server. One for another key, of an earlier server here, is given up. */
async function subscription(serverKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready, old = await pushManager.getSubscription();
  if (old && letters(old.options.applicationServerKey) !== serverKey) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
}

async function subscribe(): Promise<void> {
  if (!canNotify() || !settings.peek().notify || key === undefined || me.peek() === null) return;
  if (key === null) { noticeState.value = "none"; return; }
  try {
    const sub = await subscription(key);
    say({
      t: "subscribe", endpoint: sub.endpoint, key: letters(sub.getKey("p256dh")), auth: letters(sub.getKey("auth")),
      lang: settings.peek().lang,
    });
    tellHidden();
  } catch {
    noticeState.value = "unreachable";
  }
}

async function unsubscribe(): Promise<void> {
  noticeState.value = "";
  if (key) say({ t: "unsubscribe" });
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** The switch in the settings. */
export async function setNotify(on: boolean): Promise<void> {
  const allowed = on && (await Notification.requestPermission()) === "granted";
  change({ notify: allowed });
  noticeState.value = on && !allowed ? "denied" : "";
  await (allowed ? subscribe() : unsubscribe());
}

/** The server counts a page that nobody looks at as away. */
function tellHidden(): void {
  if (key && settings.peek().notify) say({ t: "hidden", on: document.hidden });
}
document.addEventListener("visibilitychange", tellHidden);

/** Every message of a server's table passes here. */
export function noticeHear(m: TableMessage): void {
  if (m.t === "welcome") { key = m.push ?? null; seat = null; }
  if (m.t === "notices" && m.state !== "off") noticeState.value = m.state;
  if (m.t === "table" && m.you.seat !== seat) {
    seat = m.you.seat;
    void subscribe();
  }
}
export function noticeLeave(): void { key = undefined; noticeState.value = ""; }

/** A notice from this page: it is my turn, and I look elsewhere. */
export async function notifyTurn(text: string): Promise<void> {
  const r = route.peek();
  if (!document.hidden || !settings.peek().notify || !canNotify() || Notification.permission !== "granted" || r.at !== "table") return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(t("title.turn"), { body: text, tag: `turn-${r.code}`, data: location.pathname });
}
