/** The grade of a success rate (spec B 4), on every screen alike: Excelente, Bueno, Regular, Necesita mejora, each with its icon. */
import { Award, CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { successGradeLabels } from '../../labels/common-es.ts';
import { successGrade } from '../format/rate-grades.ts';
import { Badge } from './badge.tsx';

const looks = {
  excellent: { tone: 'good', Icon: Award },
  good: { tone: 'good', Icon: CircleCheck },
  regular: { tone: 'attention', Icon: TriangleAlert },
  poor: { tone: 'bad', Icon: CircleX },
} as const;

/** Of the badge, the figure and its bar. */
export function successTone(percent: number): (typeof looks)[keyof typeof looks]['tone'] {
  return looks[successGrade(percent)].tone;
}

/** `isBrief`: where there is little room the icon alone is seen, and the word heard. */
export function SuccessGradeBadge({
  percent,
  isBrief = false,
}: {
  readonly percent: number;
  readonly isBrief?: boolean;
}) {
  const grade = successGrade(percent);
  const { tone, Icon } = looks[grade];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className={isBrief ? 'max-sm:sr-only' : undefined}>{successGradeLabels[grade]}</span>
    </Badge>
  );
}
