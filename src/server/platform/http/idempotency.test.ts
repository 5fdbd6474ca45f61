// Idempotency-Key over HTTP at endpoints that create tokens and users: repeated requests and their answers.
import { createHash } from 'node:crypto';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpClient } from '../../testing/http-client.ts';
import { startTestAccess, testSecretKey, type TestAccess } from '../../testing/start-test-access.ts';
import { eraseIdempotentResponses } from '../db/idempotency-store.ts';
import { AppError } from '../errors.ts';
import { createRequestIdempotency, type RequestIdempotency } from './idempotency.ts';

let server: TestAccess;
let admin: Awaited<ReturnType<TestAccess['signIn']>>;
let workspaceId: string;
let idempotency: RequestIdempotency;

beforeAll(async () => {
  server = await startTestAccess();
  admin = await server.signIn();
  const order = { name: 'Con claves', retellApiKey: 'key_idempotencia_1' };
  workspaceId = (await admin.post<{ id: string }>('/api/workspaces', order)).id;
  idempotency = createRequestIdempotency({ db: server.database.db, clock: server.clock, secretKey: testSecretKey });
});
afterAll(() => server.stop());

interface Told {
  readonly status: number;
  readonly replayed: string | null;
  readonly body: { readonly id?: string; readonly token?: string; readonly message?: string; readonly code?: string };
}

async function send(key: string, order: object = {}, path = '/api/tokens', by: HttpClient = admin): Promise<Told> {
  const body = path === '/api/tokens' ? { name: 'CRM', role: 'operator', ...order } : order;
  const response = await by.request('POST', path, { body, headers: { 'idempotency-key': key } });
  const replayed = response.headers.get('idempotency-replayed');
  return { status: response.status, replayed, body: (await response.json()) as Told['body'] };
}

const countTokens = async (): Promise<number> => (await admin.get<unknown[]>('/api/tokens')).length;
const owner = (key: string) => ({ workspaceId, userId: admin.userId, key });

it('makes one thing of a request that comes again, and answers as the first time', async () => {
  const before = await countTokens();
  const first = await send('una');
  const second = await send('una');
  expect(first).toMatchObject({ status: 201, replayed: 'false' });
  expect(second).toEqual({ ...first, replayed: 'true' });
  expect(await countTokens()).toBe(before + 1);
  // The answer contains the token, so it must not be readable in the database.
  const { rows } = await server.database.pool.query(`select k::text as row from idempotency_keys k where key = 'una'`);
  expect(rows[0]?.row).not.toContain(first.body.token?.slice(4));
});

it('keeps no digest by which a request could be guessed; one of a version before still tells the request', async () => {
  const first = await send('sellada');
  const told = ['createToken', {}, {}, { name: 'CRM', role: 'operator', expiresInDays: 90, addresses: [] }];
  const guessed = createHash('sha256').update(JSON.stringify(told)).digest('hex');
  const { pool } = server.database;
  const { rows } = await pool.query<{ fingerprint: string }>(
    `select fingerprint from idempotency_keys where key = 'sellada'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.fingerprint).not.toBe(guessed);
  await pool.query(`update idempotency_keys set fingerprint = $1 where key = 'sellada'`, [guessed]);
  expect(await send('sellada')).toEqual({ ...first, replayed: 'true' });
});

it('makes one thing of requests that come at once', async () => {
  const before = await countTokens();
  const told = await Promise.all(Array.from({ length: 6 }, () => send('juntas')));
  expect(await countTokens()).toBe(before + 1);
  expect(new Set(told.flatMap(({ body }) => body.id ?? [])).size).toBe(1);
  for (const { status, body } of told.filter(({ status }) => status !== 201))
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'El pedido con esta clave todavía se está haciendo. Espera unos segundos.',
    });
});

it('is the sender’s own, and of that request alone', async () => {
  const first = await send('propia');
  const other = await send('propia', { name: 'Otro' });
  expect(other).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Esa clave de idempotencia ya se usó para otro pedido.' },
  });
  const user = { username: 'con-clave', password: 'una clave' };
  expect((await send('propia', user, '/api/users')).status).toBe(409);
  const colleague = await server.signIn('admin', workspaceId);
  const theirs = await send('propia', {}, '/api/tokens', colleague);
  expect(theirs).toMatchObject({ status: 201, replayed: 'false' });
  expect(theirs.body.id).not.toBe(first.body.id);
});

it('says how long a key may be', async () => {
  expect(await send('x'.repeat(201))).toMatchObject({
    status: 400,
    body: { message: 'La clave de idempotencia admite hasta 200 caracteres.' },
  });
});

it('is free again after a request that was refused, and after a day', async () => {
  expect((await send('mal', { name: '' })).status).toBe(400);
  const taken = { username: admin.username, password: 'una clave' };
  expect((await send('mal', taken, '/api/users')).status).toBe(409);
  expect((await send('mal')).status).toBe(201);
  const key = owner(randomUUID());
  const times = { done: 0 };
  const work = async () => (times.done += 1);
  expect(await idempotency.once(key, 'x', work)).toEqual({ answer: 1, isReplayed: false });
  await idempotency.sweep();
  expect(await idempotency.once(key, 'x', work)).toEqual({ answer: 1, isReplayed: true });
  await server.clock.advance(25 * 3_600_000);
  await idempotency.sweep();
  expect(await idempotency.once(key, 'x', work)).toEqual({ answer: 2, isReplayed: false });
});

it('is refused where nobody can tell whether anything was done', async () => {
  const failing = (error: Error) =>
    idempotency.once(owner(randomUUID()), 'x', async () => {
      throw error;
    });
  await expect(failing(new AppError('forbidden'))).rejects.toMatchObject({ code: 'forbidden' });
  const key = owner(randomUUID());
  const lost = () => Promise.reject(new Error('connection lost'));
  await expect(idempotency.once(key, 'x', lost)).rejects.toThrow('connection lost');
  const unknown = { code: 'conflict', message: expect.stringContaining('No se sabe si el pedido anterior') };
  await expect(idempotency.once(key, 'x', () => Promise.resolve('done'))).rejects.toMatchObject(unknown);

  // The server ended during the request.
  const cutOff = owner(randomUUID());
  const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const underWay = idempotency.once(cutOff, 'x', () => {
    begun.resolve();
    return done.promise;
  });
  await begun.promise;
  const again = () => idempotency.once(cutOff, 'x', () => Promise.resolve('twice'));
  await expect(again()).rejects.toMatchObject({ message: expect.stringContaining('todavía se está haciendo') });
  await server.clock.advance(12 * 60_000);
  await expect(again()).rejects.toMatchObject(unknown);
  done.resolve('done');
  expect(await underWay).toEqual({ answer: 'done', isReplayed: false });
});

it('keeps no answer of a workspace that forgot a person', async () => {
  const key = owner(randomUUID());
  await idempotency.once(key, 'x', () => Promise.resolve({ phoneNumber: '+5491145550000' }));
  await server.database.db.transaction().execute((tx) => eraseIdempotentResponses(tx, workspaceId));
  await expect(idempotency.once(key, 'x', () => Promise.resolve(null))).rejects.toMatchObject({
    message: 'El pedido con esta clave ya se hizo; su respuesta no se guarda más.',
  });
});
