/** Alerts: each one is reported once in every channel that the workspace chose, and again when it ends. */
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

/** Settings of alerts that differ in tests. */
export interface AlertTuning {
  /** ms between two rounds that check the alert rules of all workspaces; by default 15 s. */
  readonly everyMs?: number;
  readonly queue?: Partial<QueueOptions>;
  /** Origins to which alert webhooks may be posted besides public https addresses; by default none. */
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
  /** SMTP_URL; if null, no email is sent. */
  readonly smtpUrl: string | null;
  /** PUBLIC_URL, for links in emails. */
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
