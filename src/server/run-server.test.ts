// Starts that fail, and what they leave to the next one.
import { createServer, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { loadConfig } from './platform/config.ts';
import { StartupError } from './platform/startup-error.ts';
import { runServer } from './run-server.ts';
import { createTestDatabase } from './testing/test-database.ts';

const log = pino({ level: 'silent' });

test('a start that finds its port in use ends cleanly and leaves the first user to the next one', async () => {
  const testDatabase = await createTestDatabase();
  const other = createServer();
  await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
  const env = { DATABASE_URL: testDatabase.connectionString, SECRET_KEY: 'una clave secreta para las pruebas, larga' };
  const start = (port: number) => runServer(loadConfig({ ...env, PORT: String(port) }), log);

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
