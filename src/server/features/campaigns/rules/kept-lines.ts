/** Lines that campaigns leave to inbound calls. */
import type { ReservedLines } from '../../../../contract/campaign-lines.ts';

/**
 * Lines (concurrent calls) that campaigns leave free for inbound calls: the workspace's reserve or the provider's,
 * whichever is larger. Live inbound calls are not subtracted, because the provider's figure tells no directions.
 */
export function keptLines(reservedLines: number, reservedInbound = 0): ReservedLines {
  return reservedInbound > reservedLines
    ? { reserved: reservedInbound, reservedBy: 'provider' }
    : { reserved: reservedLines, reservedBy: 'settings' };
}
