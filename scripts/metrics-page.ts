// Text of docs/metrics.md, made from the table of metrics.
import path from 'node:path';
import {
  serverMetricDefinitionsBySection,
  promClientProcessMetrics,
  type ServerMetricDefinition,
} from '../src/server/platform/metrics/metric-table.ts';

export const metricsPagePath = path.join(import.meta.dirname, '../docs/metrics.md');

const head = `# Metrics

Made by \`npm run metrics-docs\` from [metric-table.ts](../src/server/platform/metrics/metric-table.ts). \`GET /metrics\` answers Prometheus: to
the bearer of \`METRICS_TOKEN\`, or, where there is none, to loopback and to no request that a proxy forwarded. Ask every server for
itself, and not through the balancer.

\`\`\`yaml
scrape_configs:
  - job_name: vocero
    authorization: { credentials: '…' } # METRICS_TOKEN
    static_configs: [{ targets: ['10.0.0.5:3000', '10.0.0.6:3000'] }]
\`\`\`

[deploy/prometheus/alerts.yml](../deploy/prometheus/alerts.yml) has the alerts, each with what to do, and
[deploy/grafana/dashboard.json](../deploy/grafana/dashboard.json) a dashboard to import; both expect the job's name \`vocero\`.
\`npm run check:alerts\` tries the alerts on planted faults with Prometheus' own tool.

- No label names a workspace, a person or a number, so that the number of series does not grow with use.
- *Of the database*: read at the scrape by one short connection that has two seconds, and shared by scrapes within five. Every server
  tells the same: take the maximum, never the sum. While the database is away they are missing, \`vocero_database_up\` is 0, and all
  else is told as ever.
- Counters and histograms begin at 0 with each start of a server, as \`rate\` expects.
`;

const processHead = `## Process

Named and told by [prom-client](https://github.com/siimon/prom-client), the client library; some systems lack a few.

| Metric | Type |
|---|---|`;

export function writeMetricsPage(): string {
  return [
    head,
    ...Object.entries<Record<string, ServerMetricDefinition>>(serverMetricDefinitionsBySection).map(section),
    processHead,
    ...Object.entries(promClientProcessMetrics).map(([name, type]) => `| \`${name}\` | ${type} |`),
    '',
  ].join('\n');
}

function section([title, rows]: readonly [string, Readonly<Record<string, ServerMetricDefinition>>]): string {
  const lines = Object.entries(rows).map(
    ([name, row]) =>
      `| \`${name}\` | ${row.type} | ${row.help}${row.isShared ? ' *(of the database)*' : ''} | ${labels(row)} |`,
  );
  return [`## ${title}`, '', '| Metric | Type | What it tells | Labels |', '|---|---|---|---|', ...lines, ''].join(
    '\n',
  );
}

function labels(row: ServerMetricDefinition): string {
  return Object.entries(row.labels ?? {})
    .map(([name, values]) => `\`${name}\`: ${typeof values === 'string' ? values : values.join(', ')}`)
    .join('<br>');
}
