// What other features get of a workspace: its provider, the keys that may sign, its token and its zone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccess, testSecretKey, type TestAccess } from '../../testing/start-test-access.ts';
import { testPassword } from '../../testing/test-person.ts';
import { createKeyVault } from './key-vault.ts';

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
  expect(await directory.findByWebhookToken('otro')).toBeNull();
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
  const vault = createKeyVault(testSecretKey);
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
