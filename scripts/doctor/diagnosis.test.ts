// Each check of `npm run doctor` on a planted fault, with real servers, and its limits.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { EnvironmentVariables } from '../../src/server/platform/config.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/db/embedded-postgres.ts';
import { computeSecretKeyFingerprint } from '../../src/server/platform/db/secret-check-store.ts';
import { startMailReceiver } from '../../src/server/testing/mail-receiver.ts';
import { createTestDatabase, type TestDatabase } from '../../src/server/testing/test-database.ts';
import type { Finding, Machine } from './check.ts';
import { diagnose } from './diagnosis.ts';
import { judgeDisk } from './machine-checks.ts';
import { certificateEndsAt, localhostCertificate, localhostKey } from './testing/localhost-certificate.ts';

const secretKey = 'una clave secreta para las pruebas, larga';
const endings: (() => unknown)[] = [];
let place: string;
let database: TestDatabase;

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-doctor-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});
afterAll(async () => {
  await database.drop();
  rmSync(place, { recursive: true });
});

async function find(
  id: string,
  env: EnvironmentVariables,
  machine: Partial<Machine> = {},
  mayAskOutside = false,
): Promise<Finding> {
  const findings = await diagnose({ PORT: '0', ...env }, { machine, mayAskOutside });
  const found = findings.find((each) => each.id === id);
  if (!found) throw new Error(`nothing is said of ${id}: ${JSON.stringify(findings)}`);
  return found;
}

const own = (connectionString = database.connectionString): EnvironmentVariables => ({
  DATABASE_URL: connectionString,
  SECRET_KEY: secretKey,
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket).size);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** Our /healthz's answer, with a clock that far off. */
const health = (aheadMs = 0) =>
  ((_request, response) =>
    void response
      .writeHead(200, { date: new Date(Date.now() + aheadMs).toUTCString() })
      .end('{"status":"ok"}')) as http.RequestListener;

async function query(statement: string, connectionString = database.connectionString): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

it('finds nothing wrong with a sound set-up, and says which key, database and extensions it saw', async () => {
  const findings = await diagnose({ PORT: '0', ...own() });
  expect(findings.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(Object.fromEntries(findings.map(({ id, status }) => [id, status]))).toMatchObject({
    variables: 'ok',
    node: 'ok',
    database: 'ok',
    rights: 'ok',
    connections: 'ok',
    schema: 'ok',
    secret_key: 'ok',
    port: 'ok',
    clock: 'ok',
    smtp: 'ok',
    public_url: 'warn',
    webhooks: 'warn',
    provider: 'skipped',
  });
  for (const finding of findings) expect.soft('action' in finding, finding.id).toBe(/warn|fail/.test(finding.status));
});

it('names every wrong variable at once, and looks at nothing by defaults in their place', async () => {
  const findings = await diagnose({ PORT: 'ocho', SMTP_URL: 'correo con clave', DATA_DIR: place });
  expect(findings).toMatchObject([{ id: 'variables', status: 'fail' }]);
  expect(findings[0]?.message).toMatch(/PORT: se esperaba .* SMTP_URL: se esperaba/);
  expect(findings[0]?.message).not.toContain('correo con clave');
});

it('an old Node, little memory, little disk', async () => {
  expect(await find('node', own(), { nodeVersion: '20.19.0' })).toMatchObject({ status: 'fail' });
  expect(await find('memory', own(), { memoryBytes: 300 * 2 ** 20 })).toMatchObject({ status: 'fail' });
  expect(await find('memory', own(), { memoryBytes: 700 * 2 ** 20 })).toMatchObject({ status: 'warn' });
  expect([0.049, 0.05, 0.099, 0.1].map((free) => judgeDisk(free).status)).toEqual(['fail', 'warn', 'warn', 'ok']);
});

it('a DATA_DIR that cannot be made, cannot be written to, is a demo, or shows its key', async () => {
  const file = path.join(place, 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, path.join(file, 'below')])
    expect.soft(await find('data_dir', { DATA_DIR: dataDir }), dataDir).toMatchObject({ status: 'fail' });
  const demo = path.join(place, 'demo');
  mkdirSync(demo);
  writeFileSync(path.join(demo, 'DEMO'), '');
  expect(await find('data_dir', { DATA_DIR: demo })).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('demostración'),
  });
  const open = path.join(place, 'open');
  mkdirSync(open);
  writeFileSync(path.join(open, 'secret.key'), 'x'.repeat(40));
  chmodSync(path.join(open, 'secret.key'), 0o644);
  expect(await find('data_dir', { DATA_DIR: open })).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('secret.key'),
  });
  chmodSync(path.join(open, 'secret.key'), 0o600);
  expect(await find('data_dir', { DATA_DIR: open })).toMatchObject({ status: 'ok' });
  writeFileSync(path.join(open, 'secret.key'), 'corta');
  expect(await find('secret_key', { ...own(), DATA_DIR: open })).toMatchObject({ status: 'ok' });
});

