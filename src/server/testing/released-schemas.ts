/** Files that `npm run release-schema` stores for each version: a small backup, and answers that people saw. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export const releasedFolder = path.join(import.meta.dirname, 'released-schemas');
export const migrationsFolder = path.join(import.meta.dirname, '../platform/db/migrations');
/** Protects invented data only. */
export const releasedSecretKey = 'una clave que solo protege datos inventados';
export const releasedPerson = { username: 'jefa', password: 'una clave de la versión' };

const seenSchema = z.object({
  /** The moment of the release, as of which figures are requested. */
  at: z.iso.datetime(),
  /** The answers by address. */
  answers: z.record(z.string(), z.unknown()),
  /** SHA-256 of that version's migrations, which must never be edited again. */
  migrations: z.record(z.string(), z.string()),
});
export type ReleasedAnswers = z.infer<typeof seenSchema>;

/** Oldest first. */
export function releasedVersions(): string[] {
  return readdirSync(releasedFolder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

export function readReleased(version: string): ReleasedAnswers {
  return seenSchema.parse(JSON.parse(readFileSync(path.join(releasedFolder, version, 'seen.json'), 'utf8')));
}

export function digestMigration(name: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(migrationsFolder, `${name}.ts`)))
    .digest('hex');
}
