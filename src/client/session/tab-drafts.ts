/**
 * What somebody has begun in this tab and not sent, so that a reload by accident costs nothing: for one person in one
 * workspace, gone with the tab, on signing out, and when somebody else signs in. Where storage is forbidden nothing is kept.
 */
const prefix = 'vocero.draft.';

/** Whose draft, and of what. */
export interface DraftPlace {
  readonly userId: string;
  readonly workspaceId: string;
  readonly name: string;
}

const keyOf = ({ userId, workspaceId, name }: DraftPlace) => `${prefix}${userId}.${workspaceId}.${name}`;

/** As it was kept; undefined where there is none, or nothing that can be read. */
export function readDraft(place: DraftPlace): unknown {
  try {
    const text = window.sessionStorage.getItem(keyOf(place));
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Forbidden, or not ours.
    return undefined;
  }
}

/** Keeps a value of JSON. */
export function keepDraft(place: DraftPlace, value: unknown): void {
  try {
    window.sessionStorage.setItem(keyOf(place), JSON.stringify(value));
  } catch {
    // Forbidden or full: it lasts until the page is left.
    return;
  }
}

export function dropDraft(place: DraftPlace): void {
  forgetKeys((key) => key === keyOf(place));
}

/** All, or all but one person's. */
export function forgetDrafts(exceptUserId?: string): void {
  forgetKeys(
    (key) => key.startsWith(prefix) && (exceptUserId === undefined || !key.startsWith(`${prefix}${exceptUserId}.`)),
  );
}

function forgetKeys(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(window.sessionStorage).filter(isMeant)) window.sessionStorage.removeItem(key);
  } catch {
    // Forbidden, so nothing was kept.
    return;
  }
}
