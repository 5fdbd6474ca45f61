// Figures, words, line, links and file of the quality metrics, known and unknown ones.
import { describe, expect, it } from 'vitest';
import type { FigureTrend } from '../../../contract/agent-scorecards.ts';
import type { CopcFigure, CopcReport } from '../../../contract/copc.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { defaultCopcFieldNames, defaultCopcTargets } from '../../../contract/settings.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import {
  buildCopcUrl,
  buildMetricCountedCallsUrl,
  readOpenCopcMetricFromUrl,
  readCopcTabFromUrl,
} from './copc-address.ts';
import { formatCopcReportCsv, getCopcCsvFileName } from './copc-csv.ts';
import {
  buildCopcMetricDisplay,
  describeCopcMetricTrend,
  formatCopcMetricTarget,
  formatCopcMetricValue,
} from './metric-figures.ts';
import { buildMetricHelpTexts, buildMissingMetricDataHelp } from './metric-help.ts';
import { describeMetricChartPoint, buildMetricChartPoints, describeMetricChart } from './metric-points.ts';

const format = createRegionalFormat(defaultRegionalSettings);
const series = [
  { at: '2026-11-20T03:00:00.000Z', value: null, n: 0 },
  { at: '2026-11-21T03:00:00.000Z', value: 80, n: 4 },
];
const nothing: CopcFigure = { value: null, n: 0, trend: null, series };

function reportWith(known: Partial<Record<CopcMetric, Partial<CopcFigure>>>): CopcReport {
  const figures = Object.fromEntries(copcMetrics.map((metric) => [metric, { ...nothing, ...known[metric] }])) as Record<
    CopcMetric,
    CopcFigure
  >;
  return {
    days: { from: '2026-11-20', to: '2026-11-21' },
    compared: { from: '2026-11-18', to: '2026-11-19' },
    ...figures,
    fcr: { ...figures.fcr, provisionalFrom: '2026-11-14T12:00:00.000Z' },
    intervalMinutes: 1_440,
    targets: defaultCopcTargets,
    fields: defaultCopcFieldNames,
    health: { score: 94.0476, metrics: ['csatT', 'aht'] },
  };
}

describe('a metric', () => {
  it('is written with its unit, and its target with its direction', () => {
    expect(formatCopcMetricValue('connectRate', 85.25, format)).toBe('85,3%');
    expect(formatCopcMetricValue('speedToGreeting', 1, format)).toBe('1,0 s');
    expect(formatCopcMetricValue('aht', 179.6, format)).toBe('3:00');
    expect([
      formatCopcMetricTarget('connectRate', 85, format),
      formatCopcMetricTarget('dialerAbandonRate', 2.5, format),
      formatCopcMetricTarget('acwTime', 30, format),
      formatCopcMetricTarget('aht', 180, format),
    ]).toEqual(['≥ 85%', '≤ 2,5%', '≤ 30 s', '≤ 3:00']);
  });

  it('is judged as it is shown', () => {
    const report = reportWith({
      connectRate: { value: 84.96 },
      dialerAbandonRate: { value: 5.04 },
      aht: { value: 180.4 },
      csatT: { value: 59.9 },
    });
    expect(
      copcMetrics
        .map((metric) => buildCopcMetricDisplay(report, metric, format))
        .flatMap(({ metric, written, band }) => (band === null ? [] : [[metric, written, band]])),
    ).toEqual([
      ['connectRate', '85,0%', 'excellent'],
      ['dialerAbandonRate', '5,0%', 'good'],
      ['csatT', '59,9%', 'critical'],
      ['aht', '3:00', 'excellent'],
    ]);
  });

  it('is provisional only where it has a value', () => {
    expect(buildCopcMetricDisplay(reportWith({ fcr: { value: 50 } }), 'fcr', format).provisionalFrom).toBe(
      '2026-11-14T12:00:00.000Z',
    );
    expect(buildCopcMetricDisplay(reportWith({}), 'fcr', format)).toMatchObject({
      written: null,
      band: null,
      provisionalFrom: null,
    });
  });

  it('moves for better or worse by its own direction', () => {
    const up: FigureTrend = { direction: 'up', isOfFew: false, previous: 50, percent: 20 };
    const down: FigureTrend = { direction: 'down', isOfFew: false, previous: 50, percent: -20 };
    expect(describeCopcMetricTrend('connectRate', 60, up, format)).toMatchObject({
      text: 'Subió 10,0 pts.',
      verdict: 'better',
      before: '50,0%',
    });
    expect(describeCopcMetricTrend('connectRate', 40, down, format)).toMatchObject({
      text: 'Bajó 10,0 pts.',
      verdict: 'worse',
    });
    expect(describeCopcMetricTrend('handoffRate', 60, up, format)).toMatchObject({ verdict: 'worse' });
    // A mean has no test against chance.
    expect(describeCopcMetricTrend('aht', 40, down, format)).toMatchObject({
      text: 'Bajó 20,0%',
      verdict: null,
      before: '0:50',
    });
    const stable: FigureTrend = { direction: 'stable', isOfFew: false, previous: 50, percent: 1 };
    expect(describeCopcMetricTrend('fcr', 50.5, stable, format)).toMatchObject({
      text: 'Sin cambio claro',
      verdict: null,
    });
    expect(describeCopcMetricTrend('fcr', 90, { ...stable, isOfFew: true }, format)).toMatchObject({
      text: 'Muy pocas llamadas para decir',
      verdict: null,
    });
    const fromNothing: FigureTrend = { direction: 'up', isOfFew: false, previous: 0, percent: null };
    expect(describeCopcMetricTrend('aht', 40, fromNothing, format)).toMatchObject({
      text: 'Subió',
      before: '0:00',
      verdict: null,
    });
    expect(describeCopcMetricTrend('fcr', 40, fromNothing, format)).toMatchObject({
      text: 'Subió 40,0 pts.',
      verdict: 'better',
    });
  });
});

