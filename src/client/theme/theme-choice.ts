/**
 * The person's colour theme (light, dark or the system's), stored in this browser. public/theme.js applies the theme
 * before the first paint. This module applies later changes.
 */
import { createContext, createElement, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { readLocalStorage, writeLocalStorage } from '../hooks/local-storage.ts';

export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const storageKey = 'vocero.theme';
const listeners = new Set<() => void>();

function readChoice(): ThemeChoice {
  const stored = readLocalStorage(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
  const choice = readChoice();
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

/** Starts following theme changes by the system and by other tabs. Call it once at start. */
export function startFollowingTheme(): void {
  const changed = () => {
    applyTheme();
    for (const listener of listeners) listener();
  };
  systemIsDark().addEventListener('change', changed);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) changed();
  });
}

export function saveThemeChoice(choice: ThemeChoice): void {
  writeLocalStorage(storageKey, choice);
  applyTheme();
  for (const listener of listeners) listener();
}

function watchChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ThemeContext = createContext<ThemeChoice | null>(null);

/** Provides the chosen theme as a React context; mounted once around the app. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return createElement(ThemeContext, { value: useSyncExternalStore(watchChoice, readChoice) }, children);
}

/** Hook: the chosen theme; 'system' if none was chosen. Throws outside of `ThemeProvider`. */
export function useThemeChoice(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (choice === null) throw new Error('useThemeChoice works only below ThemeProvider');
  return choice;
}
