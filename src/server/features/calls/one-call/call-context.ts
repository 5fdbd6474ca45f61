/** Route for a call's context: its received events, earlier calls with its number, and its agent's usual latency. */
import type { Kysely } from 'kysely';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { listAttentionHitsByCall } from '../attention/call-attention-store.ts';
import { listCallListeners } from '../listeners/call-listeners-store.ts';
import {
  findCallForContext,
  listCallEvents,
  listPreviousCalls,
  computeAgentUsualLatency,
} from './call-context-query.ts';

export interface CallContextDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
}

export function registerCallContextRoute(binder: EndpointBinder, { db, audit }: CallContextDeps): void {
  binder.bind(callsEndpoints.getCallContext, async ({ workspaceId, params }) => {
    const call = await findCallForContext(db, workspaceId, params.id);
    if (!call) throw new AppError('not_found');
    const [events, previous, usualLatency, attention, listeners, whispers] = await Promise.all([
      listCallEvents(db, workspaceId, call),
      listPreviousCalls(db, workspaceId, call),
      computeAgentUsualLatency(db, workspaceId, call),
      listAttentionHitsByCall(db, workspaceId, [call.id]),
      listCallListeners(db, workspaceId, [call.id]),
      audit.listDone({ workspaceId, action: 'call.whispered', target: params.id }),
    ]);
    return {
      events,
      previousCalls: previous.calls,
      previousTotal: previous.total,
      whispers: whispers.map(({ at, username, details: { text } }) => ({
        at: at.toISOString(),
        by: username,
        text: typeof text === 'string' ? text : null,
      })),
      attention: attention.get(call.id) ?? [],
      listeners: listeners.get(call.id) ?? [],
      usualLatency,
    };
  });
}