describe('in words', () => {
  it('every metric has a formula and a source, a reason and a way to it', () => {
    const fields: Partial<Record<CopcMetric, string>> = defaultCopcFieldNames;
    for (const metric of copcMetrics) {
      const field = fields[metric] ?? null;
      const { formula, source } = buildMetricHelpTexts(metric, field);
      const { reason, how, field: toAdd } = buildMissingMetricDataHelp(metric, field);
      expect({ metric, words: [formula, source, reason, how].every((text) => text.length > 15) }).toEqual({
        metric,
        words: true,
      });
      expect(toAdd?.name ?? null).toBe(field);
    }
  });

  it('a field is named as the workspace maps it, on one line', () => {
    expect(buildMissingMetricDataHelp('csatT', 'puntaje')).toMatchObject({
      reason: 'Ninguna llamada del período trae el campo «puntaje».',
      field: {
        line: 'puntaje (Number): Satisfacción que la persona expresa, de 1 (muy insatisfecha) a 5 (muy satisfecha).',
      },
    });
    expect(buildMissingMetricDataHelp('qaPassRate', 'ok').reason).toBe(
      'Nadie calificó llamadas del período, y ninguna trae el campo «ok».',
    );
    expect(buildMetricHelpTexts('rpcRate', 'titular').source).toBe(
      'Fuente: el campo «titular» del análisis de cada llamada.',
    );
  });
});

