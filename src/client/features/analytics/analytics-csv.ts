/**
 * Exports the Analytics screen as CSV for Excel in Spanish. Each line has one figure and the number of calls from which
 * it was computed.
 */
import type { Analytics, WeekHourCallCounts } from '../../../contract/analytics.ts';
import { analyticsAgentsCardLabels } from './analytics-agents-es.ts';
import { analyticsCsvLabels as labels } from './analytics-csv-es.ts';
import { analyticsLabels, analyticsTileLabels } from '../../../labels/analytics-es.ts';
import { answerRateHeatMapLabels } from './analytics-hours-es.ts';
import { chartLabels } from '../../../labels/chart-es.ts';
import { reportHeadingLabels } from '../../../labels/common-es.ts';
import { sentimentLabels } from '../../../labels/es.ts';
import { figureRangeLabels } from '../../../labels/figure-range-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { getExportCostCurrencyAndRate } from '../../../contract/regional.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../contract/csv-line.ts';
import { formatCsvNumber } from '../../format/csv-number.ts';
import { formatDayRange } from '../../format/figure-range.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { PrintedReportHeading } from '../../layout/report-header.tsx';
import { analyticsVolumeSeries, toDailyVolumeBars } from './daily-bars.ts';
import { computeAnswerRate } from './dialing-hours.ts';
import { computeAnalyticsTileFigures, type AnalyticsTileFigure } from './tile-figures.ts';

type Line = readonly [
  section: string,
  element: string,
  measure: string,
  value: string,
  unit?: string,
  base?: string,
  before?: string,
];

export function getAnalyticsCsvFileName({ days: { from, to } }: Analytics): string {
  return labels.fileName(from, to);
}

export function createAnalyticsCsv(
  analytics: Analytics,
  hours: readonly WeekHourCallCounts[],
  report: PrintedReportHeading,
  format: RegionalFormat,
): string {
  const lines = [
    ...reportLines(analytics, report, format),
    ...totalLines(analytics, format),
    ...callLines(analytics, format),
    ...agentLines(analytics, format),
    ...hourLines(hours, format),
  ];
  return (
    csvByteOrderMark +
    [labels.columns, ...lines]
      .map((line) => formatCsvLine(labels.columns.map((_, column) => line[column] ?? '')))
      .join('')
  );
}

const numeric = (value: number | null, { regional }: RegionalFormat, decimals = 1): string =>
  formatCsvNumber(value, regional.dateLocale, decimals);

/** Converts an amount in US dollars to the currency in which costs are shown, and returns that currency's code. */
function money(dollars: number | null, format: RegionalFormat): { readonly value: string; readonly unit: string } {
  const { currency, perDollar } = getExportCostCurrencyAndRate(format.regional);
  return {
    value: numeric(dollars === null ? null : dollars * perDollar, format, 4),
    unit: currency,
  };
}

function reportLines(
  { days, compared }: Analytics,
  { workspace, period, agent }: PrintedReportHeading,
  format: RegionalFormat,
): readonly Line[] {
  const section = labels.sections.report;
  return [
    [section, reportHeadingLabels.workspace, '', workspace],
    [section, reportHeadingLabels.period, period, formatDayRange(days, format)],
    [section, figureRangeLabels.comparedWith, '', formatDayRange(compared, format)],
    [section, reportHeadingLabels.agent, '', agent],
  ];
}

function totalLines(analytics: Analytics, format: RegionalFormat): readonly Line[] {
  const units: Partial<Record<AnalyticsTileFigure['name'], string>> = {
    successRate: labels.units.percent,
    averageCallDuration: labels.units.seconds,
    averageLatency: labels.units.milliseconds,
  };
  return computeAnalyticsTileFigures(analytics, format).map(({ name, value, base, before }): Line => {
    const isMoney = name === 'totalCallCost' || name === 'costPerSuccessfulCall';
    const write = (figure: number | null) => (isMoney ? money(figure, format).value : numeric(figure, format));
    const unit = isMoney ? money(value, format).unit : (units[name] ?? labels.units.calls);
    return [
      labels.sections.totals,
      analyticsTileLabels[name],
      '',
      write(value),
      unit,
      numeric(base, format),
      write(before),
    ];
  });
}

