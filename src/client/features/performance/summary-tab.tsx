/** Tab 'Resumen': success rates by day of the first agents, and the ranking of agents by success rate. */
import { Trophy } from 'lucide-react';
import type { AgentScorecard } from '../../../contract/agent-scorecards.ts';
import type { CalendarDayRange } from '../../../contract/calendar-days.ts';
import {
  scorecardCallCountTexts,
  scorecardLabels,
  scorecardNoDataReasonLabels,
  performanceSummaryLabels as labels,
} from '../../../labels/performance-es.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SuccessGradeBadge, getSuccessGradeTone } from '../../ui/success-grade-badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentPageLink } from './agent-name.tsx';
import { AgentCallsLink } from './calls-link.tsx';
import {
  computeDailySuccessRates,
  hasEnoughCallsForRank,
  computeSuccessChartMinimum,
  formatScorecardAgentName,
  rankAgentsBySuccessRate,
  maxRankedAgents,
} from './scorecard-values.ts';
import { SuccessRateSparkline } from './success-sparkline.tsx';
import { SuccessRateTrend } from './trend-mark.tsx';

interface SummaryTabProps {
  readonly agents: readonly AgentScorecard[];
  readonly days: CalendarDayRange;
}

interface TrendRowProps {
  readonly agent: AgentScorecard;
  readonly days: CalendarDayRange;
  readonly least: number;
}

function TrendRow({ agent, days, least }: TrendRowProps) {
  const format = useRegionalFormat();
  return (
    <li className="grid min-h-19 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_8rem_10.5rem]">
      <div className="flex min-w-0 flex-col">
        <AgentPageLink agent={agent} />
        <AgentCallsLink agent={agent} days={days} />
      </div>
      <div className="flex flex-col items-end sm:order-last [&>span]:justify-end">
        {agent.successRate === null ? (
          <UnknownFigure why={scorecardNoDataReasonLabels.successRate} />
        ) : (
          <>
            <span className="font-semibold tabular-nums">{format.percent(agent.successRate)}</span>
            <SuccessRateTrend scorecard={agent} />
          </>
        )}
      </div>
      <div className="max-sm:col-span-2">
        <SuccessRateSparkline
          agent={formatScorecardAgentName(agent)}
          rates={computeDailySuccessRates(agent)}
          least={least}
        />
      </div>
    </li>
  );
}

/**
 * Printed note that says how many agents a list in the summary leaves out. The note is hidden on screen, where another
 * tab lists all agents.
 */
function Rest({ count }: { readonly count: number }) {
  const format = useRegionalFormat();
  return count <= 0 ? null : (
    <p className="hidden px-4 pt-2 text-xs text-muted print:block">{labels.rest(format.count(count))}</p>
  );
}

function TrendsCard({ agents, days }: SummaryTabProps) {
  const format = useRegionalFormat();
  const first = agents.slice(0, maxRankedAgents);
  const least = computeSuccessChartMinimum(first);
  return (
    <SectionCard
      title={<MetricHelpTooltip about={labels.trends} text={labels.trendsHelp(format.count(least))} />}
      subtitle={labels.trendsText(format.count(first.length))}
      bodyClassName="p-0"
    >
      <ul className="divide-y divide-line">
        {first.map((agent) => (
          <TrendRow key={agent.agentId} agent={agent} days={days} least={least} />
        ))}
      </ul>
      <Rest count={agents.length - first.length} />
    </SectionCard>
  );
}

function lookOfRank(place: number): string {
  if (place === 1) return 'bg-accent text-accent-ink';
  return place <= 3 ? 'bg-accent-soft text-accent-text ring-1 ring-accent ring-inset' : 'bg-sunken text-muted';
}

function RankBadge({ place }: { readonly place: number }) {
  return (
    <span
      className={classNames(
        'flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
        lookOfRank(place),
      )}
    >
      <span className="sr-only">{labels.rank(place)}</span>
      <span aria-hidden>{place === 1 ? <Trophy className="size-3.5" /> : place}</span>
    </span>
  );
}

function RankRow({
  agent,
  rate,
  place,
}: {
  readonly agent: AgentScorecard;
  readonly rate: number;
  readonly place: number;
}) {
  const format = useRegionalFormat();
  const hasPlace = hasEnoughCallsForRank(agent);
  return (
    <li className="flex min-h-19 items-center gap-3 px-4 py-3">
      {hasPlace ? (
        <RankBadge place={place} />
      ) : (
        <span title={labels.unranked} className="size-7 shrink-0 text-center text-muted">
          <span aria-hidden>–</span>
          <span className="sr-only">{labels.unranked}</span>
        </span>
      )}
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex items-center gap-2">
          <AgentPageLink agent={agent} />
          <span className="shrink-0 max-sm:hidden">{hasPlace ? <SuccessGradeBadge percent={rate} /> : null}</span>
          <span className="ml-auto shrink-0 tabular-nums">
            <span className="font-semibold">{format.percent(rate)}</span>
            {agent.goalRate === null ? null : (
              <span className="ml-2 text-xs text-muted">{labels.goal(format.percent(agent.goalRate))}</span>
            )}
          </span>
        </div>
        <div className="flex items-center gap-3">
          <ProgressBar
            percent={rate}
            tone={hasPlace ? getSuccessGradeTone(rate) : 'accent'}
            label={`${scorecardLabels.successRate}: ${formatScorecardAgentName(agent)}`}
          />
          {/* All call counts have the same width, so that all agents' bars have the same length. */}
          <span className="w-36 shrink-0 text-right text-xs whitespace-nowrap text-muted tabular-nums">
            {scorecardCallCountTexts.finished(format.count(agent.finishedCalls))}
          </span>
        </div>
      </div>
    </li>
  );
}

function TopCard({ agents }: { readonly agents: readonly AgentScorecard[] }) {
  const format = useRegionalFormat();
  const ranked = rankAgentsBySuccessRate(agents);
  const top = ranked.slice(0, maxRankedAgents);
  return (
    <SectionCard
      title={<MetricHelpTooltip about={labels.top} text={labels.topHelp} />}
      subtitle={labels.topText(format.count(top.length))}
      bodyClassName="p-0"
    >
      {top.length === 0 ? (
        <EmptyState picture="ranking" title={labels.topEmpty} text={labels.topEmptyText} />
      ) : (
        <>
          <ol className="divide-y divide-line">
            {top.map((agent, index) => (
              <RankRow key={agent.agentId} agent={agent} rate={agent.successRate} place={index + 1} />
            ))}
          </ol>
          <Rest count={ranked.length - top.length} />
        </>
      )}
    </SectionCard>
  );
}

export function PerformanceSummaryTab({ agents, days }: SummaryTabProps) {
  return (
    <div className="grid items-start *:border-t-0 gap-x-8 gap-y-4 lg:gap-y-6 xl:grid-cols-2">
      <TrendsCard agents={agents} days={days} />
      <TopCard agents={agents} />
    </div>
  );
}
