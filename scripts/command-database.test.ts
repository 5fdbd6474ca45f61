// The commands without a database: their message, and that they leave nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let place: string;
beforeAll(() => {
  place = mkdtempSync(path.join(os.tmpdir(), 'vocero-commands-'));
});
afterAll(() => rmSync(place, { recursive: true }));

test.each([
  ['pause-campaigns', []],
  ['reset-password', ['jefa']],
  ['emergency-admin', ['jefa']],
  ['make-admin', ['jefa', 'Ventas']],
  ['allow-workspaces', ['jefa', '40']],
  ['rebuild-rollups', []],
  ['backup', ['--in', 'copias']],
])('%s without DATABASE_URL and without a database in DATA_DIR makes none, and says so', (name, args) => {
  const { DATABASE_URL: _url, SECRET_KEY: _key, ...inherited } = process.env;
  const dataDir = path.join(place, name);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, `${name}.ts`), ...args],
    { cwd: place, env: { ...inherited, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' }, encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `DATABASE_URL no está definida, y en DATA_DIR (${dataDir}) no hay una base. Da las mismas variables que a los servidores. No se hizo nada.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
  expect(readdirSync(place)).toEqual([]);
});
