// Tiles, bars, badges, links and the file, for known and unknown figures.
import { describe, expect, it } from 'vitest';
import type { Analytics, AnalyticsAgent, AnalyticsTotals, CallVolumeBucket } from '../../../contract/analytics.ts';
import { callFiltersByFigure, makeWeekHourCallFilters } from '../../../contract/figure-lists.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import { createAnalyticsCsv, getAnalyticsCsvFileName } from './analytics-csv.ts';
import { createFigureCallsLinkBuilder } from './analytics-filters.ts';
import {
  findVolumeBarIndexAtTime,
  describeVolumeBar,
  toDailyVolumeBars,
  toHourlyVolumeBars,
  stackBarSegments,
} from './daily-bars.ts';
import { computeAnalyticsTileFigures } from './tile-figures.ts';

const format = createRegionalFormat(defaultRegionalSettings);
const nothing: AnalyticsTotals = {
  totalCalls: 0,
  finishedCalls: 0,
  connectedCalls: 0,
  successfulCalls: 0,
  failedCalls: 0,
  successRate: null,
  averageCallDuration: null,
  callsWithDuration: 0,
  totalCallCost: null,
  callsWithCost: 0,
  costPerSuccessfulCall: null,
  averageLatency: null,
  callsWithLatency: 0,
};
const some: AnalyticsTotals = {
  ...nothing,
  totalCalls: 1_234,
  finishedCalls: 1_230,
  successfulCalls: 300,
  failedCalls: 100,
  successRate: 75,
  averageCallDuration: 75.4,
  callsWithDuration: 900,
  totalCallCost: 12.3456,
  callsWithCost: 1_000,
  costPerSuccessfulCall: 0.041152,
};
const agent: AnalyticsAgent = {
  agent_id: 'agent_a',
  agent_name: '=Ana',
  call_count: 7,
  successful_calls: 0,
  failed_calls: 0,
  success_rate: null,
  finished_calls: 0,
  finished_success_rate: null,
  cost_cents: 12.345,
  calls_with_cost: 7,
  cost_per_success_cents: null,
};
const analytics: Analytics = {
  ...some,
  days: { from: '2026-11-20', to: '2026-11-21' },
  compared: { from: '2026-11-18', to: '2026-11-19' },
  callsByDay: [
    { date: '2026-11-20', calls: 1_200, inbound: 0, outbound: 1_000, web_call: 200 },
    { date: '2026-11-21', calls: 34, inbound: 34, outbound: 0, web_call: 0 },
  ],
  callsByDirection: { inbound: 34, outbound: 1_000, web_call: 200 },
  callsByAgent: [agent],
  disconnectionReasons: [{ reason: 'user_hangup', count: 5 }],
  callsWithReason: 9,
  sentiment: { positive: 1, neutral: 2, negative: 3 },
  previous: { ...some, successfulCalls: 0, failedCalls: 0, successRate: null, totalCalls: 617 },
};

describe('the tiles', () => {
  it('say what is known, over how many calls, and how it moved', () => {
    const figures = Object.fromEntries(
      computeAnalyticsTileFigures(analytics, format).map((figure) => [figure.name, figure]),
    );
    expect(figures['totalCalls']).toMatchObject({
      written: '1.234',
      base: 1_230,
      writtenBefore: '617',
      comparison: { change: 100, verdict: null },
    });
    expect(figures['successfulCalls']).toMatchObject({ written: '300', base: 400, before: null, comparison: null });
    expect(figures['averageCallDuration']).toMatchObject({
      written: '1:15',
      base: 900,
      comparison: { direction: 'same' },
    });
    expect(figures['averageLatency']).toMatchObject({ written: null, comparison: null });
    expect(figures['totalCallCost']).toMatchObject({ written: 'US$ 12,35' });
  });

  it('know nothing where no call was analysed', () => {
    const unknown = computeAnalyticsTileFigures({ ...analytics, ...nothing, previous: null }, format).filter(
      ({ written }) => written === null,
    );
    expect(unknown.map(({ name }) => name)).toEqual([
      'successfulCalls',
      'failedCalls',
      'successRate',
      'averageCallDuration',
      'averageLatency',
      'totalCallCost',
      'costPerSuccessfulCall',
    ]);
  });
});

