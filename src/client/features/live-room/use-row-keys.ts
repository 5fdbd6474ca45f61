/** Keyboard shortcuts of the list of live calls: arrows between rows, letters for actions on the focused row. */
import { useEffect } from 'react';
import { liveCallShortcutLabels as labels } from '../../../labels/live-room-es.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../hooks/key-target.ts';
import { usePageShortcutsInHelpDialog } from '../../layout/page-shortcuts.ts';

const moves = [
  { keys: ['↓', 'j'], label: labels.next },
  { keys: ['↑', 'k'], label: labels.previous },
  { keys: ['Enter'], label: labels.open },
] as const;
const forReaders = { title: labels.title, shortcuts: moves } as const;
const forEditors = {
  title: labels.title,
  shortcuts: [...moves, { keys: ['s'], label: labels.whisper }, { keys: ['c'], label: labels.hangUp }],
} as const;
const actions: Readonly<Record<string, 'hang-up' | 'whisper'>> = { c: 'hang-up', s: 'whisper' };

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-room-row]') ?? null;

/** Focuses the next or previous row of the list of live calls; the first row if the focus was not in the list. */
function moveToRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-room-row]')];
  const row = focusedRow();
  const at = row ? rows.indexOf(row) : -1;
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.querySelector<HTMLElement>('a[data-call]')?.focus();
}

/** True if an arrow key should move between rows of live calls instead of scrolling the page. */
function isForRows({ target }: KeyboardEvent): boolean {
  return (
    focusedRow() !== null || target === document.body || (target instanceof HTMLElement && target.tagName === 'MAIN')
  );
}

/**
 * React hook: shortcuts of the live call list. `onAct` opens a dialog to hang up or whisper; null for users who may
 * only read.
 */
export function useLiveCallListShortcuts(onAct: ((what: 'hang-up' | 'whisper', callId: string) => void) | null): void {
  usePageShortcutsInHelpDialog(onAct ? forEditors : forReaders);
  useEffect(() => {
    // Ignore a key that follows `g`, because the two keys together are a shortcut for another screen.
    let isAfterG = false;
    function onKeyDown(event: KeyboardEvent): void {
      const isSecond = isAfterG;
      isAfterG = event.key === 'g';
      const { key } = event;
      const isBusy = event.defaultPrevented || isTextFieldTarget(event.target) || isDialogOrMenuOpen();
      if (isSecond || isBusy || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = steps[key];
      const callId = focusedRow()?.dataset['roomRow'];
      if (step !== undefined && (key.length === 1 || isForRows(event))) {
        event.preventDefault();
        moveToRow(step);
      } else if (callId !== undefined && actions[key]) onAct?.(actions[key], callId);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onAct]);
}
