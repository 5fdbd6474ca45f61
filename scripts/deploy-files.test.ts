// Promises of deploy/, as far as its text shows; `npm run check:deploy` checks it with real tools.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kept } from './production-files.ts';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const read = (file: string): string => readFileSync(path.join(deploy, file), 'utf8');
const compose = read('compose/compose.yaml');

test('compose asks for five lines, and for nothing that they do not say', () => {
  const lines = read('compose/env.example').trim().split('\n');
  expect(lines).toHaveLength(5);
  const named = lines.map((line) => line.split('=')[0]);
  const used = new Set([...compose.matchAll(/\$\{(\w+)/gu)].map(([, name]) => name));
  expect(used).toEqual(new Set(named));
});

test('compose starts this version, and others of a whole version', () => {
  const { version } = JSON.parse(readFileSync(path.join(deploy, '../package.json'), 'utf8')) as { version: string };
  expect(read('compose/env.example')).toContain(`VERSION=${version}\n`);
  const images = [...compose.matchAll(/image: (\S+)/gu)].map(([, image]) => image ?? '');
  for (const image of images) expect(image).toMatch(/^(?:vocero:\$\{VERSION:\?\}|\w+:\d+\.\d+-\w+)$/u);
  // One major version in compose and in the embedded database.
  expect(images).toContainEqual(expect.stringMatching(/^postgres:18\./u));
});

test('what compose and systemd start is in a production copy', () => {
  const texts = [
    compose,
    read('systemd/vocero-console.service'),
    read('systemd/vocero-backup.service'),
    read('compose/README.md'),
  ];
  const started = texts.flatMap((text) =>
    [...text.matchAll(/node (s\S+\.(?:ts|mjs))/gu)].map(([, file]) => file ?? ''),
  );
  expect(started.length).toBeGreaterThanOrEqual(5);
  for (const file of started) {
    expect(
      kept.some((each) => file === each || file.startsWith(`${each}/`)),
      file,
    ).toBe(true);
    expect(existsSync(path.join(deploy, '..', file)), file).toBe(true);
  }
});

test('the console ends its own database: systemd signals it alone, and both give it a minute', () => {
  expect(read('systemd/vocero-console.service')).toMatch(/^KillMode=mixed\nTimeoutStopSec=60$/mu);
  expect(compose).toMatch(/console:\n {4}<<: \*console\n {4}stop_grace_period: 60s/u);
  // The end of a backup must not remove the shared memory of the running database.
  expect(read('systemd/vocero-.service.d/common.conf')).not.toMatch(/^RemoveIPC=/mu);
});
