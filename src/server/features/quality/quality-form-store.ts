/** Rows of `quality_forms`. Saving a form adds a version. Old versions stay, because reviews show their form. */
import type { Kysely } from 'kysely';
import { qualityFormSchema, type QualityForm } from '../../../contract/quality.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { defaultQualityForm } from './default-form.ts';

export async function findNewestQualityForm(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<QualityForm> {
  const row = await forms(db, workspaceId).orderBy('version', 'desc').limit(1).executeTakeFirst();
  return row ? qualityFormSchema.parse(row) : defaultQualityForm;
}

/** Returns the workspace's form of that version. */
export async function findQualityFormVersion(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  version: number,
): Promise<QualityForm> {
  if (version === defaultQualityForm.version) return defaultQualityForm;
  return qualityFormSchema.parse(await forms(db, workspaceId).where('version', '=', version).executeTakeFirstOrThrow());
}

function forms(db: Kysely<DatabaseSchema>, workspaceId: string) {
  return db
    .selectFrom('quality_forms')
    .select(['version', 'pass_percent as passPercent', 'criteria'])
    .where('workspace_id', '=', workspaceId);
}

/**
 * Inserts a version of the quality form. Returns false if another user has already saved a version with this number.
 */
export async function insertQualityFormVersion(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  form: QualityForm,
  by: { readonly userId: string; readonly at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('quality_forms')
    .values({
      workspace_id: workspaceId,
      version: form.version,
      pass_percent: form.passPercent,
      criteria: JSON.stringify(form.criteria),
      saved_by: by.userId,
      saved_at: by.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return inserted !== undefined;
}
