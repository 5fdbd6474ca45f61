// Passkeys over HTTP, with a device in software: what they open, and everything that must stay shut.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  AppInfo,
  SecondFactorChallenge,
  CurrentUser,
  UserAccount,
  Workspace,
} from '../../../../contract/access.ts';
import type {
  OwnPasskeysStatus,
  Passkey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyChangeProof,
  PasskeyRequestOptions,
} from '../../../../contract/passkeys.ts';
import { createHttpClient, type HttpClient } from '../../../testing/http-client.ts';
import { makePasskey, type SoftwarePasskey, type Wrongly } from '../../../testing/software-authenticator.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { testPassword } from '../../../testing/test-person.ts';
import { resetSecondFactor } from '../index.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const byPassword: PasskeyChangeProof = { password: testPassword };
let server: TestAccess;
let origin: string;
beforeAll(async () => {
  server = await startTestAccess();
  origin = server.url.replace('127.0.0.1', 'localhost');
});
afterAll(() => server.stop());
// Each test begins at a step of its own, so that the codes of one are not those of another.
beforeEach(async () => {
  await server.clock.advance(10 * minuteMs);
  await server.database.db.deleteFrom('login_failures').execute();
});

/** A page at http://localhost, where browsers allow passkeys. */
const pageOf = (session?: string, address?: string) =>
  createHttpClient(
    server.url,
    { host: new URL(origin).host, origin, ...(address && { 'x-forwarded-for': address }) },
    session,
  );

type Person = Awaited<ReturnType<TestAccess['signIn']>>;
async function newPerson(...place: Parameters<TestAccess['signIn']>): Promise<Person> {
  const person = await server.signIn(...place);
  const { userId, username } = person;
  return Object.assign(Object.create(pageOf(person.cookie)) as HttpClient, { userId, username });
}

async function newWorkspace(): Promise<{ admin: Person; id: string }> {
  const admin = await newPerson();
  const order = { name: 'Ventas', retellApiKey: `key_passkey_${admin.username}_000` };
  return { admin, id: (await admin.post<Workspace>('/api/workspaces', order)).id };
}

const begin = (page: HttpClient, proof: PasskeyChangeProof = byPassword) =>
  page.post<PasskeyCreationOptions>('/api/auth/passkeys/begin', { proof });

interface Added {
  readonly key: SoftwarePasskey;
  readonly passkey: Passkey;
  readonly recoveryCodes: string[] | null;
}

/** Adds one as the page does. */
async function add(
  page: HttpClient,
  proof: PasskeyChangeProof = byPassword,
  device: Wrongly & { readonly counts?: boolean } = {},
): Promise<Added> {
  const key = makePasskey(await begin(page, proof), origin, device);
  const answer = await page.post<Omit<Added, 'key'>>('/api/auth/passkeys', { name: 'Portátil', passkey: key.made });
  return { key, ...answer };
}

const read = (page: HttpClient) => page.get<OwnPasskeysStatus>('/api/auth/passkeys');
const ask = (page: HttpClient) => page.post<PasskeyRequestOptions>('/api/auth/login/passkey/begin');
const enter = (passkey: PasskeyAssertion, page: HttpClient) =>
  page.post<CurrentUser>('/api/auth/login/passkey', { passkey });

/** Signs in by the passkey alone. */
async function alone(key: SoftwarePasskey, wrongly: Wrongly = {}, page = pageOf()): Promise<CurrentUser> {
  return enter(key.sign(await ask(page), wrongly), page);
}

const password = (username: string, page = pageOf()) =>
  page.post<SecondFactorChallenge>('/api/auth/login', { username, password: testPassword });
const askStep = (challenge: string, page = pageOf()) =>
  page.post<PasskeyRequestOptions>('/api/auth/login/passkey-step/begin', { challenge });
const enterStep = (challenge: string, passkey: PasskeyAssertion, page = pageOf()) =>
  page.post<CurrentUser>('/api/auth/login/passkey-step', { challenge, passkey });

async function proofBy(page: HttpClient, key: SoftwarePasskey): Promise<PasskeyChangeProof> {
  return { passkey: key.sign(await page.post<PasskeyRequestOptions>('/api/auth/passkeys/confirm')) };
}
const remove = (page: HttpClient, id: string, proof: PasskeyChangeProof) =>
  page.post(`/api/auth/passkeys/${id}/remove`, { proof });

