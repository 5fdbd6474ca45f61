/**
 * Each label of a figure is in GLOSSARY.md's table, for exactly one measure. A figure that joins a screen's table does
 * not compile until its measure is given here.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alertKinds } from '../contract/alerts.ts';
import { getAlertTitle, describeAlert, describeClearedAlert } from './alerts-es.ts';
import { agentVersionsLabels } from '../client/features/performance/agent-page-es.ts';
import { analyticsAgentsCardLabels } from '../client/features/analytics/analytics-agents-es.ts';
import { analyticsCsvLabels } from '../client/features/analytics/analytics-csv-es.ts';
import { analyticsTileLabels } from './analytics-es.ts';
import { callMeasureFilterOptions, callStatusFilterOptions } from './call-history-es.ts';
import { campaignFunnelLabels, campaignRateLabels } from './campaign-detail-es.ts';
import { campaignFigureLabels } from './campaigns-es.ts';
import { copcMetricLabels } from './copc-metrics-es.ts';
import { dashboardLabels, agentCallShareLabels, agentPerformanceLabels } from './dashboard-es.ts';
import { agentComparisonCsvLabels } from '../client/features/performance/comparison-csv-es.ts';
import { agentComparisonLabels, scorecardLabels } from './performance-es.ts';

/** Label keys with their measure. Null if a label names a dimension or a single call's field. */
type Measured<T> = Readonly<Record<keyof T, string | null>>;
const of = <T extends object>(
  labels: T,
  measures: Measured<T>,
  textOf: (entry: T[keyof T]) => string = String,
): [label: string, measure: string][] =>
  (Object.keys(measures) as (keyof T)[]).flatMap((key) =>
    measures[key] === null ? [] : [[textOf(labels[key]), measures[key]]],
  );

const labelOf = ({ label }: { readonly label: string }): string => label;
const { totalCalls, activeNow, activeTitle, averageDuration, successRate } = dashboardLabels;
const { callsColumn, shareColumn } = agentCallShareLabels;

const shown: readonly [label: string, measure: string][] = [
  ...of(
    { totalCalls, activeNow, activeTitle, averageDuration, successRate },
    {
      totalCalls: 'Calls',
      activeNow: 'Active calls',
      activeTitle: 'Active calls',
      averageDuration: 'Average duration',
      successRate: 'Success rate',
    },
  ),
  ...of({ callsColumn, shareColumn }, { callsColumn: 'Calls', shareColumn: 'Usage' }),
  ...of(agentPerformanceLabels.names, {
    successRate: 'Success rate',
    goalRate: 'Goal rate',
    total: 'Calls',
    completed: 'Succeeded calls',
    duration: 'Average duration',
  }),
  ...of(scorecardLabels, {
    totalCalls: 'Calls',
    successRate: 'Success rate',
    goalRate: 'Goal rate',
    averageDuration: 'Average duration',
    satisfaction: 'Satisfaction',
    voiceQuality: 'Voice quality',
    responseTime: 'Average latency',
    successfulCalls: 'Succeeded calls',
    failedCalls: 'Unsuccessful calls',
    lastCall: null,
  }),
  ...of(agentComparisonLabels.columns, {
    name: null,
    successRate: 'Success rate',
    goalRate: 'Goal rate',
    totalCalls: 'Calls',
    successfulCalls: 'Succeeded calls',
    failedCalls: 'Unsuccessful calls',
    averageDuration: 'Average duration',
    satisfaction: 'Satisfaction',
    voiceQuality: 'Voice quality',
    responseTime: 'Average latency',
  }),
  ...of(agentVersionsLabels.columns, {
    version: null,
    totalCalls: 'Calls',
    successRate: 'Success rate',
    goalRate: 'Goal rate',
    averageDuration: 'Average duration',
  }),
  ...of(analyticsTileLabels, {
    totalCalls: 'Calls',
    successfulCalls: 'Goals reached',
    failedCalls: 'Goals missed',
    successRate: 'Goal rate',
    averageCallDuration: 'Average duration',
    averageLatency: 'Average latency',
    totalCallCost: 'Total cost',
    costPerSuccessfulCall: 'Cost per goal',
  }),
  ...of(
    (({ calls, successful, failed, successRate: rate, finishedSuccessRate, cost, costPerSuccess }) => ({
      calls,
      successful,
      failed,
      rate,
      finishedSuccessRate,
      cost,
      costPerSuccess,
    }))(analyticsAgentsCardLabels),
    {
      calls: 'Calls',
      successful: 'Goals reached',
      failed: 'Goals missed',
      rate: 'Goal rate',
      finishedSuccessRate: 'Success rate',
      cost: 'Total cost',
      costPerSuccess: 'Cost per goal',
    },
  ),
  ...of(
    campaignRateLabels,
    {
      response: 'Response rate',
      contact: 'Contact rate',
      completion: 'Completion rate',
      success: 'Campaign success rate',
    },
    labelOf,
  ),
  ...of(
    campaignFunnelLabels.stages,
    { total: 'Recipients', sent: 'Sent', pickedUp: 'Picked up', contacted: 'Contacted', successful: 'Campaign goals' },
    labelOf,
  ),
  ...of(
    campaignFigureLabels,
    {
      total: 'Recipients',
      responded: 'Picked up',
      completed: 'Completed',
      successful: 'Campaign goals',
      successRate: 'Campaign success rate',
    },
    labelOf,
  ),
  ...Object.entries(copcMetricLabels).map(([metric, label]): [string, string] => [label, metric]),
  [callMeasureFilterOptions[0].label, 'Succeeded calls'],
  [callMeasureFilterOptions[1].label, 'Unsuccessful calls'],
  [analyticsCsvLabels.answerRate, 'Answer rate'],
];

