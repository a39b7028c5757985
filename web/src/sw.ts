// SPDX-License-Identifier: MIT
// sw.ts - the service worker: keeps every file of this version, so that playing here needs no network after the first
// visit, and shows notices that it is somebody's turn. Files have their hash in their name and never change; the page itself
// is asked for first, if there is a network.
const CACHE = `ninelives-${VERSION}`;
interface Waits extends Event { waitUntil(p: Promise<unknown>): void }
interface Fetching extends Event { request: Request; respondWith(p: Promise<Response>): void }

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE), kept = new Set((await cache.keys()).map((r) => new URL(r.url).pathname));
  for (const path of KEEP) if (!kept.has(path)) await cache.add(path);
}
/** Removes old versions but keeps the last one: a page of it may still be open and need its files. */
async function sweep(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith("ninelives-") && name !== CACHE);
  for (const name of others.slice(0, -1)) await caches.delete(name);
}
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}
/** A file from the cache, or from the network. Lore is large and not always needed, so it is cached when it is first used. */
async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && request.url.endsWith(".lore")) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

/* ---- notices ---- */

/** What the server sends through the push service (protocol/PROTOCOL.md, "Notices"). */
interface Notice { table: string; game: string; key: string; lang: string }
interface Pushed extends Waits { data: { json(): Notice } | null }
interface Clicked extends Waits { notification: { close(): void; data: unknown } }
interface Page { url: string; visibilityState: string; focus(): Promise<unknown> }

/** Also those that were opened before this worker was there. */
const PAGES = { type: "window", includeUncontrolled: true } as const;
const pageAt = (pages: Page[], path: string): Page | undefined => pages.find((p) => new URL(p.url).pathname === path);
async function showNotice(n: Notice): Promise<void> {
  const path = `/t/${n.table}`, words = NOTICES[n.lang] ?? Object.values(NOTICES)[0];
  if (pageAt(await worker.clients.matchAll(PAGES), path)?.visibilityState === "visible") return;
  const look = { body: words?.[`game.${n.game}`] ?? "", lang: n.lang, icon: NOTICE_ICON, tag: `turn-${n.table}`, data: path };
  await worker.registration.showNotification(words?.[n.key] ?? "", look);
}
/** The table that a notice is about: the page that shows it already, or a new one. */
async function openTable(path: string): Promise<void> {
  const page = pageAt(await worker.clients.matchAll(PAGES), path);
  await (page ? page.focus() : worker.clients.openWindow(path));
}

const worker = self as unknown as {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(of: typeof PAGES): Promise<Page[]>; openWindow(path: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
};
addEventListener("push", (e) => {
  const { data } = e as Pushed;
  if (data) (e as Pushed).waitUntil(showNotice(data.json()));
});
addEventListener("notificationclick", (e) => {
  const { notification } = e as Clicked;
  notification.close();
  if (typeof notification.data === "string") (e as Clicked).waitUntil(openTable(notification.data));
});
addEventListener("install", (e) => (e as Waits).waitUntil(fill().then(() => worker.skipWaiting())));
addEventListener("activate", (e) => (e as Waits).waitUntil(sweep().then(() => worker.clients.claim())));
addEventListener("fetch", (e) => {
  const { request } = e as Fetching, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") (e as Fetching).respondWith(page(request));
  else if (url.pathname.startsWith("/a/")) (e as Fetching).respondWith(file(request));
});
