/**
 * Global shortcuts. Ctrl+K and F1 also work in text fields. `?`, and `g` with a letter, are off while the user types or
 * a dialog is open.
 */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Role } from '../../contract/endpoint.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../hooks/key-target.ts';
import { useSession } from '../session/session.ts';
import { isCommandPaletteShortcut } from './kbd.tsx';
import { openDialog } from './overlays.ts';
import { sidebarSectionEntries, filterSidebarSectionsByRole } from './sections.ts';

/** Milliseconds that `g` waits for its letter. */
const sequenceMs = 1_500;

function screenOf(letter: string, role: Role | null): string | undefined {
  return filterSidebarSectionsByRole(sidebarSectionEntries, role)
    .flatMap(({ entries }) => entries)
    .find(({ key }) => key === letter)?.href;
}

export function useGlobalShortcuts(): void {
  const { role } = useSession();
  const [, navigate] = useLocation();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      if (isCommandPaletteShortcut(event)) {
        // Ctrl+K works inside text fields too, and replaces the browser's own shortcut.
        event.preventDefault();
        if (!isDialogOrMenuOpen()) openDialog('palette');
        return;
      }
      if (event.key === 'F1' && document.querySelector('[data-help]')) {
        event.preventDefault();
        void import('../help/next-help.ts').then(({ openOrFocusNextHelp: openNextHelp }) =>
          openNextHelp(event.target as Element),
        );
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTextFieldTarget(event.target) || isDialogOrMenuOpen())
        return;
      const isSecond = event.timeStamp - startedAt < sequenceMs;
      const href = isSecond ? screenOf(event.key, role) : undefined;
      startedAt = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (href !== undefined) navigate(href);
      else if (event.key === '?') openDialog('shortcuts');
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [role, navigate]);
}
