/** A test's own dispatcher on a test app's database, like another server's. The test gives its answers. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { systemClock } from '../../../platform/clock.ts';
import { createBackgroundJobs } from '../../../platform/jobs.ts';
import type { OutboundCallOrder, PlaceCallOutcome, VoiceProvider } from '../../../platform/provider/provider.ts';
import { briskDispatch, type TestApp } from '../../../testing/start-test-app.ts';
import { createCampaignsFeature } from '../index.ts';
import { silentMetrics } from '../../../testing/silent-metrics.ts';

export interface OwnDispatcher {
  /** Id of the dispatcher's server, the holder of its leases. */
  readonly serverId: string;
  stop(): Promise<void>;
}

export async function startOwnDispatcher(
  test: TestApp,
  providerOf: (workspaceId: string) => VoiceProvider,
): Promise<OwnDispatcher> {
  const { access, agents, audit, calls, doNotCall, settings } = test.app.features;
  const log = pino({ level: 'silent' });
  const serverId = randomUUID();
  const feature = createCampaignsFeature({
    db: test.database.db,
    log,
    clock: systemClock,
    events: test.app.events,
    jobs: createBackgroundJobs({ connectionString: test.database.connectionString, log, metrics: silentMetrics }),
    directory: { providerOf: async (id) => providerOf(id), timeZoneOf: (id) => access.directory.timeZoneOf(id) },
    agents,
    audit,
    doNotCall,
    settings,
    ingest: calls.ingest,
    metrics: silentMetrics,
    serverId,
    writerSlot: 7,
    dialSettleSeconds: 1,
    secretKey: 'una clave secreta para las pruebas, larga',
    allowedOrigins: [],
    storage: { isFull: () => false },
    tuning: briskDispatch,
  });
  await feature.start?.();
  return { serverId, stop: async () => feature.stop?.() };
}

/** The port as far as dialling needs it: by default unlimited lines, and no call is ever found. */
export function portOf(
  placeCall: (order: OutboundCallOrder, isStale: () => boolean) => PlaceCallOutcome | Promise<PlaceCallOutcome>,
  rest: Partial<VoiceProvider> = {},
): VoiceProvider {
  const port: Partial<VoiceProvider> = {
    placeCall: async (order, isStale) => placeCall(order, isStale),
    getConcurrency: async () => ({ current: 0, limit: 1_000 }),
    listCalls: async () => ({ calls: [], nextKey: null }),
    ...rest,
  };
  return port as VoiceProvider;
}

export function acceptCall(order: OutboundCallOrder): PlaceCallOutcome {
  const call = {
    call_id: `call_${randomUUID()}`,
    call_type: 'phone_call',
    call_status: 'registered',
    to_number: order.toNumber,
  } as const;
  return { kind: 'accepted', call };
}