// Root may write anywhere.
it.runIf(process.platform === 'linux')('a DATA_DIR whose rights are another’s', async () => {
  const closed = path.join(place, 'closed');
  mkdirSync(closed, { mode: 0o555 });
  const folder = process.getuid?.() === 0 ? '/proc/sys' : closed;
  const found = await find('data_dir', { DATA_DIR: folder });
  expect(found).toMatchObject({ status: 'fail', message: expect.stringContaining('No se puede escribir') });
});

it('makes nothing where there is nothing, and leaves nothing where there is something', async () => {
  const absent = path.join(place, 'absent');
  await diagnose({ PORT: '0', DATA_DIR: absent });
  expect(existsSync(absent)).toBe(false);
  const empty = path.join(place, 'empty');
  mkdirSync(empty);
  await diagnose({ PORT: '0', DATA_DIR: empty });
  expect(readdirSync(empty)).toEqual([]);
});

it('a port that another program uses, and one that a Vocero of ours does', async () => {
  const taken = await listen(createServer((socket) => void socket.on('error', () => undefined).end()));
  expect(await find('port', { ...own(), PORT: String(taken) })).toMatchObject({
    status: 'fail',
    message: expect.stringContaining(String(taken)),
  });
  const ours = await listen(http.createServer(health()));
  expect(await find('port', { ...own(), PORT: String(ours) })).toMatchObject({ status: 'ok' });
  expect(await find('port', { ...own(), HOST: '192.0.2.1' })).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('192.0.2.1'),
  });
});

it('a database that is away, is not UTF-8, or lacks room, extensions or rights', async () => {
  const away = await diagnose({ PORT: '0', ...own('postgres://u:clave-secreta@127.0.0.1:1/x') });
  expect(away.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual(['database']);
  expect(JSON.stringify(away)).not.toMatch(/clave-secreta|una clave secreta/);

  const ascii = new URL(inject('testPostgres'));
  await query(`create database doctor_ascii encoding 'SQL_ASCII' locale 'C' template template0`, ascii.href);
  endings.push(() => query('drop database doctor_ascii with (force)', inject('testPostgres')));
  ascii.pathname = '/doctor_ascii';
  expect(await find('database', own(ascii.href))).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('SQL_ASCII'),
  });

  // Found before the server's own view.
  await query(`create schema other; create view other.pg_available_extensions as
    select * from pg_catalog.pg_available_extensions where name <> 'unaccent'`);
  const without = new URL(database.connectionString);
  without.searchParams.set('options', '-c search_path=other,pg_catalog');
  expect(await find('rights', own(without.href))).toMatchObject({ status: 'fail', message: 'Faltan unaccent.' });

  await query(`create role doctor_guest login password 'x' connection limit 12`);
  endings.push(() => query('drop role doctor_guest'));
  const guest = new URL(ascii.href);
  guest.username = 'doctor_guest';
  guest.password = 'x';
  expect(await find('rights', own(guest.href))).toMatchObject({
    status: 'fail',
    message: 'El usuario doctor_guest no puede crear tablas en el esquema public.',
  });
  guest.pathname = new URL(database.connectionString).pathname;
  expect(await find('connections', own(guest.href))).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('de 12;'),
  });
});

