/** The alerts over HTTP: the bell's list, and until where a person has read it. */
import type { Kysely } from 'kysely';
import { alertsEndpoints } from '../../../contract/alerts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import { countAlerts, listAlerts } from './alert-list-query.ts';
import { moveReadMark } from './alert-read-store.ts';

export interface AlertRoutesDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}

export function registerAlertRoutes(binder: EndpointBinder, { db, clock }: AlertRoutesDeps): void {
  binder.bind(alertsEndpoints.listAlerts, async ({ identity, workspaceId, query }) => {
    const [counts, alerts] = await Promise.all([
      countAlerts(db, workspaceId, identity.userId),
      listAlerts(db, workspaceId, identity.userId, query),
    ]);
    return { ...counts, alerts };
  });

  binder.bind(alertsEndpoints.markAlertsRead, async ({ identity, workspaceId, body }) => {
    // What has not been raised yet has not been read either.
    const until = new Date(Math.min(Date.parse(body.until), clock.now().getTime()));
    await moveReadMark(db, workspaceId, identity.userId, until);
    const { unread } = await countAlerts(db, workspaceId, identity.userId);
    return { unread };
  });
}
