/** Dispatch: a campaign's speed against its pace and lines, a call's cost for the server, and taking 10,000 people. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign, CampaignSimulation } from '../src/contract/campaigns.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import type { BenchPart, Measure } from './measure.ts';

const lines = 500;
/** A pace whose events, three a call, the server handles beside the provider's simulator on two cores. */
const callsPerSecond = 100;
const callMs = 2_000;
const dialled = 10_000;
/** Calls before measuring, because a server that has just started still compiles. */
const warmUp = 400;
const megabyte = 2 ** 20;
/** Zones of people who may be called at any time of measuring; countries with rules are left out. */
const zones = [
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Ushuaia',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Bogota',
  'America/Mexico_City',
  'America/New_York',
  'Europe/Madrid',
];
const allDay = { enabled: true, days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00', holidays: ['2020-01-01'] };

export const dispatchPart: BenchPart = {
  name: 'dispatch',
  about: `A campaign of ${dialled} at ${callsPerSecond} calls a second, with ${lines} lines and calls of ${callMs / 1_000} s: from the request that creates it to its last result, on a server that has placed ${warmUp} calls before. Then the same with all that decides who is called when and from which number: numbers under a cap that the first has reached, hours of the workspace and of the campaign by the clocks of ${zones.length} zones, priorities, 'Mejor hora', retries at another hour from another number, and a limit of attempts.`,
  async run(say) {
    const server = await startBenchServer({
      // Every call keeps its line for exactly the same time: ringing, then talking.
      simulator: { seed: 1, ringMs: 300, callDurationMs: callMs - 300, analysisMs: 100, outcomes: { user_hangup: 1 } },
      lines,
      dialing: { callsPerSecond, reservedLines: 0 },
    });
    try {
      const { from, others, agentId } = await findOrigins(server);
      say('warming up');
      await dialAll(server, orderOf(from, warmUp, 60_000_000));
      say('dialling');
      const plain = await measureDialling(server, orderOf(from, dialled, 40_000_000));
      say('dialling with all rules');
      return [...plain, ...(await measureRules(server, [from, ...others], agentId))];
    } finally {
      await server.close();
    }
  },
};

/** The pace limits how many calls start, the lines how many run at a time; the last call lasts as long as any. */
const idealSeconds = Math.max(dialled / callsPerSecond + callMs / 1_000, (dialled * callMs) / 1_000 / lines);

async function measureRules(server: BenchServer, phoneNumbers: readonly string[], agentId: string): Promise<Measure[]> {
  const { client } = server;
  const { version } = await client.get<{ version: number }>('/api/settings');
  await client.put('/api/settings', {
    version,
    callingWindow: allDay,
    dialing: { callsPerSecond, reservedLines: 0, callsPerNumberPerDay: dialled },
  });
  const plain = orderOf(phoneNumbers[0] ?? '', dialled, 50_000_000);
  const order = {
    ...plain,
    phoneNumbers,
    agentId,
    recipients: plain.recipients.map((row, index) => ({
      ...row,
      zona: zones[index % zones.length] ?? '',
      prioridad: String(1 + (index % 10)),
    })),
    bestHour: true,
    callingWindow: { days: allDay.days, from: allDay.from, to: allDay.to },
    retryPolicy: { no_answer: { attempts: 2, delayMinutes: 60, otherHour: true, otherNumber: true } },
    retryLimits: { maxAttempts: 4, maxDays: 10 },
  };
  const placedBefore = (await server.readPlacedCalls()).length;
  const { seconds } = await dialAll(server, order, idealSeconds);
  const placed = (await server.readPlacedCalls()).slice(placedBefore);
  const used = new Set(placed.map((call) => call.from_number));
  // The first recipients had today's calls already in the campaign before.
  if (new Set(placed.map((call) => call.to_number)).size !== dialled || used.has(phoneNumbers[0] ?? ''))
    throw new Error(`${dialled} people, but ${placed.length} calls from ${[...used].join(', ')}`);
  return [
    { name: `campaign of ${dialled} with all rules`, value: seconds, unit: 's', ideal: idealSeconds, maxRatio: 1.15 },
  ];
}

async function measureDialling(server: BenchServer, order: ReturnType<typeof orderOf>): Promise<Measure[]> {
  const placedBefore = (await server.readPlacedCalls()).length;
  const before = server.readUsage();
  let mostMemory = 0;
  const sampling = setInterval(() => {
    mostMemory = Math.max(mostMemory, server.readUsage()?.memoryBytes ?? 0);
  }, 25);
  const simulated = { callable: dialled, sendOption: 'now' };
  const { endsBetween } = await server.client.post<CampaignSimulation>('/api/campaigns/simulation', simulated);
  const beganAt = Date.now();
  const [toldFrom = Number.NaN, toldTo = Number.NaN] = [endsBetween?.from, endsBetween?.to].map(
    (moment) => (Date.parse(moment ?? '') - beganAt) / 1_000,
  );
  const { creationSeconds, seconds } = await dialAll(server, order, idealSeconds);
  clearInterval(sampling);
  const after = server.readUsage();

  const placed = (await server.readPlacedCalls()).slice(placedBefore);
  const numbers = new Set(placed.map((call) => call.to_number));
  if (placed.length !== dialled || numbers.size !== dialled) {
    throw new Error(`${dialled} people, but ${placed.length} calls to ${numbers.size} of them`);
  }
  const acceptedAfter = placed.map(({ acceptedAt }) => (acceptedAt - beganAt) / 1_000);
  return [
    { name: `creation of ${dialled}`, value: creationSeconds, unit: 's', limit: 2 },
    { name: `campaign of ${dialled}`, value: seconds, unit: 's', ideal: idealSeconds, maxRatio: 1.15 },
    { name: 'the dry run told an end from', value: toldFrom, unit: 's', ideal: seconds, maxRatio: 1 },
    { name: 'to', value: toldTo, unit: 's', ideal: seconds },
    // The model does not know the delays of a busy machine.
    { name: 'end, by the latest that was told', value: seconds, unit: 's', ideal: toldTo, maxRatio: 1.1 },
    { name: 'first call after', value: acceptedAfter[0] ?? Number.NaN, unit: 's' },
    { name: 'last call after', value: acceptedAfter.at(-1) ?? Number.NaN, unit: 's', ideal: dialled / callsPerSecond },
    { name: 'most calls begun in one second', value: mostWithin(acceptedAfter, 1), unit: '', limit: callsPerSecond },
    { name: 'over the ideal, per placed call', value: ((seconds - idealSeconds) * 1_000) / dialled, unit: 'ms' },
    ...(before === null || after === null
      ? []
      : [
          {
            name: "server's processor time per call, webhooks included",
            value: (after.cpuMs - before.cpuMs) / dialled,
            unit: 'ms',
          },
          { name: "server's memory before", value: before.memoryBytes / megabyte, unit: 'MB' },
          { name: 'at most meanwhile', value: mostMemory / megabyte, unit: 'MB' },
        ]),
  ];
}

/** The highest number of `times`, which ascend, in any window of a length. */
function mostWithin(times: readonly number[], length: number): number {
  let first = 0;
  let most = 0;
  times.forEach((time, index) => {
    while ((times[first] ?? time) <= time - length) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** Seconds until the request is answered, and until the last result is in. Polls rarely before `notBefore`. */
async function dialAll(
  { client }: BenchServer,
  order: ReturnType<typeof orderOf>,
  notBefore = 0,
): Promise<{ creationSeconds: number; seconds: number }> {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const { id, totalRecipients } = await client.post<Campaign>('/api/campaigns', order);
  const creationSeconds = seconds();
  while ((await client.get<Campaign>(`/api/campaigns/${id}`)).status !== 'completed')
    await delay(seconds() < notBefore ? 500 : 25);
  if (totalRecipients !== order.recipients.length) throw new Error(`only ${totalRecipients} taken`);
  return { creationSeconds, seconds: seconds() };
}

async function findOrigins({ client }: BenchServer) {
  const numbers =
    await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const [first, ...others] = numbers.filter((each) => each.outbound_agent_id !== null);
  if (!first?.outbound_agent_id) throw new Error('the simulated account has no number that dials');
  return {
    from: first.phone_number,
    others: others.map((each) => each.phone_number),
    agentId: first.outbound_agent_id,
  };
}

/** Recipients as debt collectors send them: five columns beside number and name. */
function orderOf(phoneNumber: string, count: number, firstNumber: number) {
  const recipients = Array.from({ length: count }, (_, index) => ({
    phone_number: `+54911${String(firstNumber + index)}`,
    customer_name: `Cliente número ${index}`,
    saldo: `${index * 10},50`,
    vencimiento: '30/11/2026',
    producto: 'Tarjeta de crédito',
    sucursal: `Sucursal ${index % 40}`,
    correo: `cliente${index}@ejemplo.com`,
  }));
  return {
    name: 'Medición',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber,
    recipients,
    sendOption: 'now',
  };
}
