// SPDX-License-Identifier: MIT
// kept.ts - what was worked out or fetched once and is too large for the storage that holds settings and tables: reviews,
// and the logs of rounds played elsewhere. It lies in the browser's database; where there is none, nothing is kept.
interface Kept { key: string; at: number; value: unknown }
const DATABASE = "ninelives", STORE = "kept", MOST = 80;

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex("at", "at");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("no database"));
  });
}
const answer = <T>(r: IDBRequest<T>): Promise<T> => new Promise((done, fail) => {
  r.onsuccess = () => done(r.result);
  r.onerror = () => fail(r.error ?? new Error("no answer"));
});
async function within<T>(how: IDBTransactionMode, what: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try { return await what(database.transaction(STORE, how).objectStore(STORE)); } finally { database.close(); }
}

/** What was kept under this key; null: nothing. */
export async function recall<T>(key: string): Promise<T | null> {
  const kept = await within("readonly", (s) => answer<Kept | undefined>(s.get(key))).catch(() => undefined);
  return (kept?.value as T | undefined) ?? null;
}

/** The oldest go when there are too many. */
async function tidy(store: IDBObjectStore): Promise<void> {
  const keys = await answer(store.index("at").getAllKeys());
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) store.delete(key);
}
export async function putAway(key: string, value: unknown): Promise<void> {
  const kept: Kept = { key, at: Date.now(), value };
  await within("readwrite", async (s) => { await answer(s.put(kept)); await tidy(s); }).catch(() => undefined);
}