it('a key that is not the database’s, none, and a database that a newer version migrated', async () => {
  await query(
    `insert into installation (key, value) values ('secret_check', '${computeSecretKeyFingerprint(secretKey)}')`,
  );
  expect(await find('secret_key', own())).toMatchObject({ status: 'ok', message: 'Es la de esta base.' });
  expect(await find('secret_key', { ...own(), SECRET_KEY: 'otra clave de las pruebas' })).toMatchObject({
    status: 'fail',
  });
  expect(await find('secret_key', { DATABASE_URL: database.connectionString })).toMatchObject({ status: 'fail' });
  await query(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
  expect(await find('schema', own())).toMatchObject({ status: 'fail', message: expect.stringContaining('9999-later') });
  await query(`delete from kysely_migration where name = '9999-later'`);
});

it('webhooks that never came, that come, and whose signature is wrong', async () => {
  expect(await find('webhooks', own())).toMatchObject({ status: 'warn', message: 'Nunca llegó uno.' });
  await query(`insert into webhook_receipts (workspace_id, slot, last_event_at) values (gen_random_uuid(), 0, now())`);
  expect(await find('webhooks', own())).toMatchObject({ status: 'ok' });
  await query(`update webhook_receipts set last_failure_at = now() + interval '1 minute'`);
  expect(await find('webhooks', own())).toMatchObject({ status: 'warn', message: expect.stringContaining('firma') });
  await query('delete from webhook_receipts');
});

it('a PUBLIC_URL without a name, that nobody answers, that leads elsewhere, or without TLS', async () => {
  const port = await listen(http.createServer(health()));
  const elsewhere = await listen(http.createServer((_request, response) => void response.writeHead(404).end('nginx')));
  const ask = (publicUrl: string, running = true) =>
    find('public_url', { ...own(), PUBLIC_URL: publicUrl, PORT: running ? String(port) : '0' });
  expect(await ask('https://no-existe.invalid')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('no-existe.invalid'),
  });
  expect(await ask('http://127.0.0.1:1')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('no responde'),
  });
  // Without a server behind it, a balancer's answer says nothing about the address.
  expect(await ask('http://127.0.0.1:1', false)).toMatchObject({ status: 'warn' });
  expect(await ask(`http://127.0.0.1:${elsewhere}`)).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('404'),
  });
  expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'warn', message: 'Responde, sin cifrar.' });
});

it('a certificate that nobody trusts, has run out, soon will, or is another name’s; and a port without TLS', async () => {
  const port = await listen(https.createServer({ key: localhostKey, cert: localhostCertificate }, health()));
  const trusted = { extraAuthority: localhostCertificate };
  const daysBeforeEnd = (days: number) => ({
    ...trusted,
    now: () => new Date(certificateEndsAt.getTime() - days * 86_400_000),
  });
  const ask = (machine: Partial<Machine>, name = 'localhost') =>
    find('tls', { ...own(), PUBLIC_URL: `https://${name}:${port}` }, machine);
  expect(await ask(trusted)).toEqual({
    id: 'tls',
    name: 'Certificado',
    status: 'ok',
    message: 'Vale hasta el 2120-01-01.',
  });
  expect(await ask({})).toMatchObject({ status: 'fail', message: expect.stringContaining('No es de confianza') });
  expect(await ask(trusted, '127.0.0.1')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('No es de confianza'),
  });
  expect(await ask(daysBeforeEnd(5))).toMatchObject({ status: 'warn', message: 'Vence el 2120-01-01.' });
  expect(await ask(daysBeforeEnd(-1))).toMatchObject({ status: 'fail', message: 'Venció el 2120-01-01.' });
  const plain = await listen(http.createServer(health()));
  expect(await find('tls', { ...own(), PUBLIC_URL: `https://localhost:${plain}` })).toMatchObject({ status: 'fail' });
  // The certificate of PUBLIC_URL is another check, and the same server answers.
  expect(await find('public_url', { ...own(), PUBLIC_URL: `https://localhost:${port}` })).toMatchObject({
    status: 'warn',
    message: expect.stringContaining('red privada'),
  });
});

it('mail that is taken, refused, or answered by nobody, and sends none', async () => {
  const mail = await startMailReceiver();
  endings.push(() => mail.close());
  expect(await find('smtp', { ...own(), SMTP_URL: mail.url })).toMatchObject({ status: 'ok' });
  expect(mail.mails).toEqual([]);
  const refusing = await listen(createServer((socket) => void socket.on('error', () => undefined).end('554 no\r\n')));
  for (const port of [refusing, 1]) {
    const found = await find('smtp', { ...own(), SMTP_URL: `smtp://ana:clave-secreta@127.0.0.1:${port}` });
    expect(found).toMatchObject({ status: 'fail' });
    expect(JSON.stringify(found)).not.toContain('clave-secreta');
  }
});

