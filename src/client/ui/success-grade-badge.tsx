/** Badge for the grade of a success rate: Excelente, Bueno, Regular, Necesita mejora. */
import { Award, CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { successGradeLabels } from '../../labels/common-es.ts';
import { gradeSuccessRate } from '../format/rate-grades.ts';
import { Badge } from './badge.tsx';

const looks = {
  excellent: { tone: 'good', Icon: Award },
  good: { tone: 'good', Icon: CircleCheck },
  regular: { tone: 'attention', Icon: TriangleAlert },
  poor: { tone: 'bad', Icon: CircleX },
} as const;

/** Colour for a success rate, used by its badge, figure and bar. */
export function getSuccessGradeTone(percent: number): (typeof looks)[keyof typeof looks]['tone'] {
  return looks[gradeSuccessRate(percent)].tone;
}

/** Badge for the grade of a success rate. `isBrief`: only the icon is visible, with the word for screen readers. */
export function SuccessGradeBadge({
  percent,
  isBrief = false,
}: {
  readonly percent: number;
  readonly isBrief?: boolean;
}) {
  const grade = gradeSuccessRate(percent);
  const { tone, Icon } = looks[grade];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className={isBrief ? 'max-sm:sr-only' : undefined}>{successGradeLabels[grade]}</span>
    </Badge>
  );
}
