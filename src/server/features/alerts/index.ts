/** What goes wrong, raised once per incident, told by every way that the workspace chose, and told again when it is over. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorageState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs, QueueOptions } from '../../platform/jobs.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { Audit } from '../audit/index.ts';
import type { ServiceStatusFeature } from '../service-status/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { registerAlertRoutes } from './alert-routes.ts';
import { createAlertWatch } from './alert-watch.ts';
import { createCourier } from './courier.ts';
import { createDeliveries } from './deliveries.ts';
import { createIncidents } from './incidents.ts';

export { eraseNumberFromAlerts } from './erase-number-store.ts';

/** What tests need otherwise than production. */
export interface AlertTuning {
  /** ms between two looks at all workspaces; 15 s unless told. */
  readonly everyMs?: number;
  /** Over the pace of retries, about two hours in all. */
  readonly queue?: Partial<QueueOptions>;
  /** Origins that outgoing webhooks may lead to besides https to public addresses; none unless told. */
  readonly allowedOrigins?: readonly string[];
}

export interface AlertsDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly directory: Pick<WorkspaceDirectory, 'listIds'>;
  readonly settings: SettingsFeature;
  readonly serviceStatus: Pick<ServiceStatusFeature, 'read'>;
  readonly storage: StorageState;
  readonly reconcileSeconds: number;
  /** SMTP_URL; null: no mail is sent. */
  readonly smtpUrl: string | null;
  /** PUBLIC_URL, for links in mails. */
  readonly publicUrl: string | null;
  readonly appName: string;
  readonly tuning?: AlertTuning;
}

export function createAlerts(deps: AlertsDeps): Feature {
  const { everyMs = 15_000, queue = {}, allowedOrigins = [] } = deps.tuning ?? {};
  const courier = createCourier({ ...deps, allowedOrigins });
  const deliveries = createDeliveries({ ...deps, courier, queue });
  const incidents = createIncidents({ ...deps, deliveries });
  const watch = createAlertWatch({ ...deps, deliveries, incidents, everyMs });
  return {
    name: 'alerts',
    registerRoutes(binder) {
      registerAlertRoutes(binder, { ...deps, courier });
    },
    async start() {
      watch.start();
    },
    async stop() {
      await watch.stop();
      deliveries.stop();
    },
  };
}
