/** The server's metrics: what parts of it count and measure, in the words of metric-table.ts, and how Prometheus reads it. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createGaugeReader, type GaugeReading } from './gauge-query.ts';
import { metricTable, type MetricName, type MetricRow, type MetricTable } from './metric-table.ts';

type OfType<T extends MetricRow['type']> = {
  [N in MetricName]: MetricTable[N] extends { readonly type: T } ? N : never;
}[MetricName];
type CounterName = OfType<'counter'>;
type HistogramName = OfType<'histogram'>;
type SharedName = { [N in MetricName]: MetricTable[N] extends { readonly isShared: true } ? N : never }[MetricName];
type GaugeName = Exclude<OfType<'gauge'>, SharedName>;

/** What a metric's labels may be. */
export type LabelsOf<N extends MetricName> = MetricTable[N] extends { readonly labels: infer L }
  ? { readonly [K in keyof L]: L[K] extends readonly (infer V)[] ? V : string }
  : { readonly [K in never]: string };
/** Of a gauge with a label: by its value. */
type ReadingOf<N extends GaugeName> = MetricTable[N] extends { readonly labels: infer L }
  ? Readonly<Partial<Record<LabelsOf<N>[keyof L & keyof LabelsOf<N>] & string, number>>>
  : number;

/** What any part of the server may tell. Each costs an addition in memory. */
export interface Metrics {
  /** One more. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, value: number): void;
  /** Read at every scrape; who tells a gauge last, tells it. */
  gauge<N extends GaugeName>(name: N, read: () => ReadingOf<N>): void;
  /**
   * Gauges that stand in the database: `query` is a `select` of metric (text), label (text) and value (float8), and must be
   * cheap at any size, for it runs at every scrape.
   */
  query(names: readonly SharedName[], query: string): void;
}

export interface MetricsRegistry extends Metrics {
  /** What a scrape answers, while the database is away too. */
  expose(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export interface MetricsOptions {
  readonly connectionString: string;
  readonly monotonicMs: () => number;
}

export function createMetrics({ connectionString, monotonicMs }: MetricsOptions): MetricsRegistry {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  const reads = new Map<GaugeName, () => unknown>();
  const queries: string[] = [];
  const readDatabase = createGaugeReader({ connectionString, queries, monotonicMs });

  for (const [name, row] of Object.entries<MetricRow>(metricTable)) {
    const { help, labels = {} } = row;
    const settings = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    if (row.type === 'gauge') gauges.set(name, new Gauge(settings));
    else if (row.type === 'histogram')
      histograms.set(name, new Histogram({ ...settings, buckets: [...(row.buckets ?? [])] }));
    else counters.set(name, withZeros(new Counter(settings), labels));
  }

  function setGauges(readings: readonly GaugeReading[] | null): void {
    // What is not known any more is missing, and not what it was.
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
  const row: MetricRow | undefined = (metricTable as Readonly<Record<string, MetricRow>>)[name];
  return row?.labels ?? {};
}

/** A series that appears with its first event hides that event from `rate`: those that are known begin at 0. */
function withZeros(counter: Counter, labels: NonNullable<MetricRow['labels']>): Counter {
  const [[name, values] = ['', ''], ...others] = Object.entries(labels);
  if (others.length > 0 || typeof values === 'string') return counter;
  for (const value of values) counter.inc({ [name]: value }, 0);
  return counter;
}

let processRegistry: Registry | undefined;

/** Of the process, whatever number of servers a test runs in it. */
function ofProcess(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}
