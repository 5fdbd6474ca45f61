/** Help that several screens show alike: on the API key, on a metric, on a role. */
import type { ReactNode } from 'react';
import { helpCategories, keyHelp, roleHelp } from '../../labels/ready-help-es.ts';
import type { HelpAction } from './help-panel.tsx';
import { HelpTooltip } from './help-tooltip.tsx';

interface ApiKeyTooltipProps {
  /** Shows or hides the key: Ctrl+H while the help is open. Missing: the person may not see it. */
  readonly onToggleKey?: () => void;
}

/** What the provider's key opens, and who may see it. */
export function ApiKeyTooltip({ onToggleKey }: ApiKeyTooltipProps) {
  return (
    <HelpTooltip
      variant="warning"
      category={helpCategories.security}
      title={keyHelp.title}
      text={keyHelp.text}
      {...(onToggleKey ? { shortcuts: [{ keys: keyHelp.keys, label: keyHelp.toggle, onPress: onToggleKey }] } : {})}
    />
  );
}

interface MetricTooltipProps {
  /** The metric's name on the screen. */
  readonly about: string;
  /** What it counts, in the words of GLOSSARY.md. */
  readonly text: string;
  readonly action?: HelpAction;
}

/** What a figure counts. */
export function MetricTooltip({ about, text, action }: MetricTooltipProps) {
  return (
    <HelpTooltip
      variant="info"
      category={helpCategories.metrics}
      title={about}
      text={text}
      {...(action ? { action } : {})}
    />
  );
}

interface RoleTooltipProps {
  /** As the server names it; one that we don't know is a custom role. */
  readonly role: string;
  /** The role as the screen shows it. */
  readonly children: ReactNode;
}

/** What a role may do. */
export function RoleTooltip({ role, children }: RoleTooltipProps) {
  const help = Object.hasOwn(roleHelp, role) ? roleHelp[role as keyof typeof roleHelp] : roleHelp.other;
  return (
    <HelpTooltip variant="help" category={helpCategories.users} title={help.title} text={help.text}>
      {children}
    </HelpTooltip>
  );
}
