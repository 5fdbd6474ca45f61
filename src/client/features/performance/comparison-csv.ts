/** Exports the agent comparison as CSV for Excel in Spanish: one line for each agent, sorted as on screen. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { movementWords, trendMovement } from '../../../labels/movements-es.ts';
import { comparisonCsvLabels as labels } from './comparison-csv-es.ts';
import { csvBom, writeCsvLine } from '../../../contract/csv-line.ts';
import { csvNumber } from '../../format/csv-number.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { Days } from '../../../contract/calendar-days.ts';
import { scorecardAgentName } from './scorecard-values.ts';

export const comparisonCsvFileName = ({ from, to }: Days): string => labels.fileName(from, to);

export function comparisonCsv(agents: readonly AgentScorecard[], format: RegionalFormat): string {
  return csvBom + [labels.columns, ...agents.map((agent) => cellsOf(agent, format))].map(writeCsvLine).join('');
}

function cellsOf(agent: AgentScorecard, format: RegionalFormat): readonly string[] {
  const number = (value: number | null, decimals?: number) => csvNumber(value, format.regional.dateLocale, decimals);
  const isScored = agent.satisfaction !== null;
  return [
    scorecardAgentName(agent),
    agent.agentId,
    number(agent.totalCalls),
    number(agent.finishedCalls),
    number(agent.successfulCalls),
    number(agent.failedCalls),
    number(agent.successRate),
    number(agent.goalRate),
    number(agent.trend?.previous ?? null),
    agent.trend === null ? '' : movementWords[trendMovement(agent.trend)],
    number(agent.averageDuration),
    number(agent.satisfaction, 2),
    isScored ? (agent.satisfactionIsEstimated ? labels.yes : labels.no) : '',
    number(agent.voiceQuality),
    number(agent.responseTime, 0),
    agent.lastCall === null ? '' : format.dateTime(agent.lastCall.at),
  ];
}
