/** Endpoints of checks before dialling: web services of a workspace that are asked whether to call a person. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { dialChecksEndpoints as endpoints, maxConfiguredDialChecks } from '../../../../contract/dial-checks.ts';
import { encryptSecret } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { assertOutgoingWebhookUrl } from '../../../platform/outgoing-webhook.ts';
import { createOutgoingWebhookSecret } from '../../../platform/standard-webhook.ts';
import type { AuditLog } from '../../audit/index.ts';
import { getDialCheckEncryptionContext } from './dial-check.ts';
import { deleteDialCheck, insertDialCheck, listDialChecks } from './dial-check-store.ts';

export interface DialCheckRouteDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  readonly secretKey: string;
  readonly allowedOrigins: readonly string[];
}

export function registerDialCheckRoutes(binder: EndpointBinder, deps: DialCheckRouteDeps): void {
  const { db, audit, secretKey, allowedOrigins } = deps;
  binder.bind(endpoints.listDialChecks, ({ workspaceId }) => listDialChecks(db, workspaceId));
  binder.bind(endpoints.createDialCheck, async ({ identity, workspaceId, body, request }) => {
    assertOutgoingWebhookUrl(body.url, allowedOrigins, 'url');
    const id = randomUUID();
    const secret = createOutgoingWebhookSecret();
    const sealedSecret = encryptSecret(secretKey, secret, getDialCheckEncryptionContext(workspaceId, id));
    await db.transaction().execute(async (tx) => {
      if (!(await insertDialCheck(tx, workspaceId, { id, ...body, sealedSecret }, maxConfiguredDialChecks)))
        throw new AppError('conflict', { message: `Hay un máximo de ${maxConfiguredDialChecks} consultas.` });
      const details = { host: new URL(body.url).host };
      const { userId, username } = identity;
      await audit.record(
        {
          workspaceId,
          userId,
          username,
          address: request.ip,
          action: 'dial_check.created',
          target: body.name,
          details,
        },
        tx,
      );
    });
    return { id, secret };
  });
  binder.bind(endpoints.deleteDialCheck, async ({ identity, workspaceId, params, request }) => {
    await db.transaction().execute(async (tx) => {
      const deleted = await deleteDialCheck(tx, workspaceId, params.id);
      if (deleted === null) throw new AppError('not_found');
      if (deleted === 'asked')
        throw new AppError('conflict', { message: 'Una campaña que no terminó usa esta consulta: detenla antes.' });
      const { userId, username } = identity;
      await audit.record(
        { workspaceId, userId, username, address: request.ip, action: 'dial_check.deleted', target: deleted.name },
        tx,
      );
    });
    return { ok: true } as const;
  });
}
