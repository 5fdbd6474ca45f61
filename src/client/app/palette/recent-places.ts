/** The user's recently visited paths in a workspace, newest first, in localStorage. They contain ids and no names. */
import { readLocalStorage, writeLocalStorage } from '../../hooks/local-storage.ts';
import type { ClientSession } from '../../session/session.ts';

const kept = 8;

const keyOf = ({ user, workspace }: ClientSession) => `vocero.places.${user.id}.${workspace?.id ?? ''}`;

export function readRecentPaths(session: ClientSession): readonly string[] {
  return (readLocalStorage(keyOf(session)) ?? '').split('\n').filter(Boolean);
}

export function storeVisitedPath(session: ClientSession, path: string): void {
  const others = readRecentPaths(session).filter((other) => other !== path);
  writeLocalStorage(keyOf(session), [path, ...others].slice(0, kept).join('\n'));
}
