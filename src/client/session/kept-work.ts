/**
 * Unfinished work that this browser keeps between visits: for one person in one workspace, and gone when they sign out or
 * somebody else signs in. In IndexedDB, which holds files too. Where storage is forbidden or full nothing is kept, and
 * who asked is told.
 */
import { clear, createStore, delMany, getMany, keys, setMany } from 'idb-keyval';

/** Whose work, and what: one thing a name. */
export interface WorkPlace {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const store = createStore('vocero', 'kept-work');
const keyOf = ({ userId, workspaceId, name }: WorkPlace, part: string): IDBValidKey => [
  userId,
  workspaceId,
  name,
  part,
];

/** The parts as they were kept, undefined where there is none. Rejects where the browser refuses. */
export async function readWork(place: WorkPlace, parts: readonly string[]): Promise<readonly unknown[]> {
  return getMany<unknown>(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/** Keeps these parts, all or none, beside those kept before. Rejects where the browser refuses or is full. */
export async function keepWork(place: WorkPlace, parts: Readonly<Record<string, unknown>>): Promise<void> {
  await setMany(
    Object.entries(parts).map(([part, value]) => [keyOf(place, part), value]),
    store,
  );
}

/** Forgets parts of one work. Rejects where the browser refuses. */
export async function dropWork(place: WorkPlace, parts: readonly string[]): Promise<void> {
  await delMany(
    parts.map((part) => keyOf(place, part)),
    store,
  );
}

/** Nothing is left for whoever uses this browser next. Never rejects: signing out must not fail over it. */
export async function forgetKeptWork(): Promise<void> {
  try {
    await clear(store);
  } catch {
    // No storage here, so nothing was kept.
    return;
  }
}

/** Forgets what others left behind, whose session ended without signing out. Never rejects. */
export async function forgetWorkOfOthers(userId: string): Promise<void> {
  try {
    const theirs = (await keys(store)).filter((key) => Array.isArray(key) && key[0] !== userId);
    await delMany(theirs, store);
  } catch {
    // As above.
    return;
  }
}
