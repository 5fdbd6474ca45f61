/**
 * The writer slot of this server: the number that ends the keys of rollups and counts, so that servers on one database
 * don't queue for the same row. Readers sum over slots; two servers in one slot are slower, never wrong.
 */
import { Client } from 'pg';

/** Slots on offer; with more servers than that, some share. */
export const writerSlots = 16;
/** 'VOSL' */
const lockClass = 0x564f534c;

export interface WriterSlot {
  readonly slot: number;
  release(): Promise<void>;
}

/** Takes the lowest slot that no living server holds, by a session lock on a connection of its own. */
export async function acquireWriterSlot(connectionString: string): Promise<WriterSlot> {
  const client = new Client({ connectionString, application_name: 'vocero-slot', keepAlive: true });
  // Losing the connection frees the slot for another: slower at worst.
  client.on('error', () => undefined);
  await client.connect();
  for (let slot = 0; slot < writerSlots; slot++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
      lockClass,
      slot,
    ]);
    if (rows[0]?.taken) return { slot, release: () => client.end() };
  }
  return { slot: writerSlots - 1, release: () => client.end() };
}
