import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressFiles, listFirstLoads } from './first-load-files.ts';
import { consoleModule, consoleParts, firstLoads } from './first-load-routes.ts';

const client = path.resolve(import.meta.dirname, '../src/client');
const chunk = (fileName: string, modules: readonly string[], imports: readonly string[], isEntry = false) =>
  ({
    type: 'chunk',
    fileName,
    isEntry,
    moduleIds: modules.map((module) => path.join(client, module)),
    imports,
  }) as const;

/** A build with every screen in a file of its own, and all parts in one. */
const built = [
  chunk('assets/entry.js', ['main.tsx'], [], true),
  chunk('assets/shared.js', ['ui/alert.tsx'], ['assets/entry.js']),
  chunk('assets/console.js', [consoleModule], ['assets/entry.js', 'assets/shared.js']),
  chunk('assets/parts.js', [...consoleParts, ...firstLoads.flatMap(({ parts }) => parts)], ['assets/entry.js']),
  ...firstLoads.map(({ page }) =>
    chunk(`assets/${path.basename(page, '.tsx')}.js`, [page], ['assets/entry.js', 'assets/shared.js']),
  ),
  { type: 'asset', fileName: 'assets/index.css' } as const,
];

it("lists each route's files once, its parts' files apart, and never the entry, which every page has", () => {
  const loads = new Map(listFirstLoads(built).map((load) => [load.route, load]));
  expect([...loads.keys()]).toEqual(firstLoads.map(({ route }) => route));
  expect(loads.get('/')).toEqual({
    route: '/',
    files: ['assets/console.js', 'assets/dashboard-page.js', 'assets/shared.js'],
    partFiles: ['assets/parts.js'],
  });
  expect(loads.get('/login')).toEqual({
    route: '/login',
    files: ['assets/login-page.js', 'assets/shared.js'],
    partFiles: [],
  });
});

it('does not pass over a part that the build does not know', () => {
  expect(() => listFirstLoads(built.filter(({ fileName }) => fileName !== 'assets/parts.js'))).toThrow(consoleParts[0]);
});

it('writes each text in the forms in which browsers take it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-assets-'));
  try {
    const script = 'export const greeting = "hola";\n'.repeat(100);
    writeFileSync(path.join(folder, 'a.js'), script);
    writeFileSync(path.join(folder, 'picture.png'), script);
    await compressFiles(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'picture.png']);
    expect(brotliDecompressSync(readFileSync(path.join(folder, 'a.js.br'))).toString()).toBe(script);
    expect(gunzipSync(readFileSync(path.join(folder, 'a.js.gz'))).toString()).toBe(script);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
