/** Global shortcuts: Ctrl+K and F1 always; `?`, and `g` with a letter, unless the user types or a dialog is open. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { Role } from '../../contract/endpoint.ts';
import { isTyping, isDialogOrMenuOpen } from '../hooks/key-target.ts';
import { useSession } from '../session/session.ts';
import { isPaletteKey } from './kbd.tsx';
import { openOverlay } from './overlays.ts';
import { sections, visibleSections } from './sections.ts';

/** Milliseconds that `g` waits for its letter. */
const sequenceMs = 1_500;

function screenOf(letter: string, role: Role | null): string | undefined {
  return visibleSections(sections, role)
    .flatMap(({ entries }) => entries)
    .find(({ key }) => key === letter)?.href;
}

export function useShortcuts(): void {
  const { role } = useSession();
  const [, navigate] = useLocation();
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing) return;
      if (isPaletteKey(event)) {
        // Ctrl+K works inside text fields too, and replaces the browser's own shortcut.
        event.preventDefault();
        if (!isDialogOrMenuOpen()) openOverlay('palette');
        return;
      }
      if (event.key === 'F1' && document.querySelector('[data-help]')) {
        event.preventDefault();
        void import('../help/next-help.ts').then(({ openNextHelp }) => openNextHelp(event.target as Element));
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOrMenuOpen()) return;
      const isSecond = event.timeStamp - startedAt < sequenceMs;
      const href = isSecond ? screenOf(event.key, role) : undefined;
      startedAt = event.key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (href !== undefined) navigate(href);
      else if (event.key === '?') openOverlay('shortcuts');
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [role, navigate]);
}
