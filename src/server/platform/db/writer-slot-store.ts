/**
 * Gives each server a writer slot: a number that is the last part of a rollup row's key, so that servers don't wait for
 * each other's rows. Readers add up the slots. Two servers in one slot are slower, but never wrong.
 */
import { Client } from 'pg';

/** Number of writer slots. If there are more servers, some of them share a slot. */
export const rollupWriterSlotCount = 16;
/** 'VOSL' */
const lockClass = 0x564f534c;

export interface RollupWriterSlot {
  readonly slot: number;
  release(): Promise<void>;
}

/** Takes the lowest free writer slot, which separates a server's rollup rows from others', by an advisory lock. */
export async function acquireRollupWriterSlot(connectionString: string): Promise<RollupWriterSlot> {
  const client = new Client({ connectionString, application_name: 'vocero-slot', keepAlive: true });
  // Ignore a lost connection. Two servers may then use one writer slot, which is slower but never wrong.
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
