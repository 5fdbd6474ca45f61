/**
 * Unsent input of this tab, so that an accidental reload loses nothing. It belongs to one person in one workspace, and
 * ends with the tab, on signing out, and when somebody else signs in. If storage is forbidden, nothing is kept.
 */
const prefix = 'vocero.draft.';

/** Key of a stored draft: its owner, workspace and name. */
export interface DraftKey {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const keyOf = ({ userId, workspaceId, name }: DraftKey) => `${prefix}${userId}.${workspaceId}.${name}`;

/** The stored draft; undefined if there is none, or if it is unreadable. */
export function readDraft(place: DraftKey): unknown {
  try {
    const text = window.sessionStorage.getItem(keyOf(place));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Browser storage is forbidden, or the stored draft is not valid JSON.
    return undefined;
  }
}

/** Stores a JSON value as the draft. */
export function keepDraft(place: DraftKey, value: unknown): void {
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(value));
  } catch {
    // Browser storage is forbidden or full, so the draft lasts only until the page is left.
    return;
  }
}

export function dropDraft(place: DraftKey): void {
  forgetKeys((key) => key === keyOf(place));
}

/** Deletes all drafts stored in this tab, or all except those of one person. */
export function forgetDrafts(exceptUserId?: string): void {
  forgetKeys(
    (key) => key.startsWith(prefix) && (exceptUserId === undefined || !key.startsWith(`${prefix}${exceptUserId}.`)),
  );
}

function forgetKeys(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window.sessionStorage).filter(isMeant)) window.sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was kept.
    return;
  }
}
