/** Card '¿Mejor o peor que antes?': whether a range was better or worse, and the agents and hours that caused it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { callFiltersByFigure, type FigureCallFilters } from '../../contract/figure-lists.ts';
import type { PeriodRateChangeCause, PeriodVerdict } from '../../contract/verdicts.ts';
import { analyticsLabels } from '../../labels/analytics-es.ts';
import { periodComparisonLabels as labels } from '../../labels/verdict-es.ts';
import { getRequestErrorText } from '../api/api-error.ts';
import type { ApiRequestPart } from '../../contract/api.ts';
import { usePeriodVerdict } from '../api/queries.ts';
import { formatAgentLabel } from '../format/calls.ts';
import { LabelWithHelp } from '../help/help-tip.tsx';
import { useRegionalFormat } from '../session/use-format.ts';
import { SectionCard } from '../ui/card.tsx';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedReadState } from '../ui/states.tsx';
import { describeRateChange, getRateChangeVerdictLook } from './verdict-parts.tsx';

type LinkOf = (list: FigureCallFilters, more?: { readonly agent?: string }) => string;

interface CauseRowProps {
  readonly name: string;
  readonly cause: PeriodRateChangeCause;
  readonly href: string | null;
}

function CauseRow({ name, cause: { now, before, contribution }, href }: CauseRowProps) {
  const format = useRegionalFormat();
  const written = (rate: number | null) => (rate === null ? null : format.percent(rate));
  const text = labels.cause(name, written(before.rate), written(now.rate));
  return (
    <li className="flex justify-between gap-x-4 tabular-nums">
      {href === null || now.calls === 0 ? (
        <span className="min-w-0">{text}</span>
      ) : (
        <Link
          href={href}
          data-figure={now.calls}
          title={labels.see(format.count(now.calls), name)}
          className="min-w-0 rounded-sm hover:text-accent-text hover:underline"
        >
          {text} <span className="text-muted">· {labels.calls(format.count(now.calls))}</span>
        </Link>
      )}
      <span className="shrink-0 whitespace-nowrap text-muted">{format.change(contribution, 'points')}</span>
    </li>
  );
}

function Causes({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="text-xs font-medium text-muted">
        <LabelWithHelp about={title} text={labels.causesHelp} />
      </h3>
      <ul className="mt-1 space-y-1">{children}</ul>
    </section>
  );
}

function Sentences({ verdict }: { readonly verdict: PeriodVerdict }) {
  const format = useRegionalFormat();
  const { Icon, ink, word } = getRateChangeVerdictLook(verdict.goal.movement);
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className={`mt-1 size-6 shrink-0 ${ink}`} />
      <div className="min-w-0">
        <p className={`text-lg font-semibold ${ink}`}>{word}</p>
        <p className="tabular-nums">{describeRateChange('goal', verdict.goal, format)}</p>
        <p className="text-muted tabular-nums">{describeRateChange('success', verdict.success, format)}</p>
      </div>
    </div>
  );
}

interface VerdictCardProps {
  readonly query: ApiRequestPart<'getVerdict', 'query'>;
  readonly linkOf: LinkOf;
  /** Further changes, below the causes. */
  readonly children?: ReactNode;
}

export default function RangeVerdictCard({ query, linkOf, children }: VerdictCardProps) {
  const { data, error, isPlaceholderData, refetch } = usePeriodVerdict(query);
  return (
    <SectionCard title={<LabelWithHelp about={labels.title} text={labels.help} />} className="print:break-inside-avoid">
      {data ? (
        <div
          className={classNames('grid gap-x-8 gap-y-4 lg:grid-cols-2', isPlaceholderData && 'opacity-60')}
          aria-busy={isPlaceholderData}
        >
          <Sentences verdict={data} />
          <div className="grid min-w-0 content-start gap-x-8 gap-y-4 xl:grid-cols-2">
            <Causes title={labels.byAgent}>
              {data.agents.map((cause) => (
                <CauseRow
                  key={cause.agentId}
                  name={formatAgentLabel({ ...cause, agentId: cause.agentId || null }, analyticsLabels.noAgent)}
                  cause={cause}
                  href={cause.agentId === '' ? null : linkOf(callFiltersByFigure.judged, { agent: cause.agentId })}
                />
              ))}
            </Causes>
            <Causes title={labels.byHour}>
              {data.hours.map((cause) => (
                <CauseRow
                  key={cause.hour}
                  name={labels.hour(cause.hour)}
                  cause={cause}
                  href={linkOf({ ...callFiltersByFigure.judged, hour: cause.hour })}
                />
              ))}
            </Causes>
            {children}
          </div>
        </div>
      ) : error === null ? (
        <Skeleton className="h-20 w-full" />
      ) : (
        <FailedReadState className="py-4" text={getRequestErrorText(error)} onRetry={() => void refetch()} />
      )}
    </SectionCard>
  );
}
