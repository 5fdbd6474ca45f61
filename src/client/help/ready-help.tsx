/** Help texts that several screens show: on the provider's API key, on a metric, on a role. */
import type { ReactNode } from 'react';
import { helpCategoryLabels, providerKeyHelpLabels, roleHelp } from '../../labels/ready-help-es.ts';
import type { HelpPanelLinkOrButton } from './help-panel.tsx';
import type { HelpTermKind } from './help-term.tsx';
import { HelpTooltip } from './help-tooltip.tsx';

interface ApiKeyTooltipProps {
  /** The key's name on the screen. */
  readonly about: string;
  /**
   * Callback for Ctrl+H, pressed while the help on the API key is open. It shows or hides the key. Absent if the user
   * may not see the key.
   */
  readonly onToggleKey?: () => void;
}

/** Help on the provider's API key: its rights, and who may see it. */
export function ApiKeyHelpTooltip({ about, onToggleKey }: ApiKeyTooltipProps) {
  return (
    <HelpTooltip
      variant="warning"
      category={helpCategoryLabels.security}
      title={providerKeyHelpLabels.title}
      text={providerKeyHelpLabels.text}
      {...(onToggleKey
        ? {
            shortcuts: [
              { keys: providerKeyHelpLabels.keys, label: providerKeyHelpLabels.toggle, onPress: onToggleKey },
            ],
          }
        : {})}
    >
      {about}
    </HelpTooltip>
  );
}

interface MetricTooltipProps {
  /** The metric's name on the screen. */
  readonly about: string;
  /** Full name of the metric, if its name on the screen is shortened. */
  readonly title?: string;
  /** Definition of the metric as in GLOSSARY.md. */
  readonly text: string;
  readonly action?: HelpPanelLinkOrButton;
  readonly place?: HelpTermKind;
}

/** A figure's name, and what it counts. */
export function MetricHelpTooltip({ about, title = about, text, action, place }: MetricTooltipProps) {
  return (
    <HelpTooltip
      variant="info"
      category={helpCategoryLabels.metrics}
      title={title}
      text={text}
      place={place}
      {...(action ? { action } : {})}
    >
      {about}
    </HelpTooltip>
  );
}

interface RoleTooltipProps {
  /** Name of the role as the server sends it. An unknown name is explained as a custom role. */
  readonly role: string;
  /** The role as the screen shows it. */
  readonly children: ReactNode;
}

/** Help on the rights of a role. */
export function RoleHelpTooltip({ role, children }: RoleTooltipProps) {
  const help = Object.hasOwn(roleHelp, role) ? roleHelp[role as keyof typeof roleHelp] : roleHelp.other;
  return (
    <HelpTooltip variant="help" category={helpCategoryLabels.users} title={help.title} text={help.text}>
      {children}
    </HelpTooltip>
  );
}
