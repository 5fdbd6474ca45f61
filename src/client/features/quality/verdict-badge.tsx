/** Whether a call passed, in a word. */
import { CircleCheck, CircleX } from 'lucide-react';
import { callReviewLabels as labels } from './quality-es.ts';
import { Badge } from '../../ui/badge.tsx';

export function ReviewVerdictBadge({ passed }: { readonly passed: boolean }) {
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <Badge tone={passed ? 'good' : 'bad'}>
      <Icon aria-hidden />
      {passed ? labels.passed : labels.failed}
    </Badge>
  );
}