describe('the bars', () => {
  it('stack what each day has', () => {
    const [first, second] = toDailyVolumeBars(analytics.callsByDay, format);
    expect(first).toMatchObject({ title: '20/11/2026', label: '20/11', total: 1_200 });
    expect(first && stackBarSegments(first)).toEqual([
      { id: 'outbound', from: 0, to: 1_000 },
      { id: 'web', from: 1_000, to: 1_200 },
    ]);
    expect(second && describeVolumeBar(second, format)).toBe('21/11/2026: Entrantes 34');
  });

  it('put half hours together to the zone’s whole hours', () => {
    const bucket = (time: string, isHourMark: boolean, calls: number): CallVolumeBucket => ({
      time,
      isHourMark,
      intervalMinutes: 30,
      inboundCalls: calls,
      outboundCalls: 0,
      webCalls: 0,
      totalCalls: calls,
    });
    const bars = toHourlyVolumeBars(
      [
        bucket('2026-11-21T03:00:00.000Z', true, 1),
        bucket('2026-11-21T03:30:00.000Z', false, 2),
        bucket('2026-11-21T04:00:00.000Z', true, 4),
      ],
      format,
    );
    expect(bars).toMatchObject([
      { title: '00:00 - 01:00', inbound: 3, total: 3, date: null },
      { title: '01:00 - 02:00', total: 4 },
    ]);
    expect(toHourlyVolumeBars([], format)).toEqual([]);
    const zone = format.regional.timeZone;
    const [hour] = bars;
    const begin = Date.parse(hour?.key ?? '');
    const at = (ms: number) => findVolumeBarIndexAtTime(bars, new Date(begin + ms).toISOString(), zone);
    expect([at(-1), at(0), at(3_599_999)]).toEqual([-1, 0, 0]);
    const days = toDailyVolumeBars([{ date: '2026-11-20', calls: 1, inbound: 1, outbound: 0, web_call: 0 }], format);
    expect(findVolumeBarIndexAtTime(days, '2026-11-21T02:59:00Z', zone)).toBe(0);
    expect(findVolumeBarIndexAtTime(days, '2026-11-21T03:00:00Z', zone)).toBe(-1);
  });
});

describe('filters and badges', () => {
  it('lead to the calls', () => {
    expect(createFigureCallsLinkBuilder(analytics, 'agent_a')(callFiltersByFigure.web_call)).toBe(
      '/historial-llamadas?fromDate=2026-11-20&toDate=2026-11-21&agent=agent_a&origin=web_call',
    );
    expect(
      createFigureCallsLinkBuilder(analytics, null)(makeWeekHourCallFilters(7, 0), { fromDate: '2026-11-21' }),
    ).toBe(
      '/historial-llamadas?fromDate=2026-11-21&toDate=2026-11-21&origin=outbound&status=finished&weekday=7&hour=0',
    );
  });
});

describe('the file', () => {
  it('holds every figure, with a comma, empty where nothing is known, and runs no formula', () => {
    const text = createAnalyticsCsv(
      analytics,
      [{ weekday: 2, hour: 18, attempts: 312, connected: 144 }],
      { workspace: '@Ventas;1', period: 'Últimos 7 días', agent: 'Todos los agentes' },
      format,
    );
    const lines = text.split('\r\n');
    expect(text.startsWith('\uFEFF"Sección";')).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining([
        `"Informe";"Workspace";"";"'@Ventas;1";"";"";""`,
        '"Informe";"Período";"Últimos 7 días";"20/11/2026 al 21/11/2026";"";"";""',
        '"Informe";"Comparado con";"";"18/11/2026 al 19/11/2026";"";"";""',
        '"Resumen";"Total de llamadas";"";"1234";"llamadas";"1230";"617"',
        '"Resumen";"Tasa de objetivo";"";"75";"%";"400";""',
        '"Resumen";"Duración promedio";"";"75,4";"s";"900";"75,4"',
        '"Resumen";"Latencia promedio";"";"";"ms";"0";""',
        '"Resumen";"Costo total";"";"12,3456";"USD";"1000";"12,3456"',
        '"Por día";"20/11/2026";"Salientes";"1000";"llamadas";"1200";""',
        '"Por dirección";"Web";"";"200";"llamadas";"1234";""',
        `"Por agente";"'=Ana";"Tasa de objetivo";"";"%";"0";""`,
        `"Por agente";"'=Ana";"Costo";"0,1235";"USD";"7";""`,
        '"Motivos de desconexión";"user_hangup";"";"5";"llamadas";"9";""',
        '"Sentimiento";"Negativo";"";"3";"llamadas";"6";""',
        '"Cuándo llamar";"Martes 18 a 19 h";"Tasa de atención";"46,2";"%";"312";""',
      ]),
    );
    expect(getAnalyticsCsvFileName(analytics)).toBe('analytics-2026-11-20-a-2026-11-21.csv');
  });

  it('writes costs in the currency of the screen', () => {
    const pesos = createRegionalFormat({
      ...defaultRegionalSettings,
      currency: 'ARS',
      usdRate: { rate: 1_000, date: '2026-11-01' },
    });
    expect(createAnalyticsCsv(analytics, [], { workspace: 'Ventas', period: '', agent: '' }, pesos)).toContain(
      '"Costo total";"";"12345,6";"ARS";"1000";"12345,6"\r\n',
    );
  });
});
