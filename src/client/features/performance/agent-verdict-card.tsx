/** What leads one agent's page: better or worse than before, and what moved most with it. */
import { CircleHelp, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'wouter';
import type { AgentReport, Scorecard } from '../../../contract/agent-scorecards.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { reasonList } from '../../../contract/figure-lists.ts';
import { agentVerdictLabels as labels, agentVersionsLabels } from '../../../labels/agent-page-es.ts';
import { reasonLabel } from '../../../labels/disconnection-reasons-es.ts';
import { changeOf } from '../../format/changes.ts';
import { useFormat } from '../../session/use-format.ts';
import { Card } from '../../ui/card.tsx';
import type { AgentLists } from './agent-lists.ts';
import { agentVerdict, type AgentVerdict } from './agent-verdict.ts';

const looks = {
  better: { Icon: TrendingUp, ink: 'text-good' },
  worse: { Icon: TrendingDown, ink: 'text-bad' },
  same: { Icon: Minus, ink: 'text-muted' },
  unknown: { Icon: CircleHelp, ink: 'text-muted' },
} as const;

/** How the success rate moved, in a sentence. */
function useRateSentence({ trend, successRate }: Scorecard): string {
  const format = useFormat();
  if (successRate === null) return labels.noneNow;
  if (trend === null) return labels.noneBefore;
  const [before, now] = [format.percent(trend.previous), format.percent(successRate)];
  if (trend.direction === 'stable') return labels.rateSame(before, now);
  const points = changeOf({ now: successRate, before: trend.previous, isRate: true }) ?? 0;
  return labels.rate(before, now, format.change(points, 'points'));
}

interface VerdictProps {
  readonly scorecard: Scorecard;
  readonly report: AgentReport;
  readonly analytics: Analytics;
  readonly lists: AgentLists;
}

function Moved({
  verdict: { reasons, newest },
  report,
  lists,
}: Pick<VerdictProps, 'report' | 'lists'> & { readonly verdict: AgentVerdict }) {
  const format = useFormat();
  if (reasons.length === 0 && newest === null) return <p className="text-muted">{labels.nothing}</p>;
  return (
    <>
      <h3 className="text-xs font-medium text-muted">{labels.moved}</h3>
      <ul className="mt-1 space-y-1">
        {reasons.map(({ reason, before, now, change }) => (
          <li key={reason} className="flex justify-between gap-x-4 tabular-nums">
            <Link href={lists.linkOf(reasonList(reason))} className="rounded-sm hover:text-accent-text hover:underline">
              {labels.reason(reasonLabel(reason), format.percent(before), format.percent(now))}
            </Link>
            <span className="shrink-0 whitespace-nowrap text-muted">{format.change(change, 'points')}</span>
          </li>
        ))}
        {newest === null ? null : (
          <li className="tabular-nums">
            {labels.versions(
              format.count(report.versions.length),
              newest.version === null ? agentVersionsLabels.unknownVersion : String(newest.version),
              format.dateTime(newest.firstCallAt),
            )}
          </li>
        )}
      </ul>
    </>
  );
}

export function AgentVerdictCard({ scorecard, report, analytics, lists }: VerdictProps) {
  const verdict = agentVerdict({ scorecard, report, analytics });
  const name = verdict.verdict ?? 'unknown';
  const { Icon, ink } = looks[name];
  const sentence = useRateSentence(scorecard);
  return (
    <Card title={labels.title}>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <div className="flex items-start gap-3">
          <Icon aria-hidden className={`mt-1 size-6 shrink-0 ${ink}`} />
          <div className="min-w-0">
            <p className={`text-lg font-semibold ${ink}`}>{labels[name]}</p>
            <p className="tabular-nums">{sentence}</p>
            {verdict.verdict !== null && verdict.isOfFew ? (
              <p className="mt-1 text-xs text-muted">{labels.few}</p>
            ) : null}
          </div>
        </div>
        <div className="min-w-0">
          <Moved verdict={verdict} report={report} lists={lists} />
        </div>
      </div>
    </Card>
  );
}
