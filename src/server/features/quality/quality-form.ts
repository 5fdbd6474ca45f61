/** Saves the workspace's quality form as a whole. A form that was edited from an older version is refused. */
import { isDeepStrictEqual } from 'node:util';
import type { QualityForm } from '../../../contract/quality.ts';
import type { JsonObject } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReviewAuthor, QualityDeps } from './quality-deps.ts';
import { findNewestQualityForm, insertQualityFormVersion } from './quality-form-store.ts';

/** Saves a new version of the quality form. Throws `stale_version` if the edited version is no longer the newest. */
export async function saveQualityForm(
  { db, clock, audit }: QualityDeps,
  { workspaceId, ...author }: ReviewAuthor,
  form: QualityForm,
): Promise<QualityForm> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const before = await findNewestQualityForm(tx, workspaceId);
      if (before.version !== form.version) throw new AppError('stale_version');
      const after = { ...form, version: before.version + 1 };
      const isFirst = await insertQualityFormVersion(tx, workspaceId, after, {
        userId: author.userId,
        at: clock.now(),
      });
      if (!isFirst) throw new AppError('stale_version');
      await audit.record(
        { workspaceId, ...author, action: 'settings.quality_form_saved', details: changesBetween(before, after) },
        tx,
      );
      return after;
    });
}

/** Returns the changed properties of a quality form, before and after, for the audit log. */
function changesBetween(before: QualityForm, after: QualityForm): JsonObject {
  const names = (Object.keys(after) as (keyof QualityForm)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  const pick = (form: QualityForm): JsonObject =>
    Object.fromEntries(names.map((name) => [name, form[name]])) as JsonObject;
  return { before: pick(before), after: pick(after) };
}
