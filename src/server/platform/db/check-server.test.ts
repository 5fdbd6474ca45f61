import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { assertDatabaseServerUsable } from './check-server.ts';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
});

async function ownDatabase(): Promise<string> {
  const own = await createTestDatabase();
  endings.push(() => own.drop());
  return own.connectionString;
}

test('a direct connection passes', async () => {
  await assertDatabaseServerUsable(await ownDatabase());
});

test('a transaction pooler is refused, whether it has one connection free or several', async () => {
  const direct = await ownDatabase();
  for (const size of [1, 2, 4]) {
    const pooled = await startTransactionPooler(direct, size);
    await expect(assertDatabaseServerUsable(pooled)).rejects.toThrow(/pooler en modo transacción/u);
  }
});

test.each([
  ['140012', 'DATABASE_URL: hace falta PostgreSQL 15 o más nuevo (encontrado: 14).'],
  ['150000', null],
])('a server that says it is of version %s is met with %s', async (version, refusal) => {
  const url = new URL(await ownDatabase());
  const client = new Client({ connectionString: url.href });
  await client.connect();
  // This function is found before the server's own, and passes on all other settings.
  await client.query(`create schema other; create function other.current_setting(name text) returns text language sql
    as $$ select case name when 'server_version_num' then '${version}' else pg_catalog.current_setting(name) end $$`);
  await client.end();
  url.searchParams.set('options', '-c search_path=other,pg_catalog,public');
  const checked = assertDatabaseServerUsable(url.href);
  await (refusal === null ? checked : expect(checked).rejects.toThrow(refusal));
});

test('a server that cannot be reached, a wrong password and a missing database say so without the password', async () => {
  const direct = new URL(await ownDatabase());
  const password = new URL(direct.href);
  password.password = 'clave-equivocada';
  const missing = new URL(direct.href);
  missing.pathname = '/no_existe';
  for (const url of ['postgres://u:clave-equivocada@127.0.0.1:1/x', password.href, missing.href]) {
    const refusal = await assertDatabaseServerUsable(url).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/^No se pudo usar la base de datos de DATABASE_URL: \S/u);
    expect(refusal).not.toMatch(/clave-equivocada|\n/u);
  }
});

// PgBouncer's transaction mode in essence: a client keeps a server connection from its statement until the server is
// idle outside a transaction. The connection freed last is used first.
async function startTransactionPooler(direct: string, size: number): Promise<string> {
  const free: Socket[] = [];
  const waiting: ((backend: Socket) => void)[] = [];
  const logins = Array.from({ length: size }, () => new Client({ connectionString: direct }));
  for (const login of logins) {
    await login.connect();
    login.on('error', () => undefined);
    const { stream } = (login as unknown as { connection: { stream: Socket } }).connection;
    stream.removeAllListeners('data');
    free.push(stream);
  }
  const release = (backend: Socket): void => {
    backend.removeAllListeners('data');
    const next = waiting.shift();
    if (next === undefined) free.push(backend);
    else next(backend);
  };
  const clients = new Set<Socket>();
  const server = net.createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    let held: Socket | undefined;
    const take = (backend: Socket, data: Buffer): void => {
      held = backend;
      let pending = Buffer.alloc(0);
      backend.on('data', (part: Buffer) => {
        client.write(part);
        pending = Buffer.concat([pending, part]);
        let idle = false;
        while (pending.length >= 5 && pending.length >= pending.readInt32BE(1) + 1) {
          const length = pending.readInt32BE(1) + 1;
          idle = pending[0] === 0x5a && pending[5] === 0x49; // ReadyForQuery, 'I'
          pending = pending.subarray(length);
        }
        if (!idle) return;
        held = undefined;
        release(backend);
      });
      backend.write(data);
    };
    client.once('data', () => {
      // AuthenticationOk and ReadyForQuery: the pooler authenticates its clients itself.
      client.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]));
      client.on('data', (data: Buffer) => {
        if (data[0] === 0x58) return void client.end(); // Terminate
        if (held !== undefined) return void held.write(data);
        const backend = free.pop();
        if (backend === undefined) waiting.push((freed) => take(freed, data));
        else take(backend, data);
        return undefined;
      });
    });
    client.on('close', () => {
      if (held === undefined) return;
      const backend = held;
      held = undefined;
      backend.removeAllListeners('data');
      backend.once('data', () => release(backend));
      backend.write(Buffer.concat([Buffer.from([0x51, 0, 0, 0, 13]), Buffer.from('ROLLBACK\0')]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(async () => {
    for (const client of clients) client.destroy();
    await new Promise((resolve) => server.close(resolve));
    for (const login of logins) {
      const { stream } = (login as unknown as { connection: { stream: Socket } }).connection;
      stream.destroy();
    }
  });
  return `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}
