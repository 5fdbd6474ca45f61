import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { consoleName } from './first-load-routes.ts';
import { filesOf, readManifest, unweighedPages, weigh, type Manifest } from './first-load-size.ts';

const dist = mkdtempSync(path.join(os.tmpdir(), 'vocero-size-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const login = 'features/login/login-page.tsx';
const page = 'features/dashboard/dashboard-page.tsx';
const manifest: Manifest = {
  'index.html': { file: 'assets/entry.js', imports: ['_runtime.js'] },
  '_runtime.js': { file: 'assets/runtime.js' },
  '_common.js': { file: 'assets/common.js', imports: ['index.html', '_runtime.js'] },
  '_console.js': {
    file: 'assets/console.js',
    name: consoleName,
    imports: ['index.html', '_common.js'],
    isDynamicEntry: true,
  },
  [login]: { file: 'assets/login.js', imports: ['index.html'], isDynamicEntry: true },
  [page]: { file: 'assets/dashboard.js', imports: ['_common.js', '_console.js'], isDynamicEntry: true },
};
mkdirSync(path.join(dist, 'assets'));
mkdirSync(path.join(dist, '.vite'));
writeFileSync(path.join(dist, '.vite/manifest.json'), JSON.stringify(manifest));
// Text that gzip hardly shortens, so that each file's length counts.
for (const { file } of Object.values(manifest)) {
  writeFileSync(
    path.join(dist, file),
    Array.from({ length: 2_000 }, (_, index) =>
      String.fromCodePoint(33 + ((index * index * 7 + index * 13) % 90)),
    ).join(''),
  );
}

describe('the weight of a first load', () => {
  it('counts each file once, with all that it imports', () => {
    expect(filesOf(manifest, ['index.html', '_console.js', page]).toSorted()).toEqual([
      'assets/common.js',
      'assets/console.js',
      'assets/dashboard.js',
      'assets/entry.js',
      'assets/runtime.js',
    ]);
  });

  it('leaves the console out where nobody is signed in', () => {
    const read = readManifest(dist);
    const weighed = weigh(dist, read, { route: '/login', page: login, parts: [], limitKiB: 1 });
    expect(weighed.files.map(({ file }) => file).toSorted()).toEqual([
      'assets/entry.js',
      'assets/login.js',
      'assets/runtime.js',
    ]);
    const withConsole = weigh(dist, read, { route: '/', page, parts: [], limitKiB: 1 });
    expect(withConsole.kiB / weighed.kiB).toBeCloseTo(5 / 3);
  });

  it('does not pass over a screen without a limit, or one that the build does not know', () => {
    expect(unweighedPages(manifest, [{ route: '/', page, parts: [], limitKiB: 1 }])).toEqual([login]);
    expect(() => filesOf(manifest, ['features/gone/gone-page.tsx'])).toThrow('features/gone/gone-page.tsx');
  });
});
