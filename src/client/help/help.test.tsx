// Help's choices survive what a browser's storage may hold; its contexts are errors outside their providers.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThemeProvider, useThemeChoice } from '../theme/theme-choice.ts';
import {
  changeHelpPreferences,
  defaultHelpPreferences,
  getHelpPreferences,
  parseHelpPreferences,
  type HelpPreferences,
} from './help-choices.ts';
import { HelpProvider, useScreenHelpState } from './help-context.tsx';
import { helpSectionIds } from '../screens.ts';
import { helpDelayOptionsMs } from './help-delays.ts';
import { HelpTooltip } from './help-tooltip.tsx';
import { areShortcutKeysPressed } from './shortcut-keys.ts';

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  changeHelpPreferences(defaultHelpPreferences);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  changeHelpPreferences(defaultHelpPreferences);
});

function HelpFacts() {
  const { isShown, delayMs, section } = useScreenHelpState();
  return <p>{`${section} ${delayMs} ${isShown ? 'shown' : 'hidden'}`}</p>;
}

function ThemeFact() {
  return <p>{useThemeChoice()}</p>;
}

describe('the choices', () => {
  it('come back from the storage as they went in', () => {
    const choices = fc.record<HelpPreferences>({
      enabled: fc.boolean(),
      speed: fc.option(fc.constantFrom(...helpDelayOptionsMs)),
      hiddenSections: fc.subarray([...helpSectionIds]),
    });
    fc.assert(
      fc.property(choices, (each) => {
        expect(parseHelpPreferences(JSON.stringify(each))).toEqual(each);
      }),
    );
  });

  it('are the defaults where the storage holds anything else, and a speed is one of the five', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const { speed, hiddenSections } = parseHelpPreferences(stored);
        expect(speed === null || helpDelayOptionsMs.includes(speed)).toBe(true);
        expect(hiddenSections.every((section) => helpSectionIds.includes(section))).toBe(true);
      }),
    );
    expect(parseHelpPreferences(null)).toEqual(defaultHelpPreferences);
    expect(parseHelpPreferences('{"speed":250,"hiddenSections":["nada"]}')).toEqual(defaultHelpPreferences);
  });

  it('hold for the page when the storage is forbidden', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('forbidden');
    });
    changeHelpPreferences({ enabled: false });
    expect(getHelpPreferences().enabled).toBe(false);
  });
});

describe('the contexts', () => {
  it('are errors outside their providers', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<HelpFacts />)).toThrow('useHelp works only below HelpProvider');
    expect(() =>
      render(
        <HelpTooltip title="Clave" text="Qué es.">
          Clave
        </HelpTooltip>,
      ),
    ).toThrow('useHelp works only below HelpProvider');
    expect(() => render(<ThemeFact />)).toThrow('useThemeChoice works only below ThemeProvider');
    render(
      <ThemeProvider>
        <ThemeFact />
      </ThemeProvider>,
    );
    expect(screen.getByText('system')).toBeTruthy();
  });
});

describe('a panel', () => {
  // It comes in a chunk of its own, fetched when the first is wanted: here all of it is there at once.
  beforeEach(async () => {
    await import('./help-popover.tsx');
    const panel = render(
      <HelpProvider>
        <HelpTooltip title="Primera" text="Ya está.">
          Primera
        </HelpTooltip>
      </HelpProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Primera' }));
    await screen.findByRole('dialog', { name: 'Primera' });
    panel.unmount();
  });

  const open = (onPress = vi.fn()) => {
    render(
      <HelpProvider>
        <HelpTooltip
          variant="warning"
          category="SEGURIDAD"
          title="Clave"
          text="Qué es."
          shortcuts={[{ keys: ['Ctrl', 'H'], label: 'Mostrar u ocultar', onPress }]}
          action={{ onSelect: onPress }}
        >
          Clave
        </HelpTooltip>
      </HelpProvider>,
    );
    return { words: screen.getByRole('button', { name: 'Clave' }), onPress };
  };

  it('stays with the keyboard’s focus, whatever pointer passes over its words', () => {
    vi.useFakeTimers();
    const { words } = open();
    act(() => words.focus());
    fireEvent.pointerEnter(words, { pointerType: 'mouse' });
    fireEvent.pointerLeave(words);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByRole('dialog', { name: 'Clave' })).toBeTruthy();
    act(() => words.blur());
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says all that it was given, does what its button and keys say', () => {
    const { words, onPress } = open();
    fireEvent.keyDown(document.body, { key: 'h', ctrlKey: true });
    expect(onPress).not.toHaveBeenCalled();
    fireEvent.click(words);
    const panel = screen.getByRole('dialog', { name: 'Clave' });
    for (const text of ['SEGURIDAD', 'Qué es.', 'Atajos:', 'Ctrl', 'H', 'Mostrar u ocultar', 'Más información'])
      expect(panel.textContent).toContain(text);
    fireEvent.keyDown(document.body, { key: 'h', ctrlKey: true });
    expect(onPress).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole('button', { name: 'Más información' }));
    expect(onPress).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is closed by one Esc, of which nothing below hears; the next is heard again', () => {
    const heard = vi.fn();
    document.addEventListener('keydown', heard);
    const { words } = open();
    fireEvent.click(words);
    expect(words.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(words.getAttribute('aria-expanded')).toBe('false');
    expect(heard).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(heard).toHaveBeenCalledTimes(1);
    document.removeEventListener('keydown', heard);
  });
});

it('knows exactly the keys of a shortcut', () => {
  const event = { key: 'h', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(areShortcutKeysPressed(['Ctrl', 'H'], { ...event, ctrlKey: true })).toBe(true);
  expect(areShortcutKeysPressed(['Ctrl', 'H'], { ...event, key: 'H', metaKey: true })).toBe(true);
  expect(areShortcutKeysPressed(['Ctrl', 'H'], event)).toBe(false);
  expect(areShortcutKeysPressed(['Ctrl', 'H'], { ...event, ctrlKey: true, altKey: true })).toBe(false);
  expect(areShortcutKeysPressed(['Ctrl', 'H'], { ...event, key: 'j', ctrlKey: true })).toBe(false);
  expect(areShortcutKeysPressed(['Mayús', 'Alt', 'H'], { ...event, shiftKey: true, altKey: true })).toBe(true);
});
