/**
 * The person's theme: light, dark or the system's, kept in this browser. public/theme.js applies it before the
 * first paint; this module applies it afterwards and follows the system while 'system' is chosen.
 */
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../hooks/local-storage.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'vocero.theme';
const listeners = new Set<() => void>();

function readChoice(): ThemeChoice {
  const stored = readStored(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
  const choice = readChoice();
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

/** Follows the system's preference and other tabs of this browser; call once at start. */
export function followTheme(): void {
  const changed = () => {
    applyTheme();
    for (const listener of listeners) listener();
  };
  systemIsDark().addEventListener('change', changed);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) changed();
  });
}

export function chooseTheme(choice: ThemeChoice): void {
  writeStored(storageKey, choice);
  applyTheme();
  for (const listener of listeners) listener();
}

/** The choice as stored; 'system' until the person has chosen. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readChoice);
}
