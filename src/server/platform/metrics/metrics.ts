/** Registers and exposes the metrics of metric-table.ts for Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createDatabaseGaugeReader, type DatabaseGaugeValue } from './gauge-query.ts';
import {
  serverMetricDefinitions,
  type ServerMetricName,
  type ServerMetricDefinition,
  type ServerMetricDefinitions,
} from './metric-table.ts';

type OfType<T extends ServerMetricDefinition['type']> = {
  [N in ServerMetricName]: ServerMetricDefinitions[N] extends { readonly type: T } ? N : never;
}[ServerMetricName];
type CounterName = OfType<'counter'>;
type HistogramName = OfType<'histogram'>;
type SharedName = {
  [N in ServerMetricName]: ServerMetricDefinitions[N] extends { readonly isShared: true } ? N : never;
}[ServerMetricName];
type GaugeName = Exclude<OfType<'gauge'>, SharedName>;

export type MetricLabelsOf<N extends ServerMetricName> = ServerMetricDefinitions[N] extends { readonly labels: infer L }
  ? { readonly [K in keyof L]: L[K] extends readonly (infer V)[] ? V : string }
  : { readonly [K in never]: string };
/** Type of what a gauge's function returns: a number, or a number for each label value if the gauge has a label. */
type ReadingOf<N extends GaugeName> = ServerMetricDefinitions[N] extends { readonly labels: infer L }
  ? Readonly<Partial<Record<MetricLabelsOf<N>[keyof L & keyof MetricLabelsOf<N>] & string, number>>>
  : number;

/** Records metrics, from any part of the server. Each record costs one addition in memory. */
export interface ServerMetricRecorder {
  /** One more. */
  count<N extends CounterName>(name: N, labels: MetricLabelsOf<N>, by?: number): void;
  observe<N extends HistogramName>(name: N, labels: MetricLabelsOf<N>, value: number): void;
  /** Registers the function that is called for a gauge's value at every scrape. It replaces an earlier one. */
  gauge<N extends GaugeName>(name: N, read: () => ReadingOf<N>): void;
  /**
   * Registers gauges that are read from the database. `query` selects metric (text), label (text) and value (float8).
   * It runs at every scrape, so it must be fast on a large database.
   */
  query(names: readonly SharedName[], query: string): void;
}

export interface MetricsRegistry extends ServerMetricRecorder {
  /** Returns the response to a Prometheus scrape. It also works while the database is unreachable. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface MetricsRegistryOptions {
  readonly connectionString: string;
  readonly monotonicMs: () => number;
}

export function createMetricsRegistry({ connectionString, monotonicMs }: MetricsRegistryOptions): MetricsRegistry {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  const reads = new Map<GaugeName, () => unknown>();
  const queries: string[] = [];
  const readDatabase = createDatabaseGaugeReader({ connectionString, queries, monotonicMs });

  for (const [name, row] of Object.entries<ServerMetricDefinition>(serverMetricDefinitions)) {
    const { help, labels = {} } = row;
    const settings = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    if (row.type === 'gauge') gauges.set(name, new Gauge(settings));
    else if (row.type === 'histogram')
      histograms.set(name, new Histogram({ ...settings, buckets: [...(row.buckets ?? [])] }));
    else counters.set(name, withZeros(new Counter(settings), labels));
  }

  function setGauges(readings: readonly DatabaseGaugeValue[] | null): void {
    // Reset the gauges before setting them, so that label values that are no longer reported disappear.
    for (const gauge of gauges.values()) {
      gauge.reset();
      gauge.remove({});
    }
    for (const [name, read] of reads) {
      const reading = read();
      if (typeof reading === 'number') setGauge(name, null, reading);
      else for (const [label, value] of Object.entries(reading as Record<string, number>)) setGauge(name, label, value);
    }
    for (const { metric, label, value } of readings ?? []) setGauge(metric, label, value);
    setGauge('vocero_database_up', null, readings === null ? 0 : 1);
  }

  function setGauge(name: string, label: string | null, value: number): void {
    const [labelName] = Object.keys(labelsOf(name));
    const labels: Record<string, string> = labelName === undefined || label === null ? {} : { [labelName]: label };
    gauges.get(name)?.set(labels, value);
  }

  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    gauge: (name, read) => void reads.set(name, read),
    query(_names, query) {
      queries.push(query);
    },
    async expose() {
      setGauges(await readDatabase());
      const all = Registry.merge([registry, ofProcess()]);
      return { contentType: all.contentType, text: await all.metrics() };
    },
  };
}

function labelsOf(name: string): Readonly<Record<string, readonly string[] | string>> {
  const row: ServerMetricDefinition | undefined = (
    serverMetricDefinitions as Readonly<Record<string, ServerMetricDefinition>>
  )[name];
  return row?.labels ?? {};
}

/**
 * Sets a counter to 0 for each known value of its label at the start. Otherwise Prometheus' `rate` would miss the first
 * event.
 */
function withZeros(counter: Counter, labels: NonNullable<ServerMetricDefinition['labels']>): Counter {
  const [[name, values] = ['', ''], ...others] = Object.entries(labels);
  if (others.length > 0 || typeof values === 'string') return counter;
  for (const value of values) counter.inc({ [name]: value }, 0);
  return counter;
}

let processRegistry: Registry | undefined;

/** Metrics of the process. Servers that a test runs in one process share them. */
function ofProcess(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}