it('a clock that is off, by the database’s and, when told to, the provider’s', async () => {
  const minutes = 60_000;
  const ahead = (ms: number): Partial<Machine> => ({ now: () => new Date(Date.now() + ms) });
  expect(await find('clock', own(), ahead(minutes))).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/^Difiere (?:59|60|61) s\.$/),
  });
  expect(await find('clock', own(), ahead(-4 * minutes))).toMatchObject({ status: 'fail' });
  let asked = 0;
  const provider = http.createServer((request, response) => {
    asked += 1;
    health(3 * minutes)(request, response);
  });
  const base = { ...own(), RETELL_BASE_URL: `http://127.0.0.1:${await listen(provider)}` };
  expect(await find('clock', base)).toMatchObject({ status: 'ok' });
  expect(await find('provider', base)).toMatchObject({ status: 'skipped' });
  // Without consent nothing outside was contacted.
  expect(asked).toBe(0);
  expect(await find('clock', base, {}, true)).toMatchObject({ status: 'fail' });
  expect(await find('provider', base, {}, true)).toMatchObject({ status: 'ok' });
  expect(await find('provider', { ...own(), RETELL_BASE_URL: 'http://127.0.0.1:1' }, {}, true)).toMatchObject({
    status: 'fail',
  });
});

it('what hangs is given up and told', async () => {
  const port = await listen(createServer(() => undefined));
  const found = await find('smtp', { ...own(), SMTP_URL: `smtp://127.0.0.1:${port}` }, { limitMs: 200 });
  expect(found).toMatchObject({ status: 'fail', message: 'No terminó en 0.2 s.' });
});

it('the embedded database, running and stopped, is looked at and left as it is', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'vocero-doctor-pg-'));
  endings.push(() => rmSync(dataDir, { recursive: true }));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir, log, throwaway: true });
  endings.push(() => embedded.stop());
  const env = { DATA_DIR: dataDir };
  expect(await find('database', env)).toMatchObject({ status: 'ok', message: expect.stringMatching(/^PostgreSQL 18/) });
  expect(await find('connections', env)).toMatchObject({ status: 'ok' });
  expect(await find('schema', env)).toMatchObject({ status: 'ok', message: expect.stringContaining('vacía') });
  await embedded.stop();
  expect(await find('database', env)).toMatchObject({ status: 'ok', message: expect.stringContaining('detenida') });
  expect(await find('rights', env)).toMatchObject({ status: 'skipped' });
  expect(existsSync(path.join(dataDir, 'secret.key'))).toBe(false);

  const copy = path.join(place, 'other-version');
  cpSync(path.join(dataDir, 'pg18/PG_VERSION'), path.join(copy, 'pg18/PG_VERSION'));
  expect(await find('database', { DATA_DIR: copy })).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('contraseña'),
  });
  writeFileSync(path.join(copy, 'pg18/PG_VERSION'), '17\n');
  expect(await find('database', { DATA_DIR: copy })).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('PostgreSQL 17'),
  });
});

it('the command tells it to people and to programs, and ends with 1 where something would stop', () => {
  const script = path.join(import.meta.dirname, '../doctor.ts');
  const env = { ...process.env, ...own(), PORT: '0', NODE_NO_WARNINGS: '1' };
  const told = execFileSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect(told).toMatch(/^✓ Base de datos +PostgreSQL 18/m);
  expect(told).toMatch(/^! PUBLIC_URL +No está definida\.\n +→ Define PUBLIC_URL/m);
  expect(told.trimEnd()).toMatch(/Nada impide arrancar; \d para mirar\.$/);
  const broken = { ...env, SECRET_KEY: 'otra clave de las pruebas', SMTP_URL: 'smtp://ana:clave-secreta@127.0.0.1:1' };
  const { status, stdout } = spawnSync(process.execPath, [script, '--json'], { env: broken, encoding: 'utf8' });
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  expect([status, ok]).toEqual([1, false]);
  expect(findings.filter((each) => each.status === 'fail').map(({ id }) => id)).toEqual(['secret_key', 'smtp']);
  expect(stdout).not.toMatch(/clave-secreta|otra clave/);
  expect(stdout).not.toContain(new URL(database.connectionString).password);
  expect(spawnSync(process.execPath, [script, '--nada'], { env, encoding: 'utf8' }).stderr).toMatch(/^Uso: /);
});
