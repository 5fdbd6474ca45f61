/** Files that `npm run release-schema` stores for each version: a small backup, and answers that people saw. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
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
  /** Results of `digestMigration` for that version's migrations, whose code must never be edited again. */
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

/** Returns the SHA-256 of a migration's tokens, so that a comment may be reworded but no code. */
export function digestMigration(name: string): string {
  const text = readFileSync(path.join(migrationsFolder, `${name}.ts`), 'utf8');
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const hash = createHash('sha256');
  const addTokens = (node: ts.Node): void => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return;
    const children = node.getChildren(source);
    if (children.length === 0) hash.update(`${node.getText(source)}\n`);
    children.forEach(addTokens);
  };
  addTokens(source);
  return hash.digest('hex');
}
