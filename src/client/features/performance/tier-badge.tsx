/** The grade of a success rate (spec B 4): Excelente, Bueno, Necesita mejora, each with its icon. */
import { Award, CircleCheck, TriangleAlert } from 'lucide-react';
import { rateTierLabels } from '../../../labels/common-es.ts';
import { rateTier } from '../../format/rate-tier.ts';
import { Badge } from '../../ui/badge.tsx';

const tiers = {
  high: { tone: 'good', Icon: Award },
  middle: { tone: 'accent', Icon: CircleCheck },
  low: { tone: 'bad', Icon: TriangleAlert },
} as const;

/** Of its badge and its bar. */
export function toneOf(rate: number): (typeof tiers)[keyof typeof tiers]['tone'] {
  return tiers[rateTier(rate)].tone;
}

export function TierBadge({ rate }: { readonly rate: number }) {
  const tier = rateTier(rate);
  const { tone, Icon } = tiers[tier];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {rateTierLabels[tier]}
    </Badge>
  );
}
