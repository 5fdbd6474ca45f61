/** Dispatch: how close a campaign comes to what pace and lines allow, what a call costs the server, how fast 10,000 are taken. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '../src/contract/campaigns.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import type { BenchPart, Measure } from './measure.ts';

const lines = 200;
const callsPerSecond = 200;
const callMs = 2_000;
const dialled = 1_000;
const created = 10_000;
/** Before anything is measured: a server that has just started still compiles. */
const warmUp = 400;
/** The same campaign so often: the middle one counts. */
const runs = 3;
const megabyte = 2 ** 20;

export const dispatchPart: BenchPart = {
  name: 'dispatch',
  about: `A campaign of ${dialled} against ${lines} free lines, ${callsPerSecond} calls a second and calls of ${callMs / 1_000} s, from the request to its last result, on a server that has placed ${warmUp} calls before: the middle one of ${runs}; then a campaign of ${created}, created and left waiting.`,
  async run(say) {
    const server = await startBenchServer({
      // Every call holds its line for exactly the same time: it rings, and then two people talk.
      simulator: { seed: 1, ringMs: 300, callDurationMs: callMs - 300, analysisMs: 100, outcomes: { user_hangup: 1 } },
      lines,
      dialing: { callsPerSecond, reservedLines: 0 },
    });
    try {
      const from = await findOrigin(server);
      say('warming up');
      await dialAll(server, orderOf(from, warmUp, { sendOption: 'now' }, 60_000_000));
      say('dialling');
      const runsMeasured: DiallingRun[] = [];
      for (let run = 0; run < runs; run += 1) runsMeasured.push(await dialOnce(server, from, run));
      say('creating');
      return [...measuresOf(runsMeasured), ...(await measureCreation(server, from))];
    } finally {
      await server.close();
    }
  },
};

const idealSeconds = Math.max(dialled / callsPerSecond, (dialled * callMs) / 1_000 / lines);

interface DiallingRun {
  readonly seconds: number;
  /** Seconds from the request to each accepted call, in their order. */
  readonly acceptedAfter: readonly number[];
  /** null: the system does not tell. */
  readonly cpuMs: number | null;
}

async function dialOnce(server: BenchServer, from: string, run: number): Promise<DiallingRun> {
  const placedBefore = (await server.readPlacedCalls()).length;
  const before = server.readUsage();
  const beganAt = Date.now();
  const seconds = await dialAll(server, orderOf(from, dialled, { sendOption: 'now' }, 40_000_000 + run * dialled), idealSeconds);
  const after = server.readUsage();

  const placed = (await server.readPlacedCalls()).slice(placedBefore);
  const numbers = new Set(placed.map((call) => call.to_number));
  if (placed.length !== dialled || numbers.size !== dialled) {
    throw new Error(`${dialled} people, but ${placed.length} calls to ${numbers.size} of them`);
  }
  return {
    seconds,
    acceptedAfter: placed.map(({ acceptedAt }) => (acceptedAt - beganAt) / 1_000),
    cpuMs: before && after ? after.cpuMs - before.cpuMs : null,
  };
}

function measuresOf(measured: readonly DiallingRun[]): Measure[] {
  const sorted = measured.toSorted((a, b) => a.seconds - b.seconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  const slowest = sorted.at(-1);
  if (!middle || !slowest) return [];
  const acceptedAfter = (index: number): number => middle.acceptedAfter.at(index) ?? 0;
  return [
    { name: `campaign of ${dialled}`, value: middle.seconds, unit: 's', ideal: idealSeconds, maxRatio: 1.15 },
    { name: 'the slowest of them', value: slowest.seconds, unit: 's', ideal: idealSeconds },
    { name: 'first call after', value: acceptedAfter(0), unit: 's' },
    { name: 'all lines in use after', value: acceptedAfter(lines - 1), unit: 's', ideal: lines / callsPerSecond },
    { name: 'last call after', value: acceptedAfter(-1), unit: 's', ideal: idealSeconds - callMs / 1_000 },
    { name: 'over the ideal, per placed call', value: ((middle.seconds - idealSeconds) * 1_000) / dialled, unit: 'ms' },
    ...(middle.cpuMs === null ? [] : [{ name: "server's processor time per call, webhooks included", value: middle.cpuMs / dialled, unit: 'ms' } as const]),
  ];
}

/** Answers the seconds until the last result is in. Asks seldom before `notBefore`, so that asking is not measured. */
async function dialAll({ client }: BenchServer, order: object, notBefore = 0): Promise<number> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const { id } = await client.post<Campaign>('/api/campaigns', order);
  while ((await client.get<Campaign>(`/api/campaigns/${id}`)).status !== 'completed') await delay(seconds() < notBefore ? 500 : 25);
  return seconds();
}

async function measureCreation(server: BenchServer, from: string): Promise<Measure[]> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const order = orderOf(from, created, { sendOption: 'scheduled', scheduledDate: tomorrow, scheduledTime: '23:59' });
  const before = server.readUsage()?.memoryBytes ?? null;
  let most = before ?? 0;
  const sampling = setInterval(() => {
    most = Math.max(most, server.readUsage()?.memoryBytes ?? 0);
  }, 10);
  const began = performance.now();
  const campaign = await server.client.post<Campaign>('/api/campaigns', order);
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(sampling);
  if (campaign.totalRecipients !== created) throw new Error(`${created} sent, ${campaign.totalRecipients} taken`);
  return [
    { name: `creation of ${created}`, value: seconds, unit: 's', limit: 2 },
    ...(before === null
      ? []
      : [
          { name: "server's memory before", value: before / megabyte, unit: 'MB' },
          { name: 'at most meanwhile', value: most / megabyte, unit: 'MB' },
        ]),
  ];
}

async function findOrigin({ client }: BenchServer): Promise<string> {
  const numbers = await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const number = numbers.find((each) => each.outbound_agent_id !== null);
  if (!number) throw new Error('the simulated account has no number that dials');
  return number.phone_number;
}

/** Rows as debt collectors send them: five columns beside number and name. */
function orderOf(phoneNumber: string, count: number, sending: Record<string, string>, firstNumber = 40_000_000) {
  const recipients = Array.from({ length: count }, (_, index) => ({
    phone_number: `+54911${String(firstNumber + index)}`,
    customer_name: `Cliente número ${index}`,
    saldo: `${index * 10},50`,
    vencimiento: '30/11/2026',
    producto: 'Tarjeta de crédito',
    sucursal: `Sucursal ${index % 40}`,
    correo: `cliente${index}@ejemplo.com`,
  }));
  return { name: 'Medición', successDefinition: 'El cliente promete una fecha de pago', phoneNumber, recipients, ...sending };
}
