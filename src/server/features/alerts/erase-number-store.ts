/** Removes a forgotten phone number from the details of stored alerts. */
import { sql, type Transaction } from 'kysely';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';
import type { PhoneNumberEraser } from '../audit/index.ts';

export async function eraseNumberFromAlerts(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  eraser: PhoneNumberEraser,
): Promise<void> {
  const alerts = await tx
    .selectFrom('alerts')
    .select(['id', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`details::text ~ ${eraser.pattern}`)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, details } of alerts) {
    if (!eraser.isIn(JSON.stringify(details))) continue;
    await tx
      .updateTable('alerts')
      .set({ details: JSON.stringify(eraser.erase<JsonObject>(details)) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  }
}