async function setUpApp(page: HttpClient, code?: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const body = code === undefined ? {} : { code };
  const { secret } = await page.post<{ secret: string }>('/api/auth/second-factor/begin', body);
  const answer = await page.post<{ recoveryCodes: string[] }>('/api/auth/second-factor/confirm', {
    code: codeOf(secret),
  });
  await server.clock.advance(minuteMs);
  return { secret, ...answer };
}
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.clock.now().getTime() });

const errorOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { body: { code: string } }).body.code;
  }
};

const auditOf = async (userId: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where((is) => is.or([is('target', '=', userId), is('user_id', '=', userId)]))
    .orderBy('id')
    .execute();
const sessionsOf = (userId: string) =>
  server.database.db.selectFrom('sessions').select(['way', 'second_factor']).where('user_id', '=', userId).execute();

describe('signing in by a passkey alone', () => {
  test('makes a session, known to be of a passkey, and is offered once somebody has one', async () => {
    await server.database.db.deleteFrom('passkeys').execute();
    const offered = async (page: HttpClient) => (await page.get<AppInfo>('/api/app/info')).signIn.passkey;
    expect(await offered(pageOf())).toBe(false);
    const person = await newPerson();
    const { key } = await add(person);
    // At an IP there are none.
    expect([await offered(pageOf()), await offered(server.client())]).toEqual([true, false]);

    const page = pageOf();
    const asked = await ask(page);
    expect(asked).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' });
    expect(await enter(key.sign(asked), page)).toMatchObject({ id: person.userId, hasSecondFactor: true });
    expect(await page.get('/api/auth/user')).toMatchObject({ id: person.userId });
    expect(await sessionsOf(person.userId)).toContainEqual({ way: 'passkey', second_factor: null });
    expect(await auditOf(person.userId)).toMatchObject([
      { action: 'user.passkey_added', details: { name: 'Portátil' } },
      { action: 'session.started', details: { way: 'passkey' } },
    ]);
    expect((await read(person)).passkeys).toMatchObject([{ lastUsedAt: server.clock.now().toISOString() }]);
  });

  test('takes a challenge once, of two requests at once one, for five minutes, and none that it did not make', async () => {
    const { key } = await add(await newPerson(), byPassword, { counts: false });
    const asked = await ask(pageOf());
    const signed = key.sign(asked);
    const results = await Promise.all([1, 2].map(() => errorOf(enter(signed, pageOf()))));
    expect(results.toSorted()).toEqual(['challenge_over', 'ok']);
    expect(await errorOf(enter(key.sign(asked), pageOf()))).toBe('challenge_over');

    const late = key.sign(await ask(pageOf()));
    await server.clock.advance(5 * minuteMs);
    const answer = await pageOf().request('POST', '/api/auth/login/passkey', { body: { passkey: late } });
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('Pasó demasiado tiempo.')]);
    expect(await errorOf(alone(key, { challenge: 'x'.repeat(43) }))).toBe('challenge_over');
    const garbled = { ...key.sign(await ask(pageOf())), clientDataJSON: 'bm9uc2Vuc2U' };
    expect(await errorOf(enter(garbled, pageOf()))).toBe('challenge_over');
    await server.database.db.deleteFrom('login_failures').execute();
    expect(await errorOf(alone(key))).toBe('ok');
    // Anybody may ask for challenges: late ones go as others ask.
    await server.clock.advance(5 * minuteMs);
    await ask(pageOf());
    expect(await server.database.db.selectFrom('passkey_challenges').selectAll().execute()).toHaveLength(1);
  });

  test('refuses a signature of another page, another name, without fingerprint or PIN, or that is forged', async () => {
    const person = await newPerson();
    const { key } = await add(person);
    const other = (await add(await newPerson())).key;
    const wrong: Wrongly[] = [
      { origin: 'https://localhost.example' },
      { origin: origin.replace('http:', 'https:') },
      { rpId: 'localhost.example' },
      { isVerified: false },
      { userHandle: Buffer.alloc(16).toString('base64url') },
    ];
    for (const wrongly of wrong) {
      await server.database.db.deleteFrom('login_failures').execute();
      expect(await errorOf(alone(key, wrongly)), JSON.stringify(wrongly)).toBe('invalid_credentials');
    }
    // Signed by the key of another passkey.
    const asked = await ask(pageOf());
    expect(await errorOf(enter({ ...other.sign(asked), id: key.id }, pageOf()))).toBe('invalid_credentials');
    const { authenticatorData, ...rest } = key.sign(await ask(pageOf()));
    const counted = Buffer.from(authenticatorData, 'base64url');
    counted.writeUInt32BE(99, 33);
    const forged = { ...rest, authenticatorData: counted.toString('base64url') };
    expect(await errorOf(enter(forged, pageOf()))).toBe('invalid_credentials');
    const refused = (await auditOf(person.userId)).filter(({ action }) => action === 'session.refused');
    expect(refused).toHaveLength(7);
    expect(refused[0]).toMatchObject({ details: { way: 'passkey' } });
  });

  test('refuses and audits a counter that does not move on; a synced passkey counts nothing', async () => {
    const person = await newPerson();
    const { key } = await add(person);
    await alone(key, { counter: 7 });
    expect(await errorOf(alone(key, { counter: 7 }))).toBe('invalid_credentials');
    expect(await errorOf(alone(key, { counter: 6 }))).toBe('invalid_credentials');
    expect(await errorOf(alone(key, { counter: 0 }))).toBe('invalid_credentials');
    const refused = (await auditOf(person.userId)).filter(({ action }) => action === 'user.passkey_refused');
    expect(refused).toHaveLength(3);
    expect(await errorOf(alone(key, { counter: 8 }))).toBe('ok');

    const synced = (await add(await newPerson(), byPassword, { counts: false })).key;
    expect([await errorOf(alone(synced)), await errorOf(alone(synced))]).toEqual(['ok', 'ok']);
  });

  test('is not for somebody inactive, deleted, or whose passkey is gone; the answer is the same as for an unknown one', async () => {
    const [inactive, deleted] = [await newPerson(), await newPerson()];
    const keys = [(await add(inactive)).key, (await add(deleted)).key];
    const { db } = server.database;
    await db.updateTable('users').set({ is_active: false }).where('id', '=', inactive.userId).execute();
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.userId).execute();
    const gone = await newPerson();
    const removed = await add(gone);
    await remove(gone, removed.passkey.id, await proofBy(gone, removed.key));
    const answers = new Set<string>();
    for (const key of [...keys, removed.key]) {
      const page = pageOf();
      const body = { passkey: key.sign(await ask(page)) };
      const answer = await page.request('POST', '/api/auth/login/passkey', { body });
      const { requestId: _, ...said } = (await answer.json()) as { requestId: string };
      answers.add(`${answer.status} ${JSON.stringify(said)}`);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('No se aceptó la passkey.');
  });

  test('is limited as passwords are: by person and address, and by address where nobody is known', async () => {
    const { key } = await add(await newPerson());
    const from = (address: string) => pageOf(undefined, address);
    for (let count = 0; count < 5; count += 1)
      expect(await errorOf(alone(key, { isVerified: false }, from('10.2.0.1')))).toBe('invalid_credentials');
    expect(await errorOf(alone(key, {}, from('10.2.0.1')))).toBe('too_many_attempts');
    expect(await errorOf(alone(key, {}, from('10.2.0.2')))).toBe('ok');

    const nobodys = makePasskey(await begin(await newPerson()), origin);
    for (let count = 0; count < 5; count += 1)
      expect(await errorOf(alone(nobodys, {}, from('10.2.0.3')))).toBe('invalid_credentials');
    expect(await errorOf(alone(nobodys, {}, from('10.2.0.3')))).toBe('too_many_attempts');
    const { count } = await server.database.db
      .selectFrom('login_failures')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('address', '=', '10.2.0.3')
      .executeTakeFirstOrThrow();
    expect(count).toBe(5);
  });
});

