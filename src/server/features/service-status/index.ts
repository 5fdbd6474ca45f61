/** The provider's state by its public status page, which is read at most once a minute and may not respond. */
import type { Logger } from 'pino';
import { alertsEndpoints, type ProviderServiceStatus } from '../../../contract/alerts.ts';
import { providerServiceStatusTexts } from './service-status-es.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { fetchProviderStatusPage } from './status-page.ts';

export interface ProviderStatusPageFeatureDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** STATUS_PAGE_URL: the whole address of summary.json. */
  readonly statusPageUrl: string;
  /** Time limit for reading the provider's status page, in ms; by default 5 s. */
  readonly timeoutMs?: number;
}

export interface ProviderStatusPageFeature extends ServerFeature {
  /** Returns the provider's state, at most a minute old; `unknown` if its status page can't be read. Never rejects. */
  read(): Promise<ProviderServiceStatus>;
}

const readEveryMs = 60_000;

export function createProviderStatusPageFeature({
  clock,
  log,
  statusPageUrl,
  timeoutMs = 5_000,
}: ProviderStatusPageFeatureDeps): ProviderStatusPageFeature {
  const pageUrl = new URL(statusPageUrl).origin;
  const stopping = new AbortController();
  let lastUpdate: string | null = null;
  let isReadable = true;
  /** Last request to the provider's status page, which may still run. All readers share its result for a minute. */
  let reading: { readonly atMs: number; readonly answer: Promise<ProviderServiceStatus> } | undefined;

  async function readPage(): Promise<ProviderServiceStatus> {
    try {
      const page = await fetchProviderStatusPage(
        statusPageUrl,
        AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      );
      isReadable = true;
      lastUpdate = clock.now().toISOString();
      return { ...page, lastUpdate, pageUrl };
    } catch (error) {
      // Logged once per outage.
      if (isReadable && !stopping.signal.aborted)
        log.warn({ err: error, statusPageUrl }, 'the provider’s status page can not be read');
      isReadable = false;
      return { status: 'unknown', description: providerServiceStatusTexts.unavailable, lastUpdate, pageUrl };
    }
  }

  function read(): Promise<ProviderServiceStatus> {
    const atMs = clock.monotonicMs();
    if (!reading || atMs - reading.atMs >= readEveryMs) reading = { atMs, answer: readPage() };
    return reading.answer;
  }

  return {
    name: 'service-status',
    read,
    registerRoutes(binder) {
      binder.bind(alertsEndpoints.serviceStatus, read);
    },
    async stop() {
      stopping.abort();
      await reading?.answer;
    },
  };
}
