/** Lines that campaigns leave to inbound calls. */
import type { InboundLineReserve } from '../../../../contract/campaign-lines.ts';

/**
 * Returns the number of lines (concurrent calls) that campaigns leave free for inbound calls. It is the larger of the
 * workspace's and the provider's reserve. Live inbound calls are not subtracted, because the provider counts inbound
 * and outbound calls together.
 */
export function calculateInboundLineReserve(reservedLines: number, reservedInbound = 0): InboundLineReserve {
  return reservedInbound > reservedLines
    ? { reserved: reservedInbound, reservedBy: 'provider' }
    : { reserved: reservedLines, reservedBy: 'settings' };
}