describe('the points', () => {
  it('are named by the day or by the hour of the workspace’s zone', () => {
    const days = buildMetricChartPoints(nothing, { byHour: false, provisionalFrom: null }, format);
    expect(days[1]).toMatchObject({ title: '21/11/2026', label: '21/11', day: '2026-11-21' });
    expect(buildMetricChartPoints(nothing, { byHour: true, provisionalFrom: null }, format)[1]).toMatchObject({
      title: '00:00 - 01:00',
      label: '00:00',
      day: null,
    });
    expect(days.map((point) => describeMetricChartPoint('connectRate', point, format))).toEqual([
      '20/11/2026: sin datos',
      '21/11/2026: 80,0%, sobre 4 llamadas',
    ]);
  });

  it('may still change where they end within the last seven days', () => {
    const figure = {
      ...nothing,
      series: ['2026-11-19', '2026-11-20', '2026-11-21'].map((day) => ({
        at: `${day}T03:00:00.000Z`,
        value: 50,
        n: 1,
      })),
    };
    const points = buildMetricChartPoints(
      figure,
      { byHour: false, provisionalFrom: '2026-11-20T12:00:00.000Z' },
      format,
    );
    expect(points.map(({ isProvisional }) => isProvisional)).toEqual([false, true, true]);
    expect(points.slice(0, 2).map((point) => describeMetricChartPoint('fcr', point, format))).toEqual([
      '19/11/2026: 50,0%, sobre 1 llamada',
      '20/11/2026: 50,0%, sobre 1 llamada, provisional',
    ]);
  });

  it('are told in a sentence', () => {
    expect(describeMetricChart('connectRate', nothing, false, format)).toBe(
      '1 de 2 días con datos; mínimo 80,0%, máximo 80,0%, último 80,0%',
    );
    expect(describeMetricChart('connectRate', { ...nothing, series: series.slice(0, 1) }, true, format)).toBeNull();
  });
});

describe('the address', () => {
  it('falls back to the first tab and no window', () => {
    const odd = new URLSearchParams('period=1y&tab=x&metrica=toString');
    expect([readCopcTabFromUrl(odd), readOpenCopcMetricFromUrl(odd)]).toEqual(['roman', null]);
    const full = new URLSearchParams('period=30d&tab=rolo&metrica=aht');
    expect([readCopcTabFromUrl(full), readOpenCopcMetricFromUrl(full)]).toEqual(['rolo', 'aht']);
    expect(buildCopcUrl(new URLSearchParams('period=30d&tab=rolo'), { metrica: 'aht' })).toBe(
      '/copc-metrics?period=30d&tab=rolo&metrica=aht',
    );
  });

  it('of a metric’s calls has days, agent and, of dialling, the direction', () => {
    const { days } = reportWith({});
    expect(buildMetricCountedCallsUrl('connectRate', days, null)).toBe(
      '/historial-llamadas?fromDate=2026-11-20&toDate=2026-11-21&origin=outbound&status=finished',
    );
    expect(buildMetricCountedCallsUrl('aht', days, 'agent_a')).toBe(
      '/historial-llamadas?fromDate=2026-11-20&toDate=2026-11-21&agent=agent_a&measure=human_timed',
    );
    expect(buildMetricCountedCallsUrl('csatT', days, null)).toBeNull();
  });
});

describe('the file', () => {
  it('has every metric and every point, numbers as a spreadsheet reads them', () => {
    const report = reportWith({
      connectRate: {
        value: 1_000 / 12,
        n: 12,
        trend: { direction: 'down', isOfFew: false, previous: 95, percent: -12.281 },
      },
    });
    const lines = formatCopcReportCsv(report, { workspace: '=Ventas', period: 'Ayer', agent: 'Ana' }, format).split(
      '\r\n',
    );
    expect(getCopcCsvFileName(report)).toBe('metricas-copc-2026-11-20-a-2026-11-21.csv');
    expect(lines.slice(0, 5)).toEqual([
      `\uFEFF"Workspace";"'=Ventas"`,
      '"Período";"Ayer";"20/11/2026 al 21/11/2026"',
      '"Comparado con";"18/11/2026 al 19/11/2026"',
      '"Agente";"Ana"',
      '"Salud de la operación";"94,05";"Satisfacción (CSAT)";"Tiempo medio de atención (AHT)"',
    ]);
    expect(lines).toContain('"Tasa de conexión";"83,33";"%";"12";"85";"Bueno";"Bajó";"11,7";"pts.";"95"');
    expect(lines).toContain('"Tiempo medio de atención (AHT)";"";"s";"0";"180";"Sin datos";"";"";"";""');
    expect(lines).toContain('"Tasa de conexión";"21/11/2026";"80";"%";"4"');
    expect(lines.filter((line) => line.startsWith('"Contención";'))).toHaveLength(3);
  });
});
