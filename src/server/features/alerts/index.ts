/** What goes wrong, raised once per incident, told by every way that the workspace chose, and told again when it is over. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StorageState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { Audit } from '../audit/index.ts';
import type { ServiceStatusFeature } from '../service-status/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { registerAlertRoutes } from './alert-routes.ts';

export interface AlertsDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly jobs: Jobs;
  readonly directory: Pick<WorkspaceDirectory, 'listIds' | 'timeZoneOf'>;
  readonly settings: SettingsFeature;
  readonly serviceStatus: Pick<ServiceStatusFeature, 'read'>;
  readonly storage: StorageState;
  /** SMTP_URL; null: no mail is sent. */
  readonly smtpUrl: string | null;
  /** PUBLIC_URL, for links in mails. */
  readonly publicUrl: string | null;
  readonly appName: string;
}

export function createAlerts(deps: AlertsDeps): Feature {
  return {
    name: 'alerts',
    registerRoutes(binder) {
      registerAlertRoutes(binder, deps);
    },
  };
}
