/**
 * Unfinished work that this browser stores for one person in one workspace. It is deleted when they sign out or
 * somebody else signs in. IndexedDB is used, because it stores files too. If storage is forbidden or full, functions
 * reject.
 */
import { clear, createStore, delMany, getMany, keys, promisifyRequest } from 'idb-keyval';

export interface StoredDraftKey {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const store = createStore('vocero', 'kept-work');
const keyOf = ({ userId, workspaceId, name }: StoredDraftKey, part: string): IDBValidKey => [
  userId,
  workspaceId,
  name,
  part,
];

/**
 * Reads the requested parts of the user's unfinished work from IndexedDB; undefined for a part that is not stored.
 * Rejects if the browser forbids storage.
 */
export async function readStoredDraftParts(
  place: StoredDraftKey,
  parts: readonly string[],
): Promise<readonly unknown[]> {
  return getMany<unknown>(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/**
 * Stores parts of unfinished work, all or none; other parts stay. Rejects if storage is forbidden or full. The
 * transaction is committed explicitly, because a browser aborts an uncommitted one if the page is reloaded or closed.
 */
export async function storeDraftParts(place: StoredDraftKey, parts: Readonly<Record<string, unknown>>): Promise<void> {
  await store('readwrite', (objects) => {
    for (const [part, value] of Object.entries(parts)) objects.put(value, keyOf(place, part));
    objects.transaction.commit();
    return promisifyRequest(objects.transaction);
  });
}

/** Deletes parts of unfinished work (a form or draft) from browser storage. Rejects if the browser forbids storage. */
export async function deleteStoredDraftParts(place: StoredDraftKey, parts: readonly string[]): Promise<void> {
  await delMany(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/** Deletes all unfinished work in this browser at sign-out. Never rejects, because signing out must not fail. */
export async function deleteAllStoredDrafts(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // No storage, so nothing was kept.
    return;
  }
}

/** Deletes unfinished work of other users, whose session ended without signing out. Never rejects. */
export async function deleteStoredDraftsOfOtherUsers(userId: string): Promise<void> {
  try {
    const theirs = (await keys(store)).filter((key) => Array.isArray(key) && key[0] !== userId);
    await delMany(theirs, store);
  } catch {
    // No storage, so nothing was kept.
    return;
  }
}
