/** Where somebody was last in a workspace, kept in this browser: paths, newest first. Ids alone, no name of anybody. */
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
