/**
 * Gives each server a writer slot: a number in the keys of its rollup rows, so that servers don't wait for each other's
 * row locks. Readers add up the rows of all slots.
 * If two servers share a slot, they are slower, but the sums stay right.
 */
import { Client } from 'pg';

/**
 * Number of writer slots, which keep the rollup rows of different servers apart. If there are more servers than slots,
 * some servers share a slot.
 */
export const rollupWriterSlotCount = 16;
/** 'VOSL' */
const lockClass = 0x564f534c;

export interface AcquiredRollupWriterSlot {
  readonly slot: number;
  release(): Promise<void>;
}

/**
 * Takes the lowest free writer slot by an advisory lock. The slot keeps this server's rollup rows separate from those
 * of other servers.
 */
export async function acquireRollupWriterSlot(connectionString: string): Promise<AcquiredRollupWriterSlot> {
  const client = new Client({ connectionString, application_name: 'vocero-slot', keepAlive: true });
  // Ignore a lost database connection, although it releases the lock on the writer slot. Two servers may then use the
  // same slot, which is slower but never wrong.
  client.on('error', () => undefined);
  await client.connect();
  for (let slot = 0; slot < rollupWriterSlotCount; slot++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      lockClass,
      slot,
    ]);
    if (rows[0]?.taken) return { slot, release: () => client.end() };
  }
  return { slot: rollupWriterSlotCount - 1, release: () => client.end() };
}
