import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preparePostgresCluster } from './cluster-files.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresClusterOwner, findPostgresProcessUser, buildCommandLineAsUser } from './postgres-user.ts';

const isRoot = process.geteuid?.() === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-user-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test('root hands the database to an unprivileged user, everybody else runs it as themselves', () => {
  const owner = choosePostgresClusterOwner(path.join(folder, 'pg18'));
  if (!isRoot) {
    expect(owner).toBeUndefined();
    expect(findPostgresProcessUser(owner, locatePostgresBinaries().postgres, folder)).toEqual({ prefix: [] });
    return;
  }
  expect(owner?.uid).toBeGreaterThan(0);
  const missing = path.join(folder, 'missing');
  expect(() => findPostgresProcessUser(owner, missing, folder)).toThrow(
    /no corre como root y el usuario \d+ no llega a .*DATABASE_URL/u,
  );
});

test('a clone below a private folder works: the programs there make a cluster there', async () => {
  const native = path.resolve(locatePostgresBinaries().postgres, '..', '..');
  cpSync(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const bin = path.join(folder, 'native', 'bin');
  const binaries = {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    pgCtl: path.join(bin, 'pg_ctl'),
  };
  mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
  const cluster = await preparePostgresCluster(path.join(folder, 'data'), binaries, true);
  expect(statSync(path.join(cluster.dir, 'PG_VERSION')).uid).toBe(cluster.runAs.owner?.uid ?? process.geteuid?.());
  expect(buildCommandLineAsUser(cluster.runAs, 'postgres', []).includes('setpriv')).toBe(isRoot);
});
