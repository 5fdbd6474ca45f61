/** Content of a help panel: title with icon and category, text, keyboard shortcuts, and one button. */
import { Link } from 'wouter';
import { commonActionLabels } from '../../labels/common-es.ts';
import { helpSettingsLabels } from '../../labels/help-settings-es.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, getButtonClasses } from '../ui/button.tsx';
import { helpVariantLooks, type HelpVariant } from './help-looks.ts';

export interface HelpShortcut {
  /** Names of the keys as labelled on a keyboard: ['Ctrl', 'H']. */
  readonly keys: readonly string[];
  /** The shortcut's effect. */
  readonly label: string;
  /** Callback when the shortcut's keys are pressed while the help panel is open. */
  readonly onPress?: (() => void) | undefined;
}

/** Button of a help panel: a link, for example to the calls behind a figure, or an action. */
export type HelpPanelLinkOrButton = { readonly label?: string } & (
  | { readonly href: string; readonly figure?: number | undefined }
  | { readonly onSelect: () => void }
);

export interface HelpContent {
  readonly variant?: HelpVariant;
  readonly title: string;
  readonly text: string;
  /** Category of the help in capitals, such as SEGURIDAD, MÉTRICAS or USUARIOS. */
  readonly category?: string;
  readonly shortcuts?: readonly HelpShortcut[];
  readonly action?: HelpPanelLinkOrButton;
}

function Shortcut({ keys, label }: HelpShortcut) {
  return (
    <li className="flex items-center justify-between gap-3">
      <span>{label}</span>
      <span className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <kbd key={key} className="rounded-sm border border-line-strong bg-sunken px-1.5 font-sans text-ink">
            {key}
          </kbd>
        ))}
      </span>
    </li>
  );
}

function Action({ action, onDone }: { readonly action: HelpPanelLinkOrButton; readonly onDone: () => void }) {
  const label = action.label ?? commonActionLabels.moreInformation;
  if ('href' in action) {
    return (
      <Link
        href={action.href}
        data-figure={action.figure}
        onClick={onDone}
        className={getButtonClasses({ size: 'small', className: 'self-start' })}
      >
        {label}
      </Link>
    );
  }
  return (
    <Button
      size="small"
      className="self-start"
      onClick={() => {
        onDone();
        action.onSelect();
      }}
    >
      {label}
    </Button>
  );
}

interface HelpPanelProps {
  readonly content: HelpContent;
  readonly titleId: string;
  readonly onDone: () => void;
}

export function HelpPanel({ content, titleId, onDone }: HelpPanelProps) {
  const { variant = 'default', title, text, category, shortcuts = [], action } = content;
  const { Icon, ink } = helpVariantLooks[variant];
  return (
    <div className="flex flex-col gap-2 p-3 text-xs">
      <div className="flex items-start justify-between gap-3">
        <p id={titleId} className="flex min-w-0 items-start gap-1.5 font-semibold">
          <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${ink}`} />
          <span className="min-w-0 break-words">{title}</span>
        </p>
        {category ? <Badge className="shrink-0">{category}</Badge> : null}
      </div>
      <p className="break-words text-muted">{text}</p>
      {shortcuts.length > 0 ? (
        <div className="border-t border-line pt-2 text-muted">
          <p className="mb-1 font-medium text-ink">{helpSettingsLabels.shortcuts}</p>
          <ul className="flex flex-col gap-1">
            {shortcuts.map((shortcut) => (
              <Shortcut key={shortcut.keys.join(' ')} {...shortcut} />
            ))}
          </ul>
        </div>
      ) : null}
      {action ? <Action action={action} onDone={onDone} /> : null}
    </div>
  );
}
