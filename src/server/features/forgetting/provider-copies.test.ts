// Jobs that delete the provider's copies, when the provider can't: their rows on a real PostgreSQL.
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type DatabaseHandle } from '../../platform/db/database.ts';
import { ProviderError, type VoiceProvider, type ProviderFailureKind } from '../../platform/provider/provider.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createProviderCopyDeletionJobs } from './provider-copies.ts';

let own: TestDatabase;
let database: DatabaseHandle;

beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ connectionString: own.connectionString, max: 2 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

type Order = { readonly workspaceId: string; readonly callIds: readonly string[] };

/** Runs a job once with a provider that fails for these calls. @returns the ids that it asked to delete, in order. */
async function runOnce(order: Order, failing: Readonly<Record<string, ProviderFailureKind>>): Promise<string[]> {
  const asked: string[] = [];
  const provider: Pick<VoiceProvider, 'deleteCall'> = {
    async deleteCall(callId) {
      asked.push(callId);
      const kind = failing[callId];
      if (kind) throw new ProviderError(kind, kind);
    },
  };
  let run: ((order: Order, run: { signal: AbortSignal }) => Promise<void>) | undefined;
  createProviderCopyDeletionJobs({
    db: database.db,
    clock: new ManualClock(),
    log: pino({ level: 'silent' }),
    jobs: {
      queue(_name, _options, work) {
        run = work as unknown as typeof run;
        return { send: async () => undefined };
      },
      schedule: () => undefined,
    },
    directory: { providerOf: async () => provider as VoiceProvider },
  });
  await run?.(order, { signal: new AbortController().signal }).catch(() => undefined);
  return asked;
}

const left = async ({ workspaceId }: Order): Promise<string[]> => {
  const { rows } = await database.pool.query<{ id: string }>(
    `select call_id as id from call_tombstones where workspace_id = $1 and provider_deleted_at is null order by 1`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
};

async function orderOf(...callIds: string[]): Promise<Order> {
  const workspaceId = randomUUID();
  await database.pool.query(`insert into call_tombstones (workspace_id, call_id) select $1, unnest($2::text[])`, [
    workspaceId,
    callIds,
  ]);
  return { workspaceId, callIds };
}

it('one that the provider can not delete keeps no other from it, and is asked for again', async () => {
  const order = await orderOf('a', 'b', 'c', 'd');
  expect(await runOnce(order, { b: 'unavailable', c: 'refused' })).toEqual(['a', 'b', 'c', 'd']);
  expect(await left(order)).toEqual(['b', 'c']);
  expect(await runOnce(order, {})).toEqual(['b', 'c']);
  expect(await left(order)).toEqual([]);
});

it('asks no further where asking is what the provider can not bear, or where nothing works', async () => {
  for (const kind of ['rate_limited', 'key_rejected'] as const) {
    const order = await orderOf('a', 'b', 'c');
    expect(await runOnce(order, { b: kind })).toEqual(['a', 'b']);
    expect(await left(order)).toEqual(['b', 'c']);
  }
  const ids = Array.from({ length: 20 }, (_, index) => `c${String(index).padStart(2, '0')}`);
  const failing = Object.fromEntries(ids.map((id) => [id, 'unavailable' as const]));
  expect(await runOnce(await orderOf(...ids), failing)).toHaveLength(9);
  const refused = Object.fromEntries(ids.map((id) => [id, 'refused' as const]));
  expect(await runOnce(await orderOf(...ids), refused)).toHaveLength(ids.length);
});
