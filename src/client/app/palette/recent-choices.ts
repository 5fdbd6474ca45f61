/** What somebody chose last in the palette, kept in this browser: entry ids, newest first. */
import { readStored, writeStored } from '../../hooks/local-storage.ts';

const storageKey = 'vocero.palette';
const kept = 8;

export function recentChoices(): readonly string[] {
  return (readStored(storageKey) ?? '').split('\n').filter(Boolean);
}

export function noteChoice(id: string): void {
  writeStored(storageKey, [id, ...recentChoices().filter((other) => other !== id)].slice(0, kept).join('\n'));
}
