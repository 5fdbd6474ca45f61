/** Lines that campaigns leave to inbound calls. */
import type { ReservedLines } from '../../../../contract/campaign-lines.ts';

/**
 * Returns how many lines (concurrent calls) campaigns leave free for inbound calls: the larger of the workspace's and
 * the provider's reserve. Live inbound calls are not subtracted, because the provider's figure has both directions.
 */
export function calculateReservedLines(reservedLines: number, reservedInbound = 0): ReservedLines {
  return reservedInbound > reservedLines
    ? { reserved: reservedInbound, reservedBy: 'provider' }
    : { reserved: reservedLines, reservedBy: 'settings' };
}
