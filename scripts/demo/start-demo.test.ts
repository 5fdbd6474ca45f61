// An obstacle to a demo's start is one line, and no process is left.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartupError } from '../../src/server/platform/startup-error.ts';
import { readDemo } from './demo-file.ts';
import { startDemo } from './start-demo.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-demo-'));
});
afterAll(() => rmSync(place, { recursive: true }));

async function occupy(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a second demo in one folder says so', async () => {
  const folder = path.join(place, 'twice');
  const { simulatorPort } = await readDemo(folder);
  const first = await occupy(simulatorPort);
  const second = startDemo(folder);
  await expect(second).rejects.toThrow(StartupError);
  await expect(second).rejects.toThrow(`Otra demo usa ya la carpeta ${folder}`);
  first.close();
});

test('a taken port ends the demo and its simulator', async () => {
  const taken = await occupy(0);
  const { port } = taken.address() as AddressInfo;
  const folder = path.join(place, 'port');
  await expect(startDemo(folder, String(port))).rejects.toThrow(`PORT: el puerto ${port} está en uso.`);
  const { simulatorPort } = await readDemo(folder);
  (await occupy(simulatorPort)).close();
  taken.close();
});

test('a folder that is a file is named', async () => {
  const file = path.join(place, 'file');
  writeFileSync(file, '');
  await expect(startDemo(file)).rejects.toThrow(`DATA_DIR: no se puede leer ${file}`);
});
