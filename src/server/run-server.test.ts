// Failed starts, and the state that they leave for the next one.
import { createServer, type AddressInfo } from 'node:net';
import { Client } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadServerConfig } from './platform/config.ts';
import { StartupError } from './platform/startup-error.ts';
import { runServer } from './run-server.ts';
import { createTestDatabase } from './testing/test-database.ts';

const log = pino({ level: 'silent' });

test('a start that finds its port in use ends cleanly and leaves the first user to the next one', async () => {
  const testDatabase = await createTestDatabase();
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  const env = { DATABASE_URL: testDatabase.connectionString, SECRET_KEY: 'una clave secreta para las pruebas, larga' };
  const start = (port: number) => runServer(loadServerConfig({ ...env, PORT: String(port) }), log);

  const { port } = other.address() as AddressInfo;
  await expect(start(port)).rejects.toThrow(StartupError);
  await expect(start(port)).rejects.toThrow(`PORT: el puerto ${port} está en uso`);
  const server = await start(0);
  expect(server.firstUser).toEqual({ username: 'admin', generatedPassword: expect.any(String) });
  await server.stop();
  await server.stop();

  await new Promise((closed) => other.close(closed));
  await testDatabase.drop();
});

test('a backup that reads for long holds up no start: partitions of months to come are made later', async () => {
  const testDatabase = await createTestDatabase();
  const backup = new Client({ connectionString: testDatabase.connectionString });
  await backup.connect();
  // Simulates that the last start was two months ago.
  const { rows } = await backup.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'call_details'::regclass and inhrelid <> 'call_details_default'::regclass",
  );
  for (const { name } of rows) await backup.query(`drop table ${name}`);
  await backup.query('begin isolation level repeatable read read only');
  await backup.query('select from call_details, call_events limit 1');
  const lines: { level: number; msg: string }[] = [];
  const env = {
    DATABASE_URL: testDatabase.connectionString,
    SECRET_KEY: 'una clave secreta para las pruebas, larga',
    PORT: '0',
  };
  const server = await runServer(
    loadServerConfig(env),
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  );
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', database: 'writable' });
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringContaining('partitions of the months to come') }),
  );
  await server.stop();
  await backup.end();
  await testDatabase.drop();
});
