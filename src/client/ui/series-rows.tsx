/** Rows of a chart's tooltip: number of calls for each direction, or a text that there were none. */
import { chartLabels } from '../../labels/chart-es.ts';
import { classNames } from './class-names.ts';
import { callDirectionSeriesLooks, type CallDirectionSeriesId } from './series-looks.ts';

/** Row of a chart's tooltip with the names of the campaigns that started in the time interval under the pointer. */
export function CampaignStartsTooltipRow({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p className="mt-1 border-t border-line pt-1">{text}</p>;
}

export function SeriesTooltipRows({
  rows,
}: {
  readonly rows: readonly { readonly id: CallDirectionSeriesId; readonly text: string }[];
}) {
  if (rows.length === 0) return <p className="mt-1 text-muted">{chartLabels.noCalls}</p>;
  return rows.map(({ id, text }) => {
    const { Icon, text: ink } = callDirectionSeriesLooks[id];
    return (
      <p key={id} className="mt-1 flex items-center gap-1.5">
        <Icon aria-hidden className={classNames('size-3 shrink-0', ink)} />
        <span className="flex-1 text-muted">{chartLabels.series[id]}</span>
        <span className="font-medium whitespace-nowrap tabular-nums">{text}</span>
      </p>
    );
  });
}
