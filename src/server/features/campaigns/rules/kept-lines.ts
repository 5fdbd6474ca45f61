/** Lines that campaigns leave to inbound calls. */
import type { KeptLines } from '../../../../contract/campaign-lines.ts';

/**
 * The workspace's reserved lines or those that the provider keeps for inbound calls, whichever is more: they are for the same
 * calls. The provider would let outbound calls have the limit less its own; as its figure of lines in use does not tell
 * directions, inbound calls under way are not counted against what is kept for them, so that campaigns never use too many.
 */
export function keptLines(reservedLines: number, reservedInbound = 0): KeptLines {
  return reservedInbound > reservedLines
    ? { reserved: reservedInbound, reservedBy: 'provider' }
    : { reserved: reservedLines, reservedBy: 'settings' };
}