function callLines(
  { callsByDay, callsByDirection, disconnectionReasons, callsWithReason, sentiment, totalCalls }: Analytics,
  format: RegionalFormat,
): readonly Line[] {
  const { sections, units } = labels;
  const count = (section: string, element: string, measure: string, calls: number, base?: number): Line => [
    section,
    element,
    measure,
    numeric(calls, format),
    units.calls,
    base === undefined ? '' : numeric(base, format),
  ];
  const moods = [
    [sentimentLabels.Positive, sentiment.positive],
    [sentimentLabels.Neutral, sentiment.neutral],
    [sentimentLabels.Negative, sentiment.negative],
  ] as const;
  const known = sentiment.positive + sentiment.neutral + sentiment.negative;
  return [
    ...toDailyVolumeBars(callsByDay, format).flatMap((bar) =>
      analyticsVolumeSeries.map(({ id }) =>
        count(sections.days, bar.title, chartLabels.series[id], bar[id], bar.total),
      ),
    ),
    ...analyticsVolumeSeries.map(({ id, origin }) =>
      count(sections.directions, chartLabels.series[id], '', callsByDirection[origin], totalCalls),
    ),
    ...disconnectionReasons.map(({ reason, count: calls }) =>
      count(sections.reasons, reason, '', calls, callsWithReason),
    ),
    ...moods.map(([mood, calls]) => count(sections.moods, mood, '', calls, known)),
  ];
}

function agentLines({ callsByAgent }: Analytics, format: RegionalFormat): readonly Line[] {
  const { sections, units } = labels;
  return callsByAgent.flatMap((agent): readonly Line[] => {
    const name = formatAgentLabel(
      { agentId: agent.agent_id || null, agentName: agent.agent_name },
      analyticsLabels.noAgent,
    );
    const known = numeric(agent.successful_calls + agent.failed_calls, format);
    const dollars = (cents: number | null) => money(cents === null ? null : cents / 100, format);
    const [cost, perSuccess] = [dollars(agent.cost_cents), dollars(agent.cost_per_success_cents)];
    return [
      [sections.agents, name, analyticsAgentsCardLabels.calls, numeric(agent.call_count, format), units.calls],
      [
        sections.agents,
        name,
        analyticsAgentsCardLabels.successful,
        numeric(agent.successful_calls, format),
        units.calls,
        known,
      ],
      [
        sections.agents,
        name,
        analyticsAgentsCardLabels.failed,
        numeric(agent.failed_calls, format),
        units.calls,
        known,
      ],
      [
        sections.agents,
        name,
        analyticsAgentsCardLabels.successRate,
        numeric(agent.success_rate, format),
        units.percent,
        known,
      ],
      [
        sections.agents,
        name,
        analyticsAgentsCardLabels.cost,
        cost.value,
        cost.unit,
        numeric(agent.calls_with_cost, format),
      ],
      [
        sections.agents,
        name,
        analyticsAgentsCardLabels.costPerSuccess,
        perSuccess.value,
        perSuccess.unit,
        numeric(agent.successful_calls, format),
      ],
    ];
  });
}

function hourLines(hours: readonly WeekHourCallCounts[], format: RegionalFormat): readonly Line[] {
  return hours.map((hour): Line => {
    const name = `${answerRateHeatMapLabels.weekdays[hour.weekday - 1]} ${answerRateHeatMapLabels.hourName(hour.hour)}`;
    return [
      labels.sections.hours,
      name,
      labels.answerRate,
      numeric(computeAnswerRate(hour), format),
      labels.units.percent,
      numeric(hour.attempts, format),
    ];
  });
}
