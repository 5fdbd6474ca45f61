/** What `npm run release-schema` keeps of each released version: a small backup, and beside it what people saw of it. */
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
  /** When it was released: figures are asked for as of then. */
  at: z.iso.datetime(),
  /** What each address answered. */
  answers: z.record(z.string(), z.unknown()),
  /** The migrations of that version, which are never edited again, by their SHA-256. */
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
