/** Words and sentences that say whether a rate is better or worse than in an earlier period. */
import { CircleHelp, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { RateChangeVerdict } from '../../contract/rate-changes.ts';
import type { RateChange } from '../../contract/verdicts.ts';
import { findLabelEntry } from '../../labels/known.ts';
import { periodComparisonLabels as labels } from '../../labels/verdict-es.ts';
import { computeFigureChange } from '../format/changes.ts';
import type { RegionalFormat } from '../format/regional-format.ts';

const looks = {
  up: { Icon: TrendingUp, ink: 'text-good' },
  down: { Icon: TrendingDown, ink: 'text-bad' },
  unclear: { Icon: Minus, ink: 'text-muted' },
  few: { Icon: CircleHelp, ink: 'text-muted' },
} as const satisfies Record<RateChangeVerdict, unknown>;

/** Icon, colour and word for the change of a rate whose higher value is better. */
export function getRateChangeVerdictLook(movement: RateChangeVerdict) {
  const name = findLabelEntry(looks, movement) ? movement : 'few';
  return { ...looks[name], word: labels.words[name] };
}

/** A rate's change in one sentence. */
export function describeRateChange(
  rate: 'goal' | 'success',
  { now, before, movement }: RateChange,
  format: RegionalFormat,
): string {
  if (now.rate === null || before.rate === null || movement === 'few')
    return labels.few(labels[rate], format.count(now.calls), format.count(before.calls));
  const [written, writtenBefore] = [format.percent(now.rate), format.percent(before.rate)];
  if (movement === 'unclear') return labels.unclear(labels[rate], writtenBefore, written);
  const points = computeFigureChange({ now: now.rate, before: before.rate, isRate: true }) ?? 0;
  return labels.moved(labels[rate], writtenBefore, written, format.change(points, 'points'));
}
