/** Alerts. Each alert is sent once to every channel that the workspace chose, and again when it ends. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { BackgroundJobs, JobQueueOptions } from '../../platform/jobs.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { ProviderStatusPageFeature } from '../service-status/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { registerAlertRoutes } from './alert-routes.ts';
import { createAlertWatch } from './alert-watch.ts';
import { createAlertSender } from './courier.ts';
import { createAlertDeliveryQueue } from './deliveries.ts';
import { createAlertLifecycle } from './incidents.ts';

export { eraseNumberFromAlerts } from './erase-number-store.ts';

/** Settings of alerts that differ in tests. */
export interface AlertsFeatureOptions {
  /** ms between two rounds that check the alert rules of all workspaces; by default 15 s. */
  readonly everyMs?: number;
  readonly queue?: Partial<JobQueueOptions>;
  /** Origins to which alert webhooks may be posted besides public https addresses; by default none. */
  readonly allowedOrigins?: readonly string[];
}

export interface AlertsFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly jobs: BackgroundJobs;
  readonly directory: Pick<WorkspaceDirectory, 'listIds'>;
  readonly settings: SettingsFeature;
  readonly serviceStatus: Pick<ProviderStatusPageFeature, 'read'>;
  readonly storage: DiskSpaceState;
  readonly reconcileSeconds: number;
  /** SMTP_URL; if null, no email is sent. */
  readonly smtpUrl: string | null;
  /** PUBLIC_URL, for links in emails. */
  readonly publicUrl: string | null;
  readonly appName: string;
  readonly tuning?: AlertsFeatureOptions;
}

export function createAlertsFeature(deps: AlertsFeatureDeps): ServerFeature {
  const { everyMs = 15_000, queue = {}, allowedOrigins = [] } = deps.tuning ?? {};
  const courier = createAlertSender({ ...deps, allowedOrigins });
  const deliveries = createAlertDeliveryQueue({ ...deps, courier, queue });
  const incidents = createAlertLifecycle({ ...deps, deliveries });
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
