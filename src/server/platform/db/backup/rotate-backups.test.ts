import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDatedBackupName, deleteOldBackups } from './rotate-backups.ts';

const nameOf = (day: number): string => formatDatedBackupName(new Date(Date.UTC(2026, 0, 1 + day, 3)));

test('the newest whole ones stay, never none, and what is not whole or not ours is left alone', async () => {
  const kinds = fc.array(fc.constantFrom('whole', 'encrypted', 'broken', 'half encrypted'), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(kinds, fc.integer({ min: 0, max: 5 }), async (made, keep) => {
      const parent = mkdtempSync(path.join(os.tmpdir(), 'vocero-rotate-'));
      try {
        const make = (name: string, files: readonly string[]): void => {
          mkdirSync(path.join(parent, name));
          for (const file of files) writeFileSync(path.join(parent, name, file), 'x');
        };
        const files = {
          whole: ['manifest.json', 'public.calls.copy.gz'],
          encrypted: ['manifest.json.enc', 'encryption.json'],
          broken: ['public.calls.copy.gz'],
          'half encrypted': ['manifest.json.enc'],
        };
        made.forEach((kind, day) => make(nameOf(day), files[kind]));
        const others = ['vocero-mine', `${nameOf(40)}.partial`, 'notes'];
        for (const other of others) make(other, ['manifest.json']);
        const isWhole = (kind: string): boolean => kind === 'whole' || kind === 'encrypted';
        const whole = made.flatMap((kind, day) => (isWhole(kind) ? [nameOf(day)] : []));
        const broken = made.flatMap((kind, day) => (isWhole(kind) ? [] : [nameOf(day)]));

        const removed = await deleteOldBackups(parent, keep);

        const kept = whole.slice(-Math.max(1, keep));
        expect(readdirSync(parent).toSorted()).toEqual([...others, ...broken, ...kept].toSorted());
        expect(removed.toSorted()).toEqual(whole.filter((name) => !kept.includes(name)));
      } finally {
        rmSync(parent, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
});
