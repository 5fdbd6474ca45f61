/**
 * A person's choices about contextual help: on or off, its delay, and the sections where it is off. Stored in the
 * browser and shared by all tabs. Unreadable or unknown values become the default.
 */
import { readLocalStorage, writeLocalStorage } from '../hooks/local-storage.ts';
import { helpSectionIds, type HelpSectionId } from '../screens.ts';
import { helpDelayOptionsMs, type HelpDelayOptionMs } from './help-delays.ts';

export interface HelpPreferences {
  readonly enabled: boolean;
  /** Delay in ms that the user chose for opening help; null for the default delay of each section of the console. */
  readonly speed: HelpDelayOptionMs | null;
  /** Sections in which help was switched off. */
  readonly hiddenSections: readonly HelpSectionId[];
}

export const defaultHelpPreferences: HelpPreferences = { enabled: true, speed: null, hiddenSections: [] };

const storageKey = 'vocero.help';

/** Never throws. */
export function parseHelpPreferences(stored: string | null): HelpPreferences {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? 'null');
  } catch {
    return defaultHelpPreferences;
  }
  if (typeof value !== 'object' || value === null) return defaultHelpPreferences;
  const map = value as Readonly<Record<string, unknown>>;
  const hidden = Array.isArray(map['hiddenSections']) ? (map['hiddenSections'] as readonly unknown[]) : [];
  return {
    enabled: map['enabled'] !== false,
    speed: helpDelayOptionsMs.find((speed) => speed === map['speed']) ?? null,
    hiddenSections: helpSectionIds.filter((section) => hidden.includes(section)),
  };
}

let choices: HelpPreferences | null = null;
const listeners = new Set<() => void>();

export function getHelpPreferences(): HelpPreferences {
  choices ??= parseHelpPreferences(readLocalStorage(storageKey));
  return choices;
}

function adopt(next: HelpPreferences): void {
  choices = next;
  for (const listener of listeners) listener();
}

export function changeHelpPreferences(change: Partial<HelpPreferences>): void {
  const next = { ...getHelpPreferences(), ...change };
  writeLocalStorage(storageKey, JSON.stringify(next));
  adopt(next);
}

function followOtherTabs(event: StorageEvent): void {
  // In a storage event, a null key means that all of the browser's storage for this site was cleared.
  if (event.key === storageKey || event.key === null) adopt(parseHelpPreferences(event.newValue));
}

/** Calls the listener when the help preferences change in this or another tab. Returns a function that removes it. */
export function watchHelpPreferences(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}
