/**
 * A person's choices about contextual help: on or off, its delay, and the sections where it is off. Stored in the
 * browser and shared by all tabs. Unreadable or unknown values become the default.
 */
import { readLocalStorage, writeLocalStorage } from '../hooks/local-storage.ts';
import { helpSections, type HelpSection } from '../screens.ts';
import { helpSpeeds, type HelpSpeed } from './help-delays.ts';

export interface HelpChoices {
  readonly enabled: boolean;
  /** Delay that the person chose before help opens; null for the default delay of each section. */
  readonly speed: HelpSpeed | null;
  /** Sections in which help was switched off. */
  readonly hiddenSections: readonly HelpSection[];
}

export const defaultHelpChoices: HelpChoices = { enabled: true, speed: null, hiddenSections: [] };

const storageKey = 'vocero.help';

/** Never throws. */
export function parseHelpChoices(stored: string | null): HelpChoices {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? 'null');
  } catch {
    return defaultHelpChoices;
  }
  if (typeof value !== 'object' || value === null) return defaultHelpChoices;
  const map = value as Readonly<Record<string, unknown>>;
  const hidden = Array.isArray(map['hiddenSections']) ? (map['hiddenSections'] as readonly unknown[]) : [];
  return {
    enabled: map['enabled'] !== false,
    speed: helpSpeeds.find((speed) => speed === map['speed']) ?? null,
    hiddenSections: helpSections.filter((section) => hidden.includes(section)),
  };
}

let choices: HelpChoices | null = null;
const listeners = new Set<() => void>();

export function helpChoices(): HelpChoices {
  choices ??= parseHelpChoices(readLocalStorage(storageKey));
  return choices;
}

function adopt(next: HelpChoices): void {
  choices = next;
  for (const listener of listeners) listener();
}

export function changeHelpChoices(change: Partial<HelpChoices>): void {
  const next = { ...helpChoices(), ...change };
  writeLocalStorage(storageKey, JSON.stringify(next));
  adopt(next);
}

function followOtherTabs(event: StorageEvent): void {
  // In a storage event, a null key means that all of the browser's storage for this site was cleared.
  if (event.key === storageKey || event.key === null) adopt(parseHelpChoices(event.newValue));
}

/** Calls the listener when this tab or another changes the choices. Returns a function that removes the listener. */
export function watchHelpChoices(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}
