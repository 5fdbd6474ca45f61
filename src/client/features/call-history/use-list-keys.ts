/** Keyboard shortcuts of the call list: `/` focuses the search, `j` and `k` move between calls. Off while typing. */
import { useEffect } from 'react';
import { callListShortcutLabels } from '../../../labels/call-history-es.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../hooks/key-target.ts';
import { usePageShortcutsInHelpDialog } from '../../layout/page-shortcuts.ts';

const shortcuts = {
  title: callListShortcutLabels.title,
  shortcuts: [
    { keys: ['/'], label: callListShortcutLabels.search },
    { keys: ['j'], label: callListShortcutLabels.next },
    { keys: ['k'], label: callListShortcutLabels.previous },
  ],
} as const;

/** Moves the focus to the next or previous call in the list, or to the first call if no call has the focus. */
function moveToCall(step: 1 | -1): void {
  const calls = [...document.querySelectorAll<HTMLElement>('a[data-call]')];
  const row = document.activeElement?.closest('tr, li') ?? null;
  const at = row ? calls.findIndex((call) => row.contains(call)) : -1;
  calls[at === -1 ? 0 : Math.min(calls.length - 1, Math.max(0, at + step))]?.focus();
}

export function useCallListShortcuts(): void {
  usePageShortcutsInHelpDialog(shortcuts);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTextFieldTarget(event.target) ||
        isDialogOrMenuOpen()
      )
        return;
      if (event.key === 'j') moveToCall(1);
      else if (event.key === 'k') moveToCall(-1);
      else if (event.key === '/') {
        // Keep the key `/`, which focuses the search field, from being typed into the field.
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-history-search]')?.focus();
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
