// The directory's view of a workspace: provider, keys that may have signed, token and zone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandomToken } from '../../../platform/crypto.ts';
import { startTestAccess, testSecretKey, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { createProviderKeyVault } from './key-vault.ts';

let server: TestAccess;
let creator: { userId: string; username: string; address: null };
beforeAll(async () => {
  server = await startTestAccess();
  const userId = await server.access.createUser({ username: 'jefa', password: testPassword });
  creator = { userId, username: 'jefa', address: null };
});
afterAll(() => server.stop());

test('finds a workspace by id and by its webhook token, and nothing by another', async () => {
  const { directory } = server.access;
  const order = { name: 'A', retellApiKey: 'key_a_0123456789', retellWebhookKey: 'whk_a_0123456789' };
  const id = await server.access.createWorkspaceWithKey(creator, { ...order, timeZone: 'America/Bogota' });
  expect(await directory.listIds()).toContain(id);
  expect(await directory.timeZoneOf(id)).toBe('America/Bogota');
  expect(await (await directory.providerOf(id)).checkKey()).toEqual({ organisation: 'key_a_0123456789' });
  expect(await (await directory.accountOf(id)).provider.checkKey()).toEqual({ organisation: 'key_a_0123456789' });
  const token = await directory.webhookTokenOf(id);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await directory.findByWebhookToken(token)).toEqual({
    workspaceId: id,
    keys: ['key_a_0123456789', 'whk_a_0123456789'],
  });
  for (const other of ['otro', createRandomToken()]) expect(await directory.findByWebhookToken(other)).toBeNull();
  const unknown = '00000000-0000-4000-8000-000000000000';
  for (const ask of ['providerOf', 'webhookTokenOf', 'timeZoneOf'] as const) {
    await expect(directory[ask](unknown)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a replaced key signs for its time only, and a change is seen within ten seconds', async () => {
  const { directory } = server.access;
  const id = await server.access.createWorkspaceWithKey(creator, { name: 'B', retellApiKey: 'key_b_0123456789' });
  const token = await directory.webhookTokenOf(id);
  expect((await directory.findByWebhookToken(token))?.keys).toEqual(['key_b_0123456789']);
  const vault = createProviderKeyVault(testSecretKey);
  const untilMs = server.clock.now().getTime() + 24 * 3_600_000;
  const previous = [{ key: 'key_b_0123456789', until: new Date(untilMs).toISOString() }];
  await server.database.db
    .updateTable('workspaces')
    .set({
      api_key_encrypted: vault.seal(id, 'api-key', 'key_b_nueva_6789'),
      previous_keys_encrypted: vault.seal(id, 'previous-keys', JSON.stringify(previous)),
      previous_keys_until: new Date(untilMs),
    })
    .where('id', '=', id)
    .execute();
  await server.clock.advance(10_000);
  expect((await directory.findByWebhookToken(token))?.keys).toEqual(['key_b_nueva_6789', 'key_b_0123456789']);
  await server.clock.advance(24 * 3_600_000 - 10_000);
  expect((await directory.findByWebhookToken(token))?.keys).toEqual(['key_b_nueva_6789']);
});

/** Changes the token like another server whose notifications are lost. */
async function setTokenElsewhere(id: string, token: string): Promise<void> {
  await server.database.db.updateTable('workspaces').set({ webhook_token: token }).where('id', '=', id).execute();
}

test('a text that is no token is never looked for, and an unknown token again after five seconds only', async () => {
  const { directory } = server.access;
  const id = await server.access.createWorkspaceWithKey(creator, { name: 'C', retellApiKey: 'key_c_0123456789' });
  await setTokenElsewhere(id, 'c');
  expect(await directory.findByWebhookToken('c')).toBeNull();
  const token = createRandomToken();
  expect(await directory.findByWebhookToken(token)).toBeNull();
  await setTokenElsewhere(id, token);
  await server.clock.advance(4_999);
  expect(await directory.findByWebhookToken(token)).toBeNull();
  await server.clock.advance(1);
  expect(await directory.findByWebhookToken(token)).toMatchObject({ workspaceId: id });
});

test('an unknown token is looked for at once after a workspace was made here or is heard to have changed', async () => {
  const { directory } = server.access;
  const id = await server.access.createWorkspaceWithKey(creator, { name: 'D', retellApiKey: 'key_d_0123456789' });
  const changes = [
    () => server.access.createWorkspaceWithKey(creator, { name: 'E', retellApiKey: 'key_e_0123456789' }),
    () => directory.rotateWebhookToken(id, creator),
    async () => directory.forget(id),
  ];
  for (const change of changes) {
    const token = createRandomToken();
    expect(await directory.findByWebhookToken(token)).toBeNull();
    await change();
    await setTokenElsewhere(id, token);
    expect(await directory.findByWebhookToken(token)).toMatchObject({ workspaceId: id });
  }
});

test('however many unknown tokens come, they take one connection, and hold up no known one', async () => {
  const { directory } = server.access;
  const { pool } = server.database;
  const id = await server.access.createWorkspaceWithKey(creator, { name: 'F', retellApiKey: 'key_f_0123456789' });
  const token = await directory.webhookTokenOf(id);
  const holder = await pool.connect();
  try {
    await holder.query('begin; lock table workspaces in access exclusive mode');
    const found = Promise.all(
      [...Array.from({ length: 200 }, () => createRandomToken()), token].map((each) =>
        directory.findByWebhookToken(each),
      ),
    );
    const waiting = async (): Promise<number> => {
      const { rows } = await holder.query(
        `select from pg_locks where not granted and relation = 'workspaces'::regclass`,
      );
      return rows.length;
    };
    await waitFor('the look-up', async () => (await waiting()) > 0);
    // All other look-ups would have begun by the time that another statement has finished.
    await pool.query('select 1');
    expect(await waiting()).toBe(1);
    await holder.query('rollback');
    expect((await found).filter((each) => each !== null)).toEqual([{ workspaceId: id, keys: ['key_f_0123456789'] }]);
  } finally {
    holder.release(true);
  }
});
