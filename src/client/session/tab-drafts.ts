/**
 * Unsent input that this browser tab stores, so that a reload loses nothing. Each draft belongs to one person in one
 * workspace. Drafts are deleted when the tab is closed, on signing out, and when somebody else signs in. If the browser
 * forbids storage, nothing is stored.
 */
const prefix = 'vocero.draft.';

/** Key of a stored draft: person, workspace and name of the draft. */
export interface TabDraftKey {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const keyOf = ({ userId, workspaceId, name }: TabDraftKey) => `${prefix}${userId}.${workspaceId}.${name}`;

export function readTabDraft(place: TabDraftKey): unknown {
  try {
    const text = window.sessionStorage.getItem(keyOf(place));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Treat the draft as missing if browser storage is forbidden or the stored draft is not valid JSON.
    return undefined;
  }
}

/** Stores a JSON value as the draft. */
export function storeTabDraft(place: TabDraftKey, value: unknown): void {
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(value));
  } catch {
    // Ignore that browser storage is forbidden or full. The draft is then lost when the page is left.
    return;
  }
}

export function deleteTabDraft(place: TabDraftKey): void {
  forgetKeys((key) => key === keyOf(place));
}

/** Deletes all drafts stored in this tab, except those of the given person. */
export function deleteAllTabDrafts(exceptUserId?: string): void {
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
