/** How the caller felt, by the provider's analysis: a face and its word. A value we don't know is shown as it came. */
import { Frown, Meh, Smile } from 'lucide-react';
import { sentimentLabels } from '../../labels/es.ts';
import { Badge } from './badge.tsx';

const looks = {
  Positive: { tone: 'good', Icon: Smile },
  Neutral: { tone: 'neutral', Icon: Meh },
  Negative: { tone: 'bad', Icon: Frown },
} as const;

type Known = keyof typeof sentimentLabels;
type Faced = keyof typeof looks;

export function SentimentBadge({ sentiment }: { readonly sentiment: string }) {
  const look = Object.hasOwn(looks, sentiment) ? looks[sentiment as Faced] : null;
  const label = Object.hasOwn(sentimentLabels, sentiment) ? sentimentLabels[sentiment as Known] : sentiment;
  return (
    <Badge tone={look?.tone ?? 'neutral'} className="max-w-full align-middle">
      {look ? <look.Icon aria-hidden /> : null}
      <span className="truncate">{label}</span>
    </Badge>
  );
}
