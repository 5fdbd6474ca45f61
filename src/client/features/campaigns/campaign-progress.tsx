/** How far a campaign is: a bar of its parts and the count of each, so that every row of the file is accounted for. */
import type { Campaign } from '../../../contract/campaigns.ts';
import { progressLabels as labels } from '../../../labels/campaigns-es.ts';
import { percentOf } from '../../format/numbers.ts';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { countWithResult, partsOf, type CampaignPart } from './campaign-figures.ts';

interface PartLook {
  readonly part: CampaignPart;
  readonly label: string;
  readonly help: string;
  readonly fill: string;
  /** Shown at zero too while the campaign runs, so that nothing jumps. */
  readonly steady: boolean;
}

const looks: readonly PartLook[] = [
  { part: 'finished', label: labels.finished, help: labels.finishedHelp, fill: 'bg-accent', steady: true },
  { part: 'live', label: labels.live, help: labels.liveHelp, fill: 'bg-accent/55', steady: true },
  { part: 'dialing', label: labels.dialing, help: labels.dialingHelp, fill: 'bg-accent/30', steady: true },
  { part: 'undelivered', label: labels.undelivered, help: labels.undeliveredHelp, fill: 'bg-bad', steady: false },
  { part: 'unconfirmed', label: labels.unconfirmed, help: labels.unconfirmedHelp, fill: 'bg-attention', steady: false },
  { part: 'skipped', label: labels.skipped, help: labels.skippedHelp, fill: 'bg-line-strong', steady: false },
  { part: 'pending', label: labels.pending, help: labels.pendingHelp, fill: 'bg-sunken', steady: true },
];

function Count({ label, help, count, fill }: { readonly label: string; readonly help: string; readonly count: number; readonly fill?: string }) {
  const format = useFormat();
  return (
    <div className="flex items-center gap-1.5" title={help}>
      {fill ? <span aria-hidden className={classNames('size-2 shrink-0 rounded-full ring-1 ring-line-strong/40 ring-inset', fill)} /> : null}
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{format.count(count)}</dd>
    </div>
  );
}

export function CampaignProgress({ campaign }: { readonly campaign: Campaign }) {
  const format = useFormat();
  const parts = partsOf(campaign);
  const total = campaign.totalRecipients;
  const summary = labels.withResult(format.count(countWithResult(campaign)), format.count(total));
  const isRunning = campaign.status === 'in_progress' || campaign.status === 'paused';
  return (
    <div className="flex flex-col gap-2 text-xs">
      <div className="flex items-center gap-3">
        <div aria-hidden className="flex h-2 min-w-0 flex-1 gap-px overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset">
          {looks.map(({ part, fill }) =>
            part === 'pending' || parts[part] === 0 ? null : (
              <div key={part} className={classNames('h-full transition-[width]', fill)} style={{ width: `${percentOf(parts[part], total)}%` }} />
            ),
          )}
        </div>
        <span className="shrink-0 font-medium tabular-nums">{summary}</span>
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {looks.map(({ part, label, help, fill, steady }) =>
          parts[part] > 0 || (steady && isRunning) ? <Count key={part} label={label} help={help} count={parts[part]} fill={fill} /> : null,
        )}
        {campaign.duplicateCount > 0 ? <Count label={labels.duplicates} help={labels.duplicatesHelp} count={campaign.duplicateCount} /> : null}
        {campaign.rejectedCount > 0 ? <Count label={labels.rejected} help={labels.rejectedHelp} count={campaign.rejectedCount} /> : null}
      </dl>
    </div>
  );
}
