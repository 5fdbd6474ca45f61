// Alerts and dashboard use only metrics that the server has. `npm run check:alerts` tests the alerts themselves.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  serverMetricDefinitions,
  promClientProcessMetrics,
  type ServerMetricDefinition,
} from '../src/server/platform/metrics/metric-table.ts';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '../deploy', file), 'utf8');
const rules = read('prometheus/alerts.yml');
const rulesTest = read('prometheus/alerts.test.yml');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly {
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: { readonly uid: string };
  }[];
}
const dashboard = JSON.parse(read('grafana/dashboard.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};

interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly text: string;
}
const alerts: readonly Alert[] = rules
  .split(/^ {6}- alert: /mu)
  .slice(1)
  .map((text) => ({
    name: /^\w+/u.exec(text)?.[0] ?? '',
    expr: (/^ {8}expr: (?:>-\n)?([\s\S]*?)(?=^ {8}\w+:)/mu.exec(text)?.[1] ?? '').replaceAll(/\s+/gu, ' ').trim(),
    text,
  }));
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
);

const rows: Readonly<Record<string, ServerMetricDefinition>> = serverMetricDefinitions;
const ofTarget = ['job', 'instance', 'le'];

/** The metric of a series, and its row in the table. */
function metricOf(series: string): {
  readonly name: string;
  readonly row: ServerMetricDefinition | undefined;
  readonly type: ServerMetricDefinition['type'] | undefined;
} {
  const name =
    series in rows || series in promClientProcessMetrics ? series : series.replace(/_(?:bucket|sum|count)$/u, '');
  const row = rows[name];
  return {
    name,
    row,
    type: row?.type ?? (promClientProcessMetrics as Readonly<Record<string, ServerMetricDefinition['type']>>)[name],
  };
}

/** Mistakes of an expression: unknown names, functions unfit for a metric's type, and labels. */
function mistakes(expr: string): string[] {
  const found: string[] = [];
  const known = new Set(ofTarget);
  for (const match of expr.matchAll(/\b((?:vocero|process|nodejs)_\w+)(?:\{([^}]*)\})?(\[)?/gu)) {
    const [, series = '', selector = '', range] = match;
    const { name, row, type } = metricOf(series);
    if (type === undefined) found.push(`${series} does not exist`);
    else if ((type === 'histogram') !== (name !== series)) found.push(`${series} is no series of a ${type}`);
    // Counters are used by their growth, gauges by their value.
    const asked = /(\w+)\($/u.exec(expr.slice(0, match.index))?.[1] ?? '';
    if ((type === 'gauge') === /^(?:rate|increase)$/u.test(asked))
      found.push(`${asked || 'nothing'} of the ${type} ${series}`);
    if ((range === '[') !== /^(?:rate|increase|changes)$/u.test(asked))
      found.push(`${series}: a range that nothing takes`);
    for (const label of Object.keys(row?.labels ?? {})) known.add(label);
    for (const [, label = '', value = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)"([^"]*)"/gu)) {
      const values = row?.labels?.[label];
      if (values === undefined && !ofTarget.includes(label)) found.push(`${series} has no label ${label}`);
      if (Array.isArray(values))
        found.push(
          ...value
            .split('|')
            .filter((each) => !values.includes(each))
            .map((each) => `${label} is never ${each}`),
        );
    }
  }
  for (const [, list = ''] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/gu))
    for (const label of list.split(', ')) if (!known.has(label)) found.push(`nothing has the label ${label}`);
  return found;
}

describe('every expression names metrics, types and labels that exist', () => {
  it.each([...alerts, ...panels])('$name: $expr', ({ expr }) => {
    expect(expr).toMatch(/^[\s\S]*\{[\s\S]*job="vocero"/u);
    expect(mistakes(expr)).toEqual([]);
  });

  it('a wrong one is found', () => {
    const wrong = [
      'rate(vocero_dial_total{job="vocero"}[5m])',
      'vocero_dials_total{job="vocero"} > 1',
      'rate(vocero_lines_limit{job="vocero"}[5m])',
      'rate(vocero_webhook_lag_seconds{job="vocero"}[5m])',
      'vocero_dials_bucket{job="vocero"}',
      'sum by (reason) (rate(vocero_dials_total{job="vocero"}[5m]))',
      'rate(vocero_dials_total{job="vocero", outcome="ok"}[5m])',
      'rate(vocero_dials_total{job="vocero", state="ok"}[5m])',
    ];
    expect(wrong.filter((expr) => mistakes(expr).length === 0)).toEqual([]);
  });
});

it('every metric of ours is on the dashboard', () => {
  const shown = panels.map(({ expr }) => expr).join('\n');
  expect(Object.keys(rows).filter((name) => !shown.includes(name))).toEqual([]);
});

it('every alert says what happened and what to do, and fires alone in a test of its own', () => {
  expect(alerts.length).toBeGreaterThan(20);
  for (const { name, text } of alerts) {
    expect.soft(text, name).toMatch(/labels: \{ severity: (?:critical|warning) \}/u);
    expect.soft(text, name).toMatch(/summary: '.{20,}'/u);
    expect.soft(text, name).toMatch(/action: '.{20,}'/u);
    expect.soft(rulesTest, name).toContain(`exp_samples: [{ labels: '{alertname="${name}"}', value: 1 }]`);
  }
  expect(rulesTest.match(/exp_samples: \[\]/gu)?.length).toBeGreaterThan(3);
});

it('the dashboard can be imported anywhere: its source is chosen, its panels neither overlap nor share an id', () => {
  expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
    ['datasource', 'datasource'],
    ['instance', 'query'],
  ]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const { type, title, datasource, targets = [] } of dashboard.panels) {
    if (type === 'row') continue;
    expect
      .soft(
        [datasource, ...targets.map((each) => each.datasource)].map((each) => each?.uid),
        title,
      )
      .toEqual(Array.from({ length: targets.length + 1 }, () => '${datasource}'));
  }
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
