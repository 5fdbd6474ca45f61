/** One line on the dashboard: whether the period is better or worse than the days before, with a link to the causes. */
import { Link } from 'wouter';
import { periodComparisonLabels as labels } from '../../../labels/verdict-es.ts';
import { usePeriodVerdict } from '../../api/queries.ts';
import { describeRateChange, getRateChangeVerdictLook } from '../../layout/verdict-parts.tsx';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { toAgentFiguresQuery, type DashboardPeriodOption } from './filters.ts';

interface VerdictLineProps {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}

/** Dashboard line that says whether calls went better than before. It shows no errors, because other cards do. */
export default function DashboardVerdictLine({ period, agentId }: VerdictLineProps) {
  const format = useRegionalFormat();
  const { data, isError, isPlaceholderData } = usePeriodVerdict(toAgentFiguresQuery(period, agentId));
  if (!data) return <div aria-busy={!isError} className="verdict-line" />;
  const { Icon, ink, word } = getRateChangeVerdictLook(data.goal.movement);
  const hasCauses = data.agents.length + data.hours.length > 0;
  return (
    <p className={classNames('verdict-line', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
      <span className={`inline-flex items-center gap-1.5 font-medium ${ink}`}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {word}
      </span>
      <span className="text-muted tabular-nums">{describeRateChange('goal', data.goal, format)}</span>
      <Link
        href={screenPaths.analytics({ period: period.value, ...(agentId ? { agent: agentId } : {}) })}
        className="rounded-sm text-accent-text underline underline-offset-2"
      >
        {hasCauses ? labels.why : labels.whole}
      </Link>
    </p>
  );
}
