import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rotateLogIfTooLong } from './capped-log.ts';

test('a log that is written without end takes five files, each within its bound, the newest lines last', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-log-'));
  const file = path.join(folder, 'postgres.log');
  await rotateLogIfTooLong(file, 100);
  expect(readdirSync(folder)).toEqual([]);
  const writer = openSync(file, 'a', 0o600);
  for (let line = 0; line < 100; line += 1) {
    writeSync(writer, `línea ${String(line).padStart(3, '0')}\n`.repeat(line === 50 ? 40 : 1));
    await rotateLogIfTooLong(file, 100);
  }
  closeSync(writer);
  const names = ['postgres.log', 'postgres.log.1', 'postgres.log.2', 'postgres.log.3', 'postgres.log.4'];
  expect(readdirSync(folder).toSorted()).toEqual(names);
  for (const name of names) {
    const { size, mode } = statSync(path.join(folder, name));
    expect(size).toBeLessThanOrEqual(100);
    expect(mode & 0o777).toBe(0o600);
  }
  const lines = names
    .toReversed()
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').match(/\d{3}/g) ?? []);
  expect(lines).toEqual(lines.toSorted());
  expect(lines.at(-1)).toBe('099');
  rmSync(folder, { recursive: true });
});
