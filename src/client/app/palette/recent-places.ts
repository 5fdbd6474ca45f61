/** The user's recently visited paths in a workspace, newest first, in localStorage. They contain ids and no names. */
import { readStored, writeStored } from '../../hooks/local-storage.ts';
import type { Session } from '../../session/session.ts';

const kept = 8;

const keyOf = ({ user, workspace }: Session) => `vocero.places.${user.id}.${workspace?.id ?? ''}`;

export function recentPlaces(session: Session): readonly string[] {
  return (readStored(keyOf(session)) ?? '').split('\n').filter(Boolean);
}

export function notePlace(session: Session, path: string): void {
  const others = recentPlaces(session).filter((other) => other !== path);
  writeStored(keyOf(session), [path, ...others].slice(0, kept).join('\n'));
}
