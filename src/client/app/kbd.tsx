/** Keyboard keys, drawn as keycaps. */
import { Fragment } from 'react';
import { shortcutsDialogLabels } from '../../labels/shell-es.ts';
import { classNames } from '../ui/class-names.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** True for the shortcut of the command palette: Cmd+K on a Mac, Ctrl+K elsewhere. */
export const isCommandPaletteShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  !event.altKey &&
  !event.shiftKey &&
  (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);

export const commandPaletteShortcutKeys: readonly string[] = isMac ? ['⌘', 'K'] : ['Ctrl', 'K'];
/** The palette's shortcut for `aria-keyshortcuts`. */
export const commandPaletteAriaKeyShortcuts = isMac ? 'Meta+K' : 'Control+K';

/**
 * Draws the keys of a keyboard shortcut. `inTurn` is true if the keys are pressed one after the other, not together.
 */
export function ShortcutKeys({
  keys,
  inTurn = false,
  className,
}: {
  readonly keys: readonly string[];
  readonly inTurn?: boolean;
  readonly className?: string;
}) {
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1', className)}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {inTurn && index > 0 ? <span className="text-xs text-muted">{shortcutsDialogLabels.andThen}</span> : null}
          <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  );
}
