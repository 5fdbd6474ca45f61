/** Exports the agent comparison as CSV for Excel in Spanish: one line for each agent, sorted as on screen. Pure. */
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import { trendMovementLabels, findTrendMovement } from '../../../labels/movements-es.ts';
import { agentComparisonCsvLabels as labels } from './comparison-csv-es.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../contract/csv-line.ts';
import { formatCsvNumber } from '../../format/csv-number.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import { formatScorecardAgentName } from './scorecard-values.ts';

export const formatAgentComparisonCsvFileName = ({ from, to }: CalendarDayRange): string => labels.fileName(from, to);

export function formatAgentComparisonCsv(agents: readonly AgentScorecard[], format: RegionalFormat): string {
  return (
    csvByteOrderMark + [labels.columns, ...agents.map((agent) => cellsOf(agent, format))].map(formatCsvLine).join('')
  );
}

function cellsOf(agent: AgentScorecard, format: RegionalFormat): readonly string[] {
  const number = (value: number | null, decimals?: number) =>
    formatCsvNumber(value, format.regional.dateLocale, decimals);
  const isScored = agent.satisfaction !== null;
  return [
    formatScorecardAgentName(agent),
    agent.agentId,
    number(agent.totalCalls),
    number(agent.finishedCalls),
    number(agent.successfulCalls),
    number(agent.failedCalls),
    number(agent.successRate),
    number(agent.goalRate),
    number(agent.trend?.previous ?? null),
    agent.trend === null ? '' : trendMovementLabels[findTrendMovement(agent.trend)],
    number(agent.averageDuration),
    number(agent.satisfaction, 2),
    isScored ? (agent.satisfactionIsEstimated ? labels.yes : labels.no) : '',
    number(agent.voiceQuality),
    number(agent.responseTime, 0),
    agent.lastCall === null ? '' : format.dateTime(agent.lastCall.at),
  ];
}