describe('as the second step', () => {
  test('is asked for after the password of somebody who has only passkeys, and signs in', async () => {
    const person = await newPerson();
    const { key, recoveryCodes } = await add(person);
    const page = pageOf();
    const { challenge, kinds } = await password(person.username, page);
    expect(kinds).toEqual(['passkey', 'recovery']);
    expect(await errorOf(page.get('/api/auth/user'))).toBe('not_signed_in');
    const asked = await askStep(challenge, page);
    expect(asked.allowCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['internal'] }]);
    expect(await enterStep(challenge, key.sign(asked), page)).toMatchObject({ id: person.userId });
    expect(await sessionsOf(person.userId)).toContainEqual({ way: 'password', second_factor: 'passkey' });
    // The sign-in's challenge is spent.
    expect(await errorOf(askStep(challenge))).toBe('challenge_over');

    const again = await password(person.username);
    const byCode = { challenge: again.challenge, code: recoveryCodes?.[0] };
    expect(await errorOf(pageOf().post('/api/auth/login/code', byCode))).toBe('ok');
    expect(await person.get('/api/auth/second-factor')).toMatchObject({ confirmedAt: null, codesLeft: 9 });
  });

  test('refuses the passkey and the challenge of another person, of another purpose, and used ones', async () => {
    const [ana, bea] = [await newPerson(), await newPerson()];
    const [ofAna, ofBea] = [(await add(ana)).key, (await add(bea)).key];
    const { challenge } = await password(ana.username);
    const [forAna, forBea] = [await askStep(challenge), await askStep((await password(bea.username)).challenge)];
    expect(await errorOf(enterStep(challenge, ofBea.sign(forAna)))).toBe('invalid_credentials');
    expect(await errorOf(enterStep(challenge, ofAna.sign(forBea)))).toBe('challenge_over');
    expect(await errorOf(enterStep(challenge, ofAna.sign(await ask(pageOf()))))).toBe('challenge_over');
    const proof = await ana.post<PasskeyRequestOptions>('/api/auth/passkeys/confirm');
    expect(await errorOf(enterStep(challenge, ofAna.sign(proof)))).toBe('challenge_over');
    await server.database.db.deleteFrom('login_failures').execute();
    // Nor does a challenge of the second step sign in alone.
    expect(await errorOf(enter(ofAna.sign(await askStep(challenge)), pageOf()))).toBe('challenge_over');
    const unverified = ofAna.sign(await askStep(challenge), { isVerified: false });
    expect(await errorOf(enterStep(challenge, unverified))).toBe('invalid_credentials');
    const good = ofAna.sign(await askStep(challenge));
    expect(await errorOf(enterStep('x'.repeat(43), good))).toBe('challenge_over');
    expect(await errorOf(enterStep(challenge, good))).toBe('ok');
    expect(await errorOf(enterStep(challenge, good))).toBe('challenge_over');
  });

  test('ends with a new password, as the code does', async () => {
    const person = await newPerson();
    const { key } = await add(person);
    const { challenge } = await password(person.username);
    const asked = await askStep(challenge);
    await person.put('/api/auth/password', { currentPassword: testPassword, newPassword: 'otra clave de prueba' });
    expect(await errorOf(enterStep(challenge, key.sign(asked)))).toBe('challenge_over');
  });

  test('is offered beside the code of an app', async () => {
    const person = await newPerson();
    const { secret } = await setUpApp(person);
    const added = await add(person, { ...byPassword, code: codeOf(secret) });
    expect(added.recoveryCodes).toBeNull();
    const { challenge, kinds } = await password(person.username);
    expect(kinds).toEqual(['passkey', 'totp', 'recovery']);
    await server.clock.advance(minuteMs);
    expect(await errorOf(pageOf().post('/api/auth/login/code', { challenge, code: codeOf(secret) }))).toBe('ok');
  });
});

