/** Short text for a call's disconnection reason, with a tooltip on its severity and meaning. */
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import {
  getDisconnectionReasonSeverityAndMeaning,
  disconnectionSeverityLabels,
} from '../../labels/disconnection-reasons-es.ts';
import { Tooltip } from './tooltip.tsx';

const icons = { success: CircleCheck, warning: TriangleAlert, error: CircleX } as const;

/**
 * Tooltip that explains a disconnection reason. `children` is the element with the tooltip. It must be focusable and
 * accept a ref.
 */
export function DisconnectionReasonTooltip({
  reason,
  children,
}: { readonly reason: string } & Pick<ComponentProps<typeof Tooltip>, 'children'>) {
  const { severity, meaning } = getDisconnectionReasonSeverityAndMeaning(reason);
  const Icon = icons[severity];
  return (
    <Tooltip
      text={
        <>
          <span className="flex items-center gap-1 font-semibold">
            <Icon aria-hidden className="size-3" />
            {disconnectionSeverityLabels[severity]}
          </span>
          <span className="block break-words">{meaning}</span>
        </>
      }
    >
      {children}
    </Tooltip>
  );
}
