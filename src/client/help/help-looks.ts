/** Icon and colours of each of the five kinds of help. */
import { CircleCheck, CircleHelp, Info, Lightbulb, TriangleAlert, type LucideIcon } from 'lucide-react';

/** Kind of a help text. It decides the icon and the colours. */
export type HelpVariant = 'info' | 'help' | 'warning' | 'success' | 'default';

interface HelpLook {
  readonly Icon: LucideIcon;
  readonly ink: string;
  /** Class of the panel's upper edge. */
  readonly edge: string;
}

export const helpVariantLooks: Readonly<Record<HelpVariant, HelpLook>> = {
  info: { Icon: Info, ink: 'text-accent-text', edge: 'border-t-accent' },
  help: { Icon: CircleHelp, ink: 'text-muted', edge: 'border-t-line-strong' },
  warning: { Icon: TriangleAlert, ink: 'text-attention', edge: 'border-t-attention' },
  success: { Icon: CircleCheck, ink: 'text-good', edge: 'border-t-good' },
  default: { Icon: Lightbulb, ink: 'text-ink', edge: 'border-t-line' },
};