describe("one's own", () => {
  test('the first ends other sessions and brings recovery codes, the next neither; nothing secret is kept', async () => {
    const person = await newPerson();
    const other = pageOf();
    await password(person.username, other);
    const first = await add(person);
    expect(first.recoveryCodes).toHaveLength(10);
    expect(await errorOf(other.get('/api/auth/user'))).toBe('not_signed_in');
    await alone(first.key, {}, other);
    await server.clock.advance(1_000);
    const second = await add(person, await proofBy(person, first.key), { counts: false });
    expect(second.recoveryCodes).toBeNull();
    expect(await errorOf(other.get('/api/auth/user'))).toBe('ok');
    expect(await read(person)).toEqual({
      passkeys: [
        expect.objectContaining({ name: 'Portátil', isSynced: false, host: 'localhost' }),
        expect.objectContaining({ isSynced: true, lastUsedAt: null }),
      ],
      host: 'localhost',
      hasPassword: true,
      asksCode: true,
    });
    const kept = JSON.stringify(await server.database.db.selectFrom('recovery_codes').selectAll().execute());
    expect(first.recoveryCodes?.filter((code) => kept.includes(code.replace('-', '')))).toEqual([]);
  });

  test('a stolen session adds none: not without a proof, by a wrong one, or through a second factor of its own', async () => {
    const person = await newPerson();
    const thief = pageOf(person.cookie);
    expect(await errorOf(thief.post('/api/auth/passkeys/begin', {}))).toBe('invalid_input');
    expect(await errorOf(begin(thief, { password: 'equivocada' }))).toBe('wrong_password');
    const unasked = makePasskey(await begin(await newPerson()), origin).made;
    expect(await errorOf(thief.post('/api/auth/passkeys', { name: 'Ladrón', passkey: unasked }))).toBe(
      'challenge_over',
    );
    // An app may be set up by a session where there is no second factor yet. Its code alone opens nothing here.
    const { secret, recoveryCodes } = await setUpApp(thief);
    for (const code of [codeOf(secret), recoveryCodes[0] ?? ''])
      expect(await errorOf(begin(thief, { password: 'equivocada', code }))).toBe('wrong_password');
    expect((await read(person)).passkeys).toEqual([]);
  });

  test('where there is a second factor, the password alone is no proof; removing asks for the same', async () => {
    const person = await newPerson();
    const { key, passkey, recoveryCodes } = await add(person);
    const stranger = (await add(await newPerson())).key;
    expect(await errorOf(begin(person))).toBe('wrong_code');
    expect(await errorOf(begin(person, { ...byPassword, code: '000000' }))).toBe('wrong_code');
    expect(await errorOf(remove(person, passkey.id, byPassword))).toBe('wrong_code');
    expect(await errorOf(remove(person, passkey.id, await proofBy(person, stranger)))).toBe('invalid_input');
    await server.database.db.deleteFrom('login_failures').execute();
    const signedIn = { passkey: key.sign(await ask(pageOf())) };
    expect(await errorOf(remove(person, passkey.id, signedIn))).toBe('challenge_over');
    const used = await proofBy(person, key);
    expect(await errorOf(begin(person, used))).toBe('ok');
    expect(await errorOf(remove(person, passkey.id, used))).toBe('challenge_over');
    await remove(person, passkey.id, { ...byPassword, code: recoveryCodes?.[0] ?? '' });
    expect(await person.get('/api/auth/user')).toMatchObject({ hasSecondFactor: false });
    expect(await errorOf(alone(key))).toBe('invalid_credentials');
    // Its recovery codes went with it.
    expect(await person.get('/api/auth/second-factor')).toMatchObject({ codesLeft: 0, hasPasskeys: false });
    expect((await auditOf(person.userId)).map(({ action }) => action)).toContain('user.passkey_removed');
  });

  test('guessing at a proof is limited', async () => {
    const person = await newPerson();
    for (let count = 0; count < 5; count += 1)
      expect(await errorOf(begin(person, { password: 'equivocada' }))).toBe('wrong_password');
    expect(await errorOf(begin(person))).toBe('too_many_attempts');
  });

  test('are seen, renamed and removed by nobody else', async () => {
    const [ana, bea] = [await newPerson(), await newPerson()];
    const { passkey, key } = await add(ana);
    const ofBea = await add(bea);
    const path = `/api/auth/passkeys/${passkey.id}`;
    expect(await errorOf(bea.patch(path, { name: 'Mía' }))).toBe('not_found');
    expect(await errorOf(remove(bea, passkey.id, await proofBy(bea, ofBea.key)))).toBe('not_found');
    expect((await read(bea)).passkeys).toHaveLength(1);
    expect(await ana.patch(path, { name: '  Llave azul ' })).toMatchObject({ name: 'Llave azul' });
    expect((await read(ana)).passkeys).toMatchObject([{ name: 'Llave azul' }]);
    expect((await auditOf(ana.userId)).at(-1)).toMatchObject({
      action: 'user.passkey_renamed',
      details: { name: 'Llave azul' },
    });
    expect(await errorOf(alone(key))).toBe('ok');
  });

  test('made for another page, name or challenge, or without fingerprint or PIN, is refused; so is one that exists', async () => {
    const person = await newPerson();
    const wrong: Wrongly[] = [{ origin: 'https://otra.example' }, { rpId: 'otra.example' }, { isVerified: false }];
    for (const wrongly of wrong)
      expect(await errorOf(add(person, byPassword, wrongly)), JSON.stringify(wrongly)).toBe('invalid_input');
    expect(await errorOf(add(person, byPassword, { challenge: 'x'.repeat(43) }))).toBe('challenge_over');
    // Challenges are of the person who asked for them.
    const ofOther = makePasskey(await begin(await newPerson()), origin).made;
    expect(await errorOf(person.post('/api/auth/passkeys', { name: 'Una', passkey: ofOther }))).toBe('challenge_over');
    const { key } = await add(person);
    expect(await errorOf(person.post('/api/auth/passkeys', { name: 'Una', passkey: key.made }))).toBe('challenge_over');
    const { challenge } = await begin(person, await proofBy(person, key));
    const again = JSON.parse(Buffer.from(key.made.clientDataJSON, 'base64url').toString()) as object;
    const clientDataJSON = Buffer.from(JSON.stringify({ ...again, challenge })).toString('base64url');
    const repeated = { name: 'Otra', passkey: { ...key.made, clientDataJSON } };
    expect(await errorOf(person.post('/api/auth/passkeys', repeated))).toBe('conflict');
  });

  test('are twenty at most', async () => {
    const person = await newPerson();
    const { key } = await add(person, byPassword, { counts: false });
    for (let count = 1; count < 20; count += 1) await add(person, await proofBy(person, key), { counts: false });
    expect(await errorOf(begin(person, await proofBy(person, key)))).toBe('conflict');
  });

  test('an address without a name has none, and says why; a password removes one from there', async () => {
    const person = await newPerson();
    const { passkey, recoveryCodes } = await add(person);
    const atIp = createHttpClient(server.url, {}, person.cookie);
    expect(await read(atIp)).toMatchObject({ host: null, passkeys: [{ host: 'localhost' }] });
    const refused = await atIp.request('POST', '/api/auth/passkeys/begin', { body: { proof: byPassword } });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('dirección de números (IP)');
    expect(await errorOf(atIp.post('/api/auth/login/passkey/begin'))).toBe('conflict');
    await remove(atIp, passkey.id, { ...byPassword, code: recoveryCodes?.[0] ?? '' });
    expect((await read(atIp)).passkeys).toEqual([]);
  });

  test('somebody without a password adds one only by a passkey that they have', async () => {
    const person = await newPerson();
    const { key } = await add(person);
    const { db } = server.database;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.userId).execute();
    expect(await errorOf(begin(person))).toBe('conflict');
    expect(await errorOf(add(person, await proofBy(person, key)))).toBe('ok');
    expect(await read(person)).toMatchObject({ hasPassword: false });
  });
});

