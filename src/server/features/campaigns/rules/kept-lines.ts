/** Lines that campaigns leave to inbound calls. */
import type { KeptLines } from '../../../../contract/campaign-lines.ts';

/**
 * The larger of the workspace's reserved lines and the provider's lines for inbound calls: both serve the same calls.
 * The provider's figure of lines in use has no directions, so live inbound calls are not subtracted from these lines.
 */
export function keptLines(reservedLines: number, reservedInbound = 0): KeptLines {
  return reservedInbound > reservedLines
    ? { reserved: reservedInbound, reservedBy: 'provider' }
    : { reserved: reservedLines, reservedBy: 'settings' };
}
