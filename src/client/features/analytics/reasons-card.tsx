/** Card with the five most frequent disconnection reasons of calls, each with its meaning and severity. */
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { makeDisconnectionReasonCallFilters } from '../../../contract/figure-lists.ts';
import { analyticsLabels, disconnectionReasonsLabels as labels } from '../../../labels/analytics-es.ts';
import {
  getDisconnectionReasonSeverityAndMeaning,
  getDisconnectionReasonLabel,
  disconnectionSeverityLabels,
} from '../../../labels/disconnection-reasons-es.ts';
import { compareFigure } from '../../format/comparison.ts';
import { computePercent } from '../../format/numbers.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { FigureComparisonNote } from '../../layout/comparison-note.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';

const severities = {
  success: { Icon: CircleCheck, ink: 'text-good' },
  warning: { Icon: TriangleAlert, ink: 'text-attention' },
  error: { Icon: CircleX, ink: 'text-bad' },
} as const;

interface ReasonProps {
  readonly reason: string;
  readonly count: number;
  readonly all: number;
  readonly href: string;
  /**
   * Numbers of calls in the comparison range: `count` with this disconnection reason, `all` with any reason. Null if
   * nothing is compared.
   */
  readonly before: { readonly count: number; readonly all: number } | null;
}

function Reason({ reason, count, all, href, before }: ReasonProps) {
  const format = useRegionalFormat();
  const { severity, meaning } = getDisconnectionReasonSeverityAndMeaning(reason);
  const { Icon, ink } = severities[severity];
  const percent = computePercent(count, all);
  return (
    <li className="py-2 first:pt-0 last:pb-0 print:break-inside-avoid">
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-center gap-1.5 font-medium">
          <Icon aria-hidden className={`size-4 shrink-0 ${ink}`} />
          <span className="min-w-0 break-words">{getDisconnectionReasonLabel(reason)}</span>
        </span>
        <span className="shrink-0 tabular-nums">
          <Link
            href={href}
            data-figure={count}
            className="rounded-sm font-semibold hover:text-accent-text hover:underline"
          >
            {format.count(count)}
            <span className="sr-only"> {analyticsLabels.seeCalls(getDisconnectionReasonLabel(reason))}</span>
          </Link>{' '}
          <span className="inline-block w-14 text-right text-muted">{format.percent(percent)}</span>
        </span>
      </div>
      <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-muted">
        <p className="min-w-0">
          <span className={`font-medium ${ink}`}>{disconnectionSeverityLabels[severity]}</span> · {meaning}
        </p>
        {before === null ? null : (
          <FigureComparisonNote
            comparison={compareFigure({
              now: percent,
              before: computePercent(before.count, before.all),
              isRate: true,
              calls: { now: all, before: before.all },
            })}
            isRate
            writtenBefore={format.percent(computePercent(before.count, before.all))}
          />
        )}
      </div>
      <span aria-hidden className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
    </li>
  );
}

interface ReasonsCardProps {
  readonly analytics: Analytics;
  readonly linkOf: FigureCallsLinkBuilder;
  /** Calls in the comparison range whose disconnection reason is known. `calls`: all of them. `counts`: by reason. */
  readonly before?: { readonly calls: number; readonly counts: ReadonlyMap<string, number> };
}

export function DisconnectionReasonsCard({
  analytics: { disconnectionReasons, callsWithReason },
  linkOf,
  before,
}: ReasonsCardProps) {
  const format = useRegionalFormat();
  return (
    <SectionCard
      title={<LabelWithHelp about={labels.title} text={labels.help} />}
      subtitle={<span className="tabular-nums">{labels.subtitle(format.count(callsWithReason))}</span>}
    >
      {disconnectionReasons.length === 0 ? (
        <p className="py-6 text-center text-muted">{labels.empty}</p>
      ) : (
        <ul className="divide-y divide-line">
          {disconnectionReasons.map(({ reason, count }) => (
            <Reason
              key={reason}
              reason={reason}
              count={count}
              all={callsWithReason}
              href={linkOf(makeDisconnectionReasonCallFilters(reason))}
              before={before?.calls ? { count: before.counts.get(reason) ?? 0, all: before.calls } : null}
            />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
