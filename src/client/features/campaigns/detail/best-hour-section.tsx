/**
 * Effect of 'Mejor hora': compares recipients who were called at their best hour with the control group, and shows
 * whether the difference is significant.
 */
import type { BestHourEffect } from '../../../../contract/campaigns.ts';
import { bestHourComparisonLabels as labels } from '../../../../labels/best-hour-es.ts';
import { computePercent } from '../../../format/numbers.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';

const groups = [
  { key: 'byHour', label: labels.byHour, help: labels.byHourHelp },
  { key: 'withoutIt', label: labels.withoutIt, help: labels.withoutItHelp },
] as const;

export default function BestHourEffectSection({ comparison }: { readonly comparison: BestHourEffect }) {
  const format = useRegionalFormat();
  const { differenceFrom: from, differenceTo: to } = comparison;
  const sentence = from > 0 ? labels.more : to < 0 ? labels.less : labels.unclear;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{labels.title}</h3>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
        {groups.map(({ key, label, help }) => {
          const { calls, answered } = comparison[key];
          return (
            <div key={key} className="flex flex-col bg-surface px-3 py-3 sm:px-4">
              <dt className="text-xs text-muted">
                <LabelWithHelp about={label} text={help} />
              </dt>
              <dd className="mt-0.5 text-lg font-semibold tabular-nums">
                {format.percent(computePercent(answered, calls))}
              </dd>
              <dd className="text-xs text-muted tabular-nums">
                {labels.answered(format.count(answered), format.count(calls))}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="text-xs text-muted">{sentence(format.change(from, 'points'), format.change(to, 'points'))}</p>
    </section>
  );
}
