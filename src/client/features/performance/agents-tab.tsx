/** Tab 'Por Agente': a card for each agent with its grade, its figures and its last call. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import {
  scorecardCallCountTexts as bases,
  scorecardLabels,
  scorecardNoDataReasonLabels,
  type ScorecardFigureName,
} from '../../../labels/performance-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { PaginatedRows } from '../../layout/in-pages.tsx';
import { screenPaths } from '../../paths.ts';
import { formatAverageDuration } from '../../format/durations.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { SuccessGradeBadge, getSuccessGradeTone } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentPageLink } from './agent-name.tsx';
import { AgentCallCountLink, AgentCallsLink } from './calls-link.tsx';
import { FigureLabelWithHelp } from './figure-label.tsx';
import { AgentSatisfaction } from './satisfaction.tsx';
import { formatScorecardAgentName } from './scorecard-values.ts';
import { SuccessRateTrend } from './trend-mark.tsx';

type CardFigure = Exclude<ScorecardFigureName, 'totalCalls' | 'successRate' | 'goalRate'>;
const figures = [
  'satisfaction',
  'voiceQuality',
  'averageDuration',
  'responseTime',
  'successfulCalls',
  'failedCalls',
  'lastCall',
] as const satisfies readonly CardFigure[];

/** Text of one figure on an agent's card. For some figures it comes with the number of calls behind it. */
function valueOf(
  agent: AgentScorecard,
  days: CalendarDayRange,
  name: CardFigure,
  format: RegionalFormat,
): { readonly value: ReactNode; readonly base?: string } | null {
  switch (name) {
    case 'satisfaction':
      return agent.satisfaction === null
        ? null
        : {
            value: <AgentSatisfaction scorecard={agent} />,
            base: bases.calls(format.count(agent.callsWithSatisfaction)),
          };
    case 'voiceQuality':
      return agent.voiceQuality === null
        ? null
        : { value: format.percent(agent.voiceQuality), base: bases.calls(format.count(agent.callsWithVoice)) };
    case 'averageDuration':
      return agent.averageDuration === null
        ? null
        : {
            value: formatAverageDuration(agent.averageDuration),
            base: bases.calls(format.count(agent.callsWithDuration)),
          };
    case 'responseTime':
      return agent.responseTime === null
        ? null
        : {
            value: `${format.count(Math.round(agent.responseTime))} ms`,
            base: bases.calls(format.count(agent.callsWithResponse)),
          };
    case 'successfulCalls':
    case 'failedCalls':
      return { value: <AgentCallCountLink agent={agent} days={days} name={name} /> };
    case 'lastCall':
    default:
      return agent.lastCall === null
        ? null
        : {
            value: (
              <Link
                href={screenPaths.call(agent.lastCall.id)}
                className="rounded-sm underline underline-offset-2 hover:text-accent-text"
              >
                {format.dateTime(agent.lastCall.at)}
              </Link>
            ),
          };
  }
}

function Figure({
  agent,
  days,
  name,
}: {
  readonly agent: AgentScorecard;
  readonly days: CalendarDayRange;
  readonly name: CardFigure;
}) {
  const shown = valueOf(agent, days, name, useRegionalFormat());
  const reason = name === 'successfulCalls' || name === 'failedCalls' ? '' : scorecardNoDataReasonLabels[name];
  return (
    <div
      className={classNames(
        'flex min-w-0',
        name === 'lastCall' ? 'col-span-2 items-baseline justify-between gap-3 border-t border-line pt-3' : 'flex-col',
      )}
    >
      <dt className="text-xs text-muted">
        <FigureLabelWithHelp name={name} />
      </dt>
      <dd className="min-h-5 font-medium tabular-nums">
        {shown?.value ?? <UnknownFigure why={reason} className="font-normal" />}
        {shown?.base === undefined ? null : <span className="block text-xs font-normal text-muted">{shown.base}</span>}
      </dd>
    </div>
  );
}

function SuccessRate({ agent }: { readonly agent: AgentScorecard }) {
  const format = useRegionalFormat();
  const { successRate } = agent;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="text-xs text-muted">
          <FigureLabelWithHelp name="successRate" />
        </span>
        <SuccessRateTrend scorecard={agent} />
      </div>
      <div className="mt-1 flex items-baseline gap-2">
        {successRate === null ? (
          <UnknownFigure why={scorecardNoDataReasonLabels.successRate} className="text-lg" />
        ) : (
          <>
            <span className="text-lg font-semibold tabular-nums">{format.percent(successRate)}</span>
            <span className="text-xs text-muted">{bases.finished(format.count(agent.finishedCalls))}</span>
          </>
        )}
      </div>
      <p className="flex items-baseline justify-between gap-2 text-xs text-muted tabular-nums">
        <FigureLabelWithHelp name="goalRate" />
        {agent.goalRate === null ? (
          <UnknownFigure why={scorecardNoDataReasonLabels.goalRate} />
        ) : (
          <span>
            <span className="text-sm font-medium text-ink">{format.percent(agent.goalRate)}</span>{' '}
            {bases.judged(format.count(agent.judgedCalls))}
          </span>
        )}
      </p>
      <ProgressBar
        percent={successRate ?? 0}
        tone={successRate === null ? 'accent' : getSuccessGradeTone(successRate)}
        label={`${scorecardLabels.successRate}: ${formatScorecardAgentName(agent)}`}
        className="mt-2"
      />
    </div>
  );
}

function AgentCard({ agent, days }: { readonly agent: AgentScorecard; readonly days: CalendarDayRange }) {
  const name = formatScorecardAgentName(agent);
  return (
    <article aria-label={name} className="flex min-w-0 flex-col rounded-lg border border-line bg-surface">
      <header className="flex items-start justify-between gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-semibold">
            <AgentPageLink agent={agent} />
          </h2>
          <AgentCallsLink agent={agent} days={days} />
        </div>
        {agent.successRate === null ? null : <SuccessGradeBadge percent={agent.successRate} />}
      </header>
      <div className="flex flex-1 flex-col gap-4 p-4">
        <SuccessRate agent={agent} />
        <dl className="grid grid-cols-[1fr_1.1fr] gap-3">
          {figures.map((figure) => (
            <Figure key={figure} agent={agent} days={days} name={figure} />
          ))}
        </dl>
      </div>
    </article>
  );
}

export default function PerformanceAgentsTab({
  agents,
  days,
}: {
  readonly agents: readonly AgentScorecard[];
  readonly days: CalendarDayRange;
}) {
  return (
    <PaginatedRows rows={agents} size={24}>
      {(shown) => (
        <div className="grid gap-4 md:grid-cols-2 lg:gap-6 xl:grid-cols-3 print:grid-cols-2">
          {shown.map((agent) => (
            <AgentCard key={agent.agentId} agent={agent} days={days} />
          ))}
        </div>
      )}
    </PaginatedRows>
  );
}
