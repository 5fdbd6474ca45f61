/** Slow forecasts: places whose hours never overlap, every retry, and lists of campaigns that wait for such hours. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '../src/contract/campaigns.ts';
import type { BenchServer } from './bench-server.ts';
import type { HeapProbe } from './heap-probe.ts';
import type { Measure } from './measure.ts';

/** Finished calls that a forecast needs before it says anything; some of them fail. */
const taught = 80;
const campaigns = 8;
const people = 1_500;
/** Prefixes of numbers whose zones have no common minute of the morning. */
const beginnings = '55 44 299 7800 976 62 61890393 61891006 61891010 353 686 689'.split(' ');
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const minute = (at: number) => ({ days: everyDay, from: `09:${10 + at}`, to: `09:${11 + at}` });
const often = { attempts: 5, delayMinutes: 61, otherHour: true };
const askEveryMs = 10;

export const forecastsAbout = `Then ${campaigns} campaigns of ${people} people in twelve countries, called within one minute of the day, are listed, and simulations are asked for of 1, 6, 60 and 500 places with four zones each and every retry.`;

export async function measureForecasts(server: BenchServer, from: string, probe: HeapProbe): Promise<Measure[]> {
  const { client } = server;
  const order = { name: 'Pronóstico', successDefinition: 'Sí', phoneNumber: from, sendOption: 'now' };
  const rows = (count: number, numberOf: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ phone_number: numberOf(index), name: `Cliente ${index}` }));
  const teaching = { ...order, recipients: rows(taught, (index) => `+54911${30_000_000 + index}`) };
  const { id } = await client.post<Campaign>('/api/campaigns', teaching);
  while ((await client.get<Campaign>(`/api/campaigns/${id}`)).status !== 'completed') await delay(100);
  for (let made = 0; made < campaigns; made += 1) {
    const recipients = rows(people, (index) => {
      const beginning = beginnings[index % beginnings.length] ?? '';
      return `+${beginning}${String(3_000_000 + made * 20_000 + index).slice(0, 11 - beginning.length)}`;
    });
    await client.post('/api/campaigns', { ...order, recipients, callingWindow: minute(made) });
  }
  await probe.evaluate('benchDelay.reset()');
  const asking = { isOver: false };
  const slowest = async (): Promise<number> => {
    let worst = 0;
    while (!asking.isOver) {
      const began = performance.now();
      await (await client.request('GET', '/healthz')).arrayBuffer();
      worst = Math.max(worst, performance.now() - began);
      await delay(askEveryMs);
    }
    return worst;
  };
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const health = slowest();
  const lists: number[] = [];
  const simulations: number[] = [];
  try {
    for (let time = 0; time < 3; time += 1) lists.push(await took(() => client.get('/api/campaigns')));
    for (const [index, many] of [1, 6, 60, 500].entries())
      simulations.push(await took(() => client.post('/api/campaigns/simulation', simulationOf(many, index))));
  } finally {
    asking.isOver = true;
    await health;
  }
  const blocked = Number(await probe.evaluate('benchDelay.max')) / 1e6;
  return [
    { name: 'forecasts: /healthz, the slowest answer', value: await health, unit: 'ms', limit: 200 },
    { name: 'forecasts: longest block of the event loop', value: blocked, unit: 'ms', limit: 200 },
    { name: 'forecasts: list of campaigns, the slowest', value: Math.max(...lists), unit: 'ms', limit: 2_000 },
    { name: 'forecasts: simulation, the slowest', value: Math.max(...simulations), unit: 'ms', limit: 5_000 },
  ];
}

function simulationOf(many: number, at: number) {
  const zones = Intl.supportedValuesOf('timeZone');
  const countries = ['US', 'ES', 'FR', 'DE', 'MX', 'BR', 'AR', 'GB', 'CL', 'CO'];
  const places = Array.from({ length: many }, (_, index) => {
    const four = [0, 1, 2, 3].map((part) => zones[(4 * index + 97 * part + 13 * at) % zones.length]);
    return { place: `${countries[index % countries.length]}:${four.join('&')}`, people: 20 };
  });
  const retryPolicy = { no_answer: often, busy: often, voicemail: often, error: often };
  return { callable: 10_000, places, sendOption: 'now', callingWindow: minute(at), retryPolicy };
}
