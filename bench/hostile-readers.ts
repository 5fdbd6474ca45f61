/** Slow readers: exports of a large campaign, and receivers of events that answer byte by byte. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '../src/contract/campaigns.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import { startProviderFront, type ProviderFront } from '../src/server/testing/provider-front.ts';
import type { BenchServer } from './bench-server.ts';
import type { Measure } from './measure.ts';

const exports = 10;
const slowHooks = 16;
const eventsEach = 8;
const dripEveryMs = 200;

/** Workspaces beside the first: two with slow receivers, and one that waits for its event. */
export const readersWorkspaces = 4;

export const readersAbout = `Then ${exports} exports of the largest campaign are asked for at once while somebody signs in, and ${2 * slowHooks} receivers of two workspaces drip their answers while another's event is on its way.`;

export interface Receivers {
  readonly start: (simulatorUrl: string) => Promise<string>;
  /** Resolves at the first event of the fast receiver. */
  readonly arrived: Promise<void>;
  close(): Promise<void>;
}

/** Creates receivers beside the provider's address, the only one that servers call without HTTPS. */
export function createReceivers(): Receivers {
  const arrival = Promise.withResolvers<void>();
  let front: ProviderFront | undefined;
  return {
    async start(simulatorUrl) {
      front = await startProviderFront(simulatorUrl, ({ path }, response) => {
        response.writeHead(200);
        if (path.endsWith('/prompt')) {
          response.end();
          arrival.resolve();
          return;
        }
        const dripping = setInterval(() => response.write('.'), dripEveryMs);
        response.on('close', () => clearInterval(dripping));
      });
      return front.url;
    },
    arrived: arrival.promise,
    close: async () => front?.close(),
  };
}

export async function measureReaders(
  server: BenchServer,
  people: readonly HttpClient[],
  receivers: Receivers,
  frontUrl: string,
): Promise<Measure[]> {
  const signIn = await signInBesideExports(server, people);
  const event = await sendBesideSlowReceivers(server, receivers, frontUrl);
  return [
    { name: 'readers: sign-in beside exports', value: signIn, unit: 'ms', limit: 1_000 },
    { name: "readers: another tenant's event beside slow receivers", value: event, unit: 'ms', limit: 2_000 },
  ];
}

async function signInBesideExports(
  { client, url, person }: BenchServer,
  people: readonly HttpClient[],
): Promise<number> {
  const campaigns = await client.get<Campaign[]>('/api/campaigns');
  const [largest] = campaigns.toSorted((one, other) => other.totalRecipients - one.totalRecipients);
  const asked = Array.from({ length: exports }, async (_, index) => {
    const answer = await people[index % people.length]?.request('GET', `/api/campaigns/${largest?.id}/results.csv`);
    await answer?.arrayBuffer();
    return answer?.status ?? 0;
  });
  await delay(100);
  const began = performance.now();
  await createHttpClient(url).post('/api/auth/login', person);
  const took = performance.now() - began;
  const statuses = await Promise.all(asked);
  if (statuses.some((status) => status !== 200 && status !== 429))
    throw new Error(`exports answered ${statuses.join()}`);
  if (!statuses.includes(200)) throw new Error('no export was answered');
  return took;
}

async function sendBesideSlowReceivers(
  { workspaces }: BenchServer,
  { arrived }: Receivers,
  frontUrl: string,
): Promise<number> {
  const [, one, two, other] = workspaces;
  if (!one || !two || !other) throw new Error('the bench has too few workspaces');
  const events = ['do_not_call.added'];
  await other.client.post('/api/event-webhooks', { url: `${frontUrl}/eventos/prompt`, events });
  for (const { client } of [one, two]) {
    for (let hook = 0; hook < slowHooks; hook += 1)
      await client.post('/api/event-webhooks', { url: `${frontUrl}/eventos/slow-${hook}`, events });
    for (let event = 0; event < eventsEach; event += 1)
      await client.post('/api/do-not-call', { phoneNumber: `+54911${45_000_000 + event}` });
  }
  await delay(500);
  const began = performance.now();
  await other.client.post('/api/do-not-call', { phoneNumber: '+5491145000099' });
  await arrived;
  return performance.now() - began;
}
