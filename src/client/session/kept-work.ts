/**
 * Unfinished work that this browser stores between visits, for one person in one workspace; deleted when they sign out
 * or somebody else signs in. It is in IndexedDB, which stores files too. If storage is forbidden or full, functions
 * reject.
 */
import { clear, createStore, delMany, getMany, keys, setMany } from 'idb-keyval';

/** Key of stored unfinished work: its owner, workspace and name. */
export interface UnfinishedWorkKey {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const store = createStore('vocero', 'kept-work');
const keyOf = ({ userId, workspaceId, name }: UnfinishedWorkKey, part: string): IDBValidKey => [
  userId,
  workspaceId,
  name,
  part,
];

/** Reads parts of the stored work; undefined for a missing part. Rejects if the browser refuses. */
export async function readUnfinishedWork(
  place: UnfinishedWorkKey,
  parts: readonly string[],
): Promise<readonly unknown[]> {
  return getMany<unknown>(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/** Stores parts of unfinished work, all or none, beside earlier ones. Rejects if the browser refuses or is full. */
export async function storeUnfinishedWork(
  place: UnfinishedWorkKey,
  parts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await setMany(
    Object.entries(parts).map(([part, value]) => [keyOf(place, part), value]),
    store,
  );
}

/** Deletes parts of one piece of unsaved work. Rejects if the browser refuses the deletion. */
export async function deleteUnfinishedWork(place: UnfinishedWorkKey, parts: readonly string[]): Promise<void> {
  await delMany(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/** Deletes all stored work, for the next user of this browser. Never rejects, because signing out must not fail. */
export async function deleteAllUnfinishedWork(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // No storage, so nothing was kept.
    return;
  }
}

/** Deletes stored work of other people whose session ended without signing out. Never rejects. */
export async function forgetWorkOfOthers(userId: string): Promise<void> {
  try {
    const theirs = (await keys(store)).filter((key) => Array.isArray(key) && key[0] !== userId);
    await delMany(theirs, store);
  } catch {
    // No storage, so nothing was kept.
    return;
  }
}
