/** Removes an erased phone number from audit entries. An entry stays, but no longer shows which person it was about. */
import { sql, type Transaction } from 'kysely';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';

/** Finds and removes a number in texts. */
export interface PhoneNumberEraser {
  /** A PostgreSQL regular expression that matches every text containing the phone number. */
  readonly pattern: string;
  isIn(text: string): boolean;
  erase<T>(value: T): T;
}

export async function eraseNumberFromAudit(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  eraser: PhoneNumberEraser,
): Promise<void> {
  const entries = await tx
    .selectFrom('audit_log')
    .select(['id', 'target', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(target ~ ${eraser.pattern} or details::text ~ ${eraser.pattern})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, target, details } of entries) {
    if (!eraser.isIn(JSON.stringify([target, details]))) continue;
    await tx
      .updateTable('audit_log')
      .set({ target: eraser.erase(target), details: JSON.stringify(eraser.erase<JsonObject>(details)) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  }
}