/** Column heads of the file without their unit, and heads that name no measure. */
const csvHeads = agentComparisonCsvLabels.columns.map((head) => head.replace(/ (?:%|s|ms)$/, ''));
const otherHeads = new Set([
  'Agente',
  'Identificador',
  'Período comparado',
  'Tendencia',
  'Satisfacción estimada',
  'Última llamada',
]);

const glossary = readFileSync(new URL('../../GLOSSARY.md', import.meta.url), 'utf8');
const rows = [...glossary.matchAll(/^\| (?!Measure|-)(.+?) \| (.+?) \| .+? \| .+? \| .+? \|$/gm)].map(
  ([, measure = '', labels = '']) => ({ measure, labels: labels.split(', ') }),
);

test('no label stands for two measures', () => {
  const byLabel = Map.groupBy(shown, ([label]) => label);
  expect(
    [...byLabel].flatMap(([label, uses]) =>
      new Set(uses.map(([, measure]) => measure)).size > 1 ? [[label, uses]] : [],
    ),
  ).toEqual([]);
  // A status is a single call's field and no figure.
  for (const { label } of callStatusFilterOptions) expect(byLabel.has(label)).toBe(false);
});

test('the glossary lists each measure once, with its formula, source and screens, under the labels that it has', () => {
  const told = new Map(rows.map(({ measure, labels }) => [measure, labels]));
  expect(rows.length).toBe(told.size);
  const known = rows.flatMap(({ labels }) => labels);
  expect(known.length).toBe(new Set(known).size);
  for (const [label, measure] of shown) {
    if (measure in copcMetricLabels)
      expect([measure, glossary.split(`**${measure}**`).length - 1]).toEqual([measure, 1]);
    else expect([measure, told.get(measure)]).toEqual([measure, expect.arrayContaining([label])]);
  }
  // Every label of the glossary is on some screen.
  const onScreens = new Set([...shown.map(([label]) => label), ...csvHeads]);
  expect(known.filter((label) => !onScreens.has(label))).toEqual([]);
});

test('alerts speak of a measure by its label', () => {
  const details = { percent: 74.9, finished: 1_040, threshold: 85 };
  for (const text of [
    getAlertTitle('success_percent'),
    describeAlert({ kind: 'success_percent', details }),
    describeClearedAlert({ kind: 'success_percent', details }),
  ])
    expect(text.toLowerCase()).toContain(dashboardLabels.successRate.toLowerCase());
  // Alerts name neither the goal rate nor a campaign's rates.
  for (const kind of alertKinds) expect(getAlertTitle(kind)).not.toMatch(/objetivo|atención|tasa de conexión/i);
});

test('the heads of files are those labels', () => {
  const known = new Set(rows.flatMap(({ labels }) => labels));
  expect(csvHeads.filter((head) => !known.has(head) && !otherHeads.has(head))).toEqual([]);
});

test('where the contract says success rate, its description names which of the measures', () => {
  const measures = new Set(rows.map(({ measure }) => measure));
  const fields = globSync('src/contract/*.ts').flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^(.*)\n +(?:successRate|success_rate): z\b/gm),
  ]);
  expect(fields.length).toBeGreaterThan(4);
  expect(
    fields.flatMap(([, above = '']) => (measures.has(/\/\*\* ([^,.:]+)/.exec(above)?.[1] ?? '') ? [] : [above.trim()])),
  ).toEqual([]);
});