describe('beside the other rules of second factors', () => {
  const require = (who: HttpClient, secondFactor: string) => who.put('/api/settings', { secondFactor });

  test('a passkey fulfils the requirement of a workspace, and the last one stays while it is required', async () => {
    const behind = Date.now() - server.clock.now().getTime();
    if (behind > 0) await server.clock.advance(behind + minuteMs);
    const { admin, id } = await newWorkspace();
    const operator = await newPerson('operator', id);
    await add(admin);
    await require(admin, 'all');
    await server.clock.advance(7 * dayMs);
    await server.database.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute();
    expect(await errorOf(operator.get('/api/settings'))).toBe('second_factor_required');
    const { key, passkey, recoveryCodes } = await add(operator);
    expect(await errorOf(operator.get('/api/settings'))).toBe('ok');

    expect(await errorOf(remove(operator, passkey.id, await proofBy(operator, key)))).toBe('conflict');
    const next = await add(operator, await proofBy(operator, key));
    // Two removals at once leave one passkey.
    const proofs = [await proofBy(operator, key), await proofBy(operator, next.key)];
    const results = await Promise.all([
      errorOf(remove(operator, passkey.id, proofs[0] ?? byPassword)),
      errorOf(remove(operator, next.passkey.id, proofs[1] ?? byPassword)),
    ]);
    expect(results.filter((each) => each === 'ok')).toHaveLength(1);
    expect((await read(operator)).passkeys).toHaveLength(1);

    // An app beside it may go, because the passkey is left.
    const { secret } = await setUpApp(operator, recoveryCodes?.[0]);
    await operator.post('/api/auth/second-factor/end', { code: codeOf(secret) });
    expect(await operator.get('/api/auth/second-factor')).toMatchObject({ confirmedAt: null, hasPasskeys: true });
    expect(await errorOf(operator.get('/api/settings'))).toBe('ok');
  });

  test('a password alone no longer signs in, a known browser neither', async () => {
    const person = await newPerson();
    const page = pageOf();
    await password(person.username, page);
    await page.post('/api/auth/logout');
    await add(person);
    expect(await password(person.username, page)).toMatchObject({ kinds: ['passkey', 'recovery'] });
    expect(await errorOf(page.get('/api/auth/user'))).toBe('not_signed_in');
  });

  test('a session alone sets up no app beside a passkey, nor new recovery codes', async () => {
    const person = await newPerson();
    const { recoveryCodes } = await add(person);
    expect(await errorOf(person.post('/api/auth/second-factor/begin', {}))).toBe('wrong_code');
    expect(await errorOf(person.post('/api/auth/second-factor/recovery-codes', { code: '000000' }))).toBe('wrong_code');
    const renewed = await person.post('/api/auth/second-factor/recovery-codes', { code: recoveryCodes?.[0] });
    expect(renewed).toMatchObject({ recoveryCodes: expect.any(Array) });
  });

  test('an admin and the operator of the machine take them away with the second factor; sign-ins under way end', async () => {
    const { admin } = await newWorkspace();
    const order = { username: 'perdio-la-llave', password: testPassword, role: 'operator' };
    const { id: userId } = await admin.post<UserAccount>('/api/users', order);
    const page = pageOf();
    await password('perdio-la-llave', page);
    const { key } = await add(page);
    const users = await admin.get<UserAccount[]>('/api/users');
    expect(users.find((user) => user.id === userId)?.hasSecondFactor).toBe(true);
    const { challenge } = await password('perdio-la-llave');
    const asked = await askStep(challenge);
    const adding = makePasskey(await begin(page, await proofBy(page, key)), origin).made;
    expect((await admin.request('DELETE', `/api/users/${userId}/second-factor`)).status).toBe(200);
    expect(await errorOf(page.get('/api/auth/user'))).toBe('not_signed_in');
    expect(await errorOf(enterStep(challenge, key.sign(asked)))).toBe('challenge_over');
    expect(await errorOf(alone(key))).toBe('invalid_credentials');
    await password('perdio-la-llave', page);
    expect(await errorOf(page.post('/api/auth/passkeys', { name: 'Tarde', passkey: adding }))).toBe('challenge_over');

    const again = await add(page);
    expect(await resetSecondFactor(server.database.db, server.clock, 'perdio-la-llave')).toBe('reset');
    expect(await errorOf(alone(again.key))).toBe('invalid_credentials');
    expect(await resetSecondFactor(server.database.db, server.clock, 'perdio-la-llave')).toBe('had_none');
  });

  test('no API token reaches them', async () => {
    const { admin } = await newWorkspace();
    const { passkey } = await add(admin);
    const made = await admin.post<{ token: string }>('/api/tokens', {
      name: 'Programa',
      role: 'admin',
      expiresInDays: 1,
    });
    const program = server.program(made.token);
    const works = [
      program.get('/api/auth/passkeys'),
      begin(program),
      program.post('/api/auth/passkeys/confirm'),
      program.patch(`/api/auth/passkeys/${passkey.id}`, { name: 'Otra' }),
      remove(program, passkey.id, byPassword),
    ];
    expect(await Promise.all(works.map(errorOf))).toEqual(works.map(() => 'forbidden'));
  });
});

test('with PUBLIC_URL, passkeys belong to its name, and to no other by which the server is reached', async () => {
  const published = await startTestAccess({ publicUrl: 'https://consola.example', database: server });
  const person = await published.signIn();
  const at = (page: string) => createHttpClient(published.url, { origin: page }, person.cookie);
  const page = at('https://consola.example');
  const options = await begin(page);
  expect(options.rp).toEqual({ id: 'consola.example', name: 'Vocero de prueba' });
  const key = makePasskey(options, 'https://consola.example');
  await page.post('/api/auth/passkeys', { name: 'Portátil', passkey: key.made });
  const elsewhere = await at(published.url).request('POST', '/api/auth/login/passkey/begin');
  expect(elsewhere.status).toBe(409);
  expect(await elsewhere.text()).toContain('pertenecen a https://consola.example');
  expect(await errorOf(alone(key, {}, page))).toBe('ok');
  // A passkey of one name is worth nothing at another.
  expect(await errorOf(alone(key, { origin }))).toBe('invalid_credentials');
  await published.stop();
});
