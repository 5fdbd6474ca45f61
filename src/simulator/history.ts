// Simulated past calls: realistic weeks of a contact centre, determined by seed, account and range.
import type { WireCall } from '../retell/index.ts';
import { createSimulatedAccount, findSimulatedAgent, resolveNewSimulatedCallStorage } from './account.ts';
import type { SimulatedAccount } from './account.ts';
import type { SimulatedAgent } from './agent-catalogue.ts';
import { getSimulatedConversationVariables } from './call-record.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { toSimulatedWireCall } from './call-wire.ts';
import { generateSimulatedMobileNumber } from './content/people.ts';
import { pickHeaviestSimulatedAgentId } from './lifecycle.ts';
import type { SimulatedAccountOptions, SimulatedPastCallsRange } from './options.ts';
import {
  pickRandomSimulatedCallOutcome,
  simulatedAccountDisconnectionWeights,
  simulatedInboundDisconnectionWeights,
  simulatedPastOutboundReasonWeights,
  simulatedOutboundDisconnectionWeights,
  simulatedWebCallDisconnectionWeights,
} from './outcome.ts';
import type { SimulatedCallKind } from './outcome.ts';
import { createSeededRandomGenerator, hashSeedParts, hashSeedPartsToHex } from './random.ts';
import type { RandomGenerator } from './random.ts';

const hourMs = 3_600_000;
/** Offset of Buenos Aires from UTC in ms, all year. */
const zoneMs = -3 * hourMs;
const weightsByOutcome = {
  outbound: { ...simulatedOutboundDisconnectionWeights, ...simulatedPastOutboundReasonWeights },
  inbound: { ...simulatedInboundDisconnectionWeights, ...simulatedAccountDisconnectionWeights },
  web: simulatedWebCallDisconnectionWeights,
};
/** Number of different customers per simulated past call. It is below 1, because some customers have several calls. */
const customersPerCall = 0.4;
/**
 * Maximum duration in ms of past calls. They start this long before the range's end, so that they end within the range.
 */
const longestCallMs = 660_000;
/** Relative number of simulated past calls in each local hour, 0 to 23. */
const hours = [
  0.1, 0.05, 0.03, 0.02, 0.02, 0.05, 0.15, 0.5, 1.5, 5, 8, 8.5, 7, 5.5, 6, 7.5, 8.5, 9, 8.5, 6.5, 3.5, 1.2, 0.6, 0.3,
];
/** Sunday to Saturday. */
const weekdays = [0.25, 1, 1.1, 1.1, 1.05, 0.95, 0.5];

/** Yields the past calls of a simulator with this seed and account, oldest first, without starting the simulator. */
export function* generateSimulatedPastCalls(
  seed: number,
  options: SimulatedPastCallsRange & { account: SimulatedAccountOptions; baseUrl: string },
): Iterable<WireCall> {
  for (const record of buildSimulatedPastCallRecords(seed, createSimulatedAccount(seed, options.account), options))
    yield toSimulatedWireCall(record, options.baseUrl);
}

export function buildSimulatedPastCallRecords(
  seed: number,
  account: SimulatedAccount,
  { from, to, count }: SimulatedPastCallsRange,
): SimulatedCallRecord[] {
  const random = createSeededRandomGenerator(seed, account.key, 'history', from, to);
  const times = drawTimes(random, from, to - from > 2 * longestCallMs ? to - longestCallMs : to, count);
  const customers = Math.max(1, Math.round(count * customersPerCall));
  return times.map((createdAt, index) => {
    const customer = generateSimulatedMobileNumber(
      createSeededRandomGenerator(seed, account.key, 'customer', random.int(1, customers)),
    );
    return pastCall(account, hashSeedParts(seed, account.key, 'history', from, to, index), createdAt, customer);
  });
}

function pastCall(account: SimulatedAccount, seed: number, createdAt: number, caller: string): SimulatedCallRecord {
  const random = createSeededRandomGenerator(seed, 'past call');
  const kind = random.weighted<SimulatedCallKind>([
    ['outbound', 68],
    ['inbound', 24],
    ['web', 8],
  ]);
  const line = account.numbers.length === 0 ? undefined : random.pick(account.numbers);
  const agent = pastAgent(account, kind, line?.inbound_agents, random);
  const customer = kind === 'web' ? '' : caller;
  const identity = { seed, kind, agent, customer, company: account.orgName, dynamicVariables: undefined };
  const variables = getSimulatedConversationVariables(identity);
  const outcome = pickRandomSimulatedCallOutcome({
    seed,
    kind,
    agent,
    weights: weightsByOutcome[kind],
    variables,
    timing: {},
  });
  const pickUpAt = createdAt + outcome.ringMs;
  const startAt = outcome.hasStart ? pickUpAt : undefined;
  return {
    ...identity,
    id: `call_${hashSeedPartsToHex(27, seed, 'past', account.key)}`,
    line: kind === 'web' ? '' : (line?.phone_number ?? ''),
    createdAt,
    metadata: undefined,
    dynamicVariables: kind === 'outbound' ? { customer_name: variables['nombre'] ?? '' } : undefined,
    analysisItems: undefined,
    ...resolveNewSimulatedCallStorage(account, agent),
    outcome,
    phase: 'finished',
    startAt,
    endAt: pickUpAt + outcome.durationMs,
    analysisRound: 1,
  };
}

function pastAgent(
  account: SimulatedAccount,
  kind: SimulatedCallKind,
  inbound: Parameters<typeof pickHeaviestSimulatedAgentId>[0],
  random: RandomGenerator,
): SimulatedAgent {
  const published = account.agents.filter(({ wire }) => wire.is_published);
  const outbound = published.filter(({ script }) => script !== 'support');
  const pool = outbound.length > 0 ? outbound : published;
  const agent = kind === 'inbound' ? findSimulatedAgent(account, pickHeaviestSimulatedAgentId(inbound)) : undefined;
  const chosen =
    agent ??
    (kind === 'web'
      ? random.pick(published)
      : random.weighted(pool.map((each, index) => [each, 1 / (index + 1)] as const)));
  return chosen;
}

/** Draws `count` sorted start times between `from` and `to`: more in office hours, and slightly more every week. */
function drawTimes(random: RandomGenerator, from: number, to: number, count: number): number[] {
  const slots: (readonly [number, number])[] = [];
  for (let slot = Math.floor(from / hourMs) * hourMs; slot < to; slot += hourMs) {
    const local = new Date(slot + zoneMs);
    const covered = (Math.min(to, slot + hourMs) - Math.max(from, slot)) / hourMs;
    const growth = 1 + (0.3 * (slot - from)) / Math.max(1, to - from);
    slots.push([slot, (hours[local.getUTCHours()] ?? 0) * (weekdays[local.getUTCDay()] ?? 0) * growth * covered]);
  }
  const cumulative: number[] = [];
  let sum = 0;
  for (const [, weight] of slots) cumulative.push((sum += weight));
  const draw = (): number => {
    const slot = slots[firstAbove(cumulative, random.next() * sum)]?.[0] ?? from;
    return Math.floor(random.between(Math.max(from, slot), Math.min(to, slot + hourMs)));
  };
  return Array.from({ length: count }, draw).sort((left, right) => left - right);
}

function firstAbove(cumulative: readonly number[], target: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cumulative[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
