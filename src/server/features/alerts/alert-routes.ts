/** HTTP routes of alerts: the list in the bell, marking it as read, and a test of each notification channel. */
import type { Kysely } from 'kysely';
import { alertsEndpoints } from '../../../contract/alerts.ts';
import { alertChannelLabels } from '../../../labels/alerts-es.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import type { AuditLog } from '../audit/index.ts';
import { countAlerts, listAlerts } from './alert-list-query.ts';
import { moveAlertReadMark } from './alert-read-store.ts';
import type { AlertSender } from './courier.ts';
import { MessageDeliveryError } from '../../platform/delivery-failure.ts';

/** Maximum rate of a workspace's test notifications. It is low, because one test may send twenty emails. */
const testLimit = { tests: 10, minutes: 10 } as const;

export interface AlertRoutesDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly courier: AlertSender;
}

const tooMany = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('too_many_requests', { message, retryAfterSeconds });

export function registerAlertRoutes(binder: EndpointBinder, { db, clock, audit, courier }: AlertRoutesDeps): void {
  const testing = new Set<string>();

  /** Sends a test notification. Throws `too_many_requests` above the limit, or while another one is being sent. */
  async function bounded(workspaceId: string, test: () => Promise<void>): Promise<void> {
    if (testing.has(workspaceId)) throw tooMany('Ya se está haciendo una prueba. Espera a que termine.', 10);
    testing.add(workspaceId);
    try {
      const { tests, minutes } = testLimit;
      const { times, secondsLeft } = await audit.readLately(workspaceId, 'alert.tested', 60 * minutes);
      if (times >= tests)
        throw tooMany(
          `Puedes hacer ${tests} pruebas cada ${formatDurationInWords(60 * minutes)}. Espera ${formatDurationInWords(secondsLeft)}.`,
          secondsLeft,
        );
      await test();
    } finally {
      testing.delete(workspaceId);
    }
  }

  binder.bind(alertsEndpoints.listAlerts, async ({ identity, workspaceId, query }) => {
    const [counts, alerts] = await Promise.all([
      countAlerts(db, workspaceId, identity.userId),
      listAlerts(db, workspaceId, identity.userId, query),
    ]);
    return { ...counts, alerts };
  });

  binder.bind(alertsEndpoints.markAlertsRead, async ({ identity, workspaceId, body }) => {
    // Limit `until` to the present time, because the user can't have seen alerts that are raised later.
    const until = new Date(Math.min(Date.parse(body.until), clock.now().getTime()));
    await moveAlertReadMark(db, workspaceId, identity.userId, until);
    const { unread } = await countAlerts(db, workspaceId, identity.userId);
    return { unread };
  });

  binder.bind(alertsEndpoints.testAlertChannel, async ({ identity, workspaceId, body: { channel }, request }) => {
    const { userId, username } = identity;
    const record = (outcome: string) =>
      audit.record({
        workspaceId,
        userId,
        username,
        action: 'alert.tested',
        target: alertChannelLabels[channel],
        details: { outcome },
        address: request.ip,
      });
    // Use a signal that is never aborted, so that the test notification is sent even if the user leaves the page.
    const { signal } = new AbortController();
    try {
      await bounded(workspaceId, () => courier.deliverTest(workspaceId, channel, signal));
    } catch (error) {
      if (!(error instanceof MessageDeliveryError)) throw error;
      await record(error.message);
      throw new AppError('delivery_failed', { message: error.message, cause: error });
    }
    await record('delivered');
    return { ok: true as const };
  });
}
