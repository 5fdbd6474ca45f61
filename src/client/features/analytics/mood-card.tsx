/** Card with the customers' sentiment: a bar of three parts, and the number of calls of each sentiment. */
import { Frown, Meh, Smile } from 'lucide-react';
import { Link } from 'wouter';
import type { Analytics } from '../../../contract/analytics.ts';
import { callFiltersByFigure } from '../../../contract/figure-lists.ts';
import { analyticsLabels, sentimentCardLabels as labels } from '../../../labels/analytics-es.ts';
import { sentimentLabels } from '../../../labels/es.ts';
import { computePercent } from '../../format/numbers.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { SectionCard } from '../../ui/card.tsx';
import type { FigureCallsLinkBuilder } from './analytics-filters.ts';

const moods = [
  { name: 'positive', sentiment: 'Positive', Icon: Smile, fill: 'bg-good', ink: 'text-good' },
  { name: 'neutral', sentiment: 'Neutral', Icon: Meh, fill: 'bg-line-strong', ink: 'text-muted' },
  { name: 'negative', sentiment: 'Negative', Icon: Frown, fill: 'bg-bad hatched', ink: 'text-bad' },
] as const;

export function CustomerSentimentCard({
  analytics: { sentiment },
  linkOf,
}: {
  readonly analytics: Analytics;
  readonly linkOf: FigureCallsLinkBuilder;
}) {
  const format = useRegionalFormat();
  const all = sentiment.positive + sentiment.neutral + sentiment.negative;
  return (
    <SectionCard
      title={<LabelWithHelp about={labels.title} text={labels.help} />}
      subtitle={<span className="tabular-nums">{labels.subtitle(format.count(all))}</span>}
    >
      {all === 0 ? (
        <p className="py-6 text-center text-muted">{labels.empty}</p>
      ) : (
        <>
          <span aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full">
            {moods.map(({ name, fill }) =>
              sentiment[name] > 0 ? (
                <span key={name} className={fill} style={{ width: `${computePercent(sentiment[name], all)}%` }} />
              ) : null,
            )}
          </span>
          <ul className="mt-3 divide-y divide-line">
            {moods.map(({ name, sentiment: filter, Icon, ink }) => (
              <li key={name} className="flex h-11 items-center gap-2">
                <Icon aria-hidden className={`size-4 shrink-0 ${ink}`} />
                <span className="flex-1">{sentimentLabels[filter]}</span>
                {sentiment[name] === 0 ? (
                  <span className="text-muted tabular-nums">0</span>
                ) : (
                  <Link
                    href={linkOf(callFiltersByFigure[name])}
                    data-figure={sentiment[name]}
                    className="rounded-sm font-semibold tabular-nums hover:text-accent-text hover:underline"
                  >
                    {format.count(sentiment[name])}
                    <span className="sr-only"> {analyticsLabels.seeCalls(sentimentLabels[filter])}</span>
                  </Link>
                )}
                <span className="w-14 text-right text-muted tabular-nums">
                  {format.percent(computePercent(sentiment[name], all))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  );
}
