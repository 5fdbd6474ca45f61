// Address, sort orders, formatted figures, curves and the file, for agents with and without finished calls.
import { describe, expect, it } from 'vitest';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import { formatAgentComparisonCsv } from './comparison-csv.ts';
import {
  buildFigureCallsUrl,
  readAgentComparisonSortFromUrl,
  readPerformanceTabFromUrl,
} from './performance-address.ts';
import {
  computeDailySuccessRates,
  computeSuccessChartMinimum,
  rankAgentsBySuccessRate,
  sortAgentsByColumn,
} from './scorecard-values.ts';

function agent(agentId: string, known: Partial<AgentScorecard> = {}): AgentScorecard {
  return {
    agentId,
    agentName: null,
    totalCalls: 3,
    finishedCalls: 0,
    successfulCalls: 0,
    failedCalls: 0,
    successRate: null,
    judgedCalls: 0,
    goalRate: null,
    averageDuration: null,
    callsWithDuration: 0,
    satisfaction: null,
    callsWithSatisfaction: 0,
    satisfactionIsEstimated: false,
    voiceQuality: null,
    callsWithVoice: 0,
    responseTime: null,
    callsWithResponse: 0,
    trend: null,
    lastCall: null,
    days: [],
    ...known,
  };
}

const search = (text = '') => new URLSearchParams(text);
const ids = (agents: readonly AgentScorecard[]) => agents.map(({ agentId }) => agentId);
const ongoing = agent('agent_ongoing', { totalCalls: 40 });
const few = agent('agent_few', { finishedCalls: 2, successfulCalls: 2, successRate: 100, averageDuration: 30 });
const many = agent('agent_many', { finishedCalls: 90, successfulCalls: 90, successRate: 100, averageDuration: 75.4 });
const poor = agent('agent_poor', { finishedCalls: 30, successRate: 0, averageDuration: 9 });

describe('the address', () => {
  it('holds tab and order, and takes nothing that is not offered', () => {
    expect([
      readPerformanceTabFromUrl(search('tab=comparison')),
      readPerformanceTabFromUrl(search('tab=toString')),
      readPerformanceTabFromUrl(search()),
    ]).toEqual(['comparison', 'summary', 'summary']);
    expect(
      ['sort=name', 'sort=-name', 'sort=-toString', 'sort=--name', ''].map((text) =>
        readAgentComparisonSortFromUrl(search(text)),
      ),
    ).toEqual(['name', '-name', '-successRate', '-successRate', '-successRate']);
  });

  it('leads to the calls of the days and the agent', () => {
    const days = { from: '2026-11-15', to: '2026-11-21' };
    expect(buildFigureCallsUrl(days, 'a')).toBe('/historial-llamadas?fromDate=2026-11-15&toDate=2026-11-21&agent=a');
    expect(buildFigureCallsUrl(days, null)).toBe('/historial-llamadas?fromDate=2026-11-15&toDate=2026-11-21');
    expect(buildFigureCallsUrl(days, '')).toBeNull();
  });
});

describe('the orders', () => {
  it('rank by success rate, of equals who finished more, who finished few last, and nobody without a finished call', () => {
    expect(ids(rankAgentsBySuccessRate([ongoing, poor, few, many]))).toEqual(['agent_many', 'agent_poor', 'agent_few']);
    expect(ids(sortAgentsByColumn([ongoing, poor, few, many], '-successRate'))).toEqual([
      'agent_many',
      'agent_poor',
      'agent_few',
      'agent_ongoing',
    ]);
    expect(ids(sortAgentsByColumn([ongoing, poor, few, many], 'successRate'))).toEqual([
      'agent_poor',
      'agent_many',
      'agent_few',
      'agent_ongoing',
    ]);
  });

  it('go either way, with the unknown last', () => {
    expect(ids(sortAgentsByColumn([ongoing, poor, few, many], 'averageDuration'))).toEqual([
      'agent_poor',
      'agent_few',
      'agent_many',
      'agent_ongoing',
    ]);
    expect(ids(sortAgentsByColumn([ongoing, poor, few, many], '-averageDuration'))).toEqual([
      'agent_many',
      'agent_few',
      'agent_poor',
      'agent_ongoing',
    ]);
    expect(ids(sortAgentsByColumn([poor, ongoing, agent('z', { agentName: 'Ñandú' })], 'name'))).toEqual([
      'agent_ongoing',
      'agent_poor',
      'z',
    ]);
    expect(ids(sortAgentsByColumn([poor, ongoing, agent('z', { agentName: 'Ñandú' })], '-name'))).toEqual([
      'z',
      'agent_poor',
      'agent_ongoing',
    ]);
  });
});

describe('the figures', () => {
  it('make a curve of the days that have a rate, on one scale', () => {
    const days = [
      { date: '2026-11-20', finished: 4, successful: 3 },
      { date: '2026-11-21', finished: 0, successful: 0 },
    ];
    expect(computeDailySuccessRates({ days })).toEqual([75, null]);
    expect([
      computeSuccessChartMinimum([{ days }]),
      computeSuccessChartMinimum([{ days: [] }]),
      computeSuccessChartMinimum([{ days: [{ date: '2026-11-20', finished: 1, successful: 1 }] }]),
    ]).toEqual([70, 90, 90]);
  });
});

describe('the file', () => {
  it('holds every figure, empty where nothing is known, and runs no formula', () => {
    const known = agent('agent_a', {
      agentName: '=Ana',
      totalCalls: 1_234,
      finishedCalls: 1_200,
      successfulCalls: 900,
      failedCalls: 300,
      successRate: 75,
      judgedCalls: 800,
      goalRate: 41.25,
      averageDuration: 75.44,
      satisfaction: 3.456,
      satisfactionIsEstimated: true,
      voiceQuality: 98.76,
      responseTime: 812.5,
      trend: { direction: 'up', isOfFew: false, previous: 50, percent: 50 },
      lastCall: { id: 'call_1', at: '2026-11-21T15:05:00.000Z' },
    });
    const text = formatAgentComparisonCsv([known, ongoing], createRegionalFormat(defaultRegionalSettings));
    const [head, ...lines] = text.split('\r\n');
    expect(head).toMatch(/^\uFEFF"Agente";"Identificador";"Llamadas";/);
    expect(lines).toEqual([
      `"'=Ana";"agent_a";"1234";"1200";"900";"300";"75";"41,3";"50";"Subió";"75,4";"3,46";"Sí";"98,8";"813";"21/11/2026 12:05"`,
      '"Agente oing";"agent_ongoing";"40";"0";"0";"0";"";"";"";"";"";"";"";"";"";""',
      '',
    ]);
  });
});
