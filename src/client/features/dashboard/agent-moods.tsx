/**
 * Customer moods in an agent's calls: a bar with one part per mood, and below it the name and number of calls of each
 * mood.
 */
import { Frown, Meh, Smile } from 'lucide-react';
import type { AgentSentimentCounts } from '../../../contract/analytics.ts';
import { sentimentLabels } from '../../../labels/es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';

const moods = [
  { name: 'positive', label: sentimentLabels.Positive, Icon: Smile, fill: 'bg-good', ink: 'text-good' },
  { name: 'neutral', label: sentimentLabels.Neutral, Icon: Meh, fill: 'bg-line-strong', ink: 'text-muted' },
  { name: 'negative', label: sentimentLabels.Negative, Icon: Frown, fill: 'bg-bad', ink: 'text-bad' },
] as const;

export function AgentSentimentBar({ sentiment }: { readonly sentiment: AgentSentimentCounts }) {
  const format = useRegionalFormat();
  return (
    <>
      <span aria-hidden className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full">
        {moods.map(({ name, fill }) =>
          sentiment[name] > 0 ? (
            <span key={name} className={fill} style={{ width: `${(sentiment[name] / sentiment.total) * 100}%` }} />
          ) : null,
        )}
      </span>
      <span className="mt-1 flex flex-wrap gap-x-2.5 text-xs text-muted tabular-nums">
        {moods.map(({ name, label, Icon, ink }) => (
          <span key={name} className="inline-flex items-center gap-1 whitespace-nowrap">
            <Icon aria-hidden className={`size-3 ${ink}`} />
            {label} {format.count(sentiment[name])}
          </span>
        ))}
      </span>
    </>
  );
}
