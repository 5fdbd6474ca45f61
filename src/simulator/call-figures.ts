// Figures of a finished simulated call, such as latencies, cost and tokens. They are generated at random from the
// call's seed.
import type { SimulatedCallRecord } from './call-record.ts';
import { createSeededRandomGenerator } from './random.ts';
import type { RandomGenerator } from './random.ts';

export interface SimulatedLatencyPercentiles {
  p50: number;
  p90: number;
  p95: number;
  p99: number;
  min: number;
  max: number;
  num: number;
  values: number[];
}

export interface SimulatedLatency {
  e2e?: SimulatedLatencyPercentiles;
  llm?: SimulatedLatencyPercentiles;
  tts?: SimulatedLatencyPercentiles;
  asr?: SimulatedLatencyPercentiles;
  knowledge_base?: SimulatedLatencyPercentiles;
}

export interface SimulatedCost {
  combined_cost: number;
  product_costs: { product: string; cost: number; unit_price?: number; is_transfer_leg_cost?: boolean }[];
  total_duration_seconds: number;
  total_duration_unit_price: number;
}

/** Returns a simulated call's latencies in ms; undefined if it was too short. Some parts are missing in some calls. */
export function simulateCallLatency(record: SimulatedCallRecord): SimulatedLatency | undefined {
  const turns = Math.floor(record.outcome.durationMs / 11_000);
  if (!record.outcome.connected || turns < 1) return undefined;
  const random = createSeededRandomGenerator(record.seed, 'latency');
  const e2eMean = random.around(record.agent.latencyMs, 300);
  const series = (mean: number, spread: number): SimulatedLatencyPercentiles =>
    percentiles(
      Array.from({ length: turns }, () =>
        Math.round(random.around(mean, mean * spread) + (random.chance(0.04) ? mean : 0)),
      ),
    );
  return {
    e2e: series(e2eMean, 0.35),
    llm: series(e2eMean * 0.55, 0.4),
    tts: series(e2eMean * 0.22, 0.3),
    ...(random.chance(0.8) ? { asr: series(e2eMean * 0.12, 0.4) } : {}),
    ...(record.agent.script === 'support' ? { knowledge_base: series(90, 0.5) } : {}),
  };
}

function percentiles(values: number[]): SimulatedLatencyPercentiles {
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): number => {
    const position = share * (sorted.length - 1);
    const low = sorted[Math.floor(position)] ?? 0;
    return rounded(low + ((sorted[Math.ceil(position)] ?? low) - low) * (position % 1), 2);
  };
  return {
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    min: at(0),
    max: at(1),
    num: values.length,
    values,
  };
}

/** A simulated call's cost in US cents, charged per second. 0 for a call that never connected. */
export function generateCallCost(record: SimulatedCallRecord): SimulatedCost {
  const seconds = Math.ceil(record.outcome.durationMs / 1000);
  if (!record.outcome.connected)
    return { combined_cost: 0, product_costs: [], total_duration_seconds: 0, total_duration_unit_price: 0 };
  const voice = record.agent.wire.voice_id.startsWith('11labs') ? 'elevenlabs_tts' : 'retell_platform_tts';
  const products = [
    { product: 'retell_voice_engine', unit_price: 5.5 / 60 },
    { product: voice, unit_price: (voice === 'elevenlabs_tts' ? 4 : 1.5) / 60 },
    { product: 'gpt_4_1', unit_price: 4.5 / 60 },
    ...(record.agent.script === 'support' ? [{ product: 'knowledge_base', unit_price: 0.5 / 60 }] : []),
  ].map(({ product, unit_price }) => ({
    product,
    unit_price: rounded(unit_price, 7),
    cost: rounded(unit_price * seconds, 4),
  }));
  const transfer = record.outcome.reason === 'transfer_bridged' || record.outcome.reason === 'call_transfer';
  const product_costs: SimulatedCost['product_costs'] = transfer
    ? [...products, { product: 'custom_telephony', cost: 1.5, is_transfer_leg_cost: true }]
    : products;
  return {
    combined_cost: rounded(
      product_costs.reduce((sum, { cost }) => sum + cost, 0),
      4,
    ),
    product_costs,
    total_duration_seconds: seconds,
    total_duration_unit_price: rounded(
      products.reduce((sum, { unit_price }) => sum + unit_price, 0),
      7,
    ),
  };
}

/** Number of tokens of each language model request in a simulated call; undefined if the call was too short. */
export function generateCallTokenUsage(
  record: SimulatedCallRecord,
): { average: number; num_requests: number; values: number[] } | undefined {
  const requests = Math.floor(record.outcome.durationMs / 11_000);
  if (!record.outcome.connected || requests < 1) return undefined;
  const values = tokenSeries(createSeededRandomGenerator(record.seed, 'tokens'), requests);
  return {
    average: rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 2),
    num_requests: values.length,
    values,
  };
}

function tokenSeries(random: RandomGenerator, requests: number): number[] {
  let tokens = random.int(1100, 2400);
  return Array.from({ length: requests }, () => (tokens += random.int(25, 90)));
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
