/** Customer's mood in a call as a face and a word, from the provider's analysis. Unknown values are shown unchanged. */
import { Frown, Meh, Smile } from 'lucide-react';
import { sentimentLabels } from '../../labels/es.ts';
import { findLabelEntry } from '../../labels/known.ts';
import { Badge } from './badge.tsx';

const looks = {
  Positive: { tone: 'good', Icon: Smile },
  Neutral: { tone: 'neutral', Icon: Meh },
  Negative: { tone: 'bad', Icon: Frown },
} as const;

export function CallSentimentBadge({ sentiment }: { readonly sentiment: string }) {
  const look = findLabelEntry(looks, sentiment);
  const label = findLabelEntry(sentimentLabels, sentiment) ?? sentiment;
  return (
    <Badge tone={look?.tone ?? 'neutral'} className="max-w-full align-middle">
      {look ? <look.Icon aria-hidden /> : null}
      <span className="truncate">{label}</span>
    </Badge>
  );
}
