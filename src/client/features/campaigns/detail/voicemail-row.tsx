/** Row below a campaign's funnel: number of recipients whose call reached voicemail, with a link to their list. */
import { Link } from 'wouter';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { voicemailRecipientsRowLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { useCampaignRecipientPage } from '../../../api/queries.ts';
import { computePercent } from '../../../format/numbers.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { useCampaignUrlBuilder } from '../campaign-address.ts';
import { formatCampaignFigureOrDash } from '../campaign-figures.ts';

export default function VoicemailRecipientsRow({ campaign }: { readonly campaign: Campaign }) {
  const format = useRegionalFormat();
  const addressOf = useCampaignUrlBuilder();
  const total = useCampaignRecipientPage(campaign.id, { filter: 'voicemail', pageSize: 1 }).data?.total ?? null;
  const figure = (text: string) => (total === null ? '—' : formatCampaignFigureOrDash(campaign, text));
  const percent = computePercent(total ?? 0, campaign.sentCount);
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line pt-2 sm:grid-cols-[8rem_minmax(0,1fr)_4rem_11rem]">
      <dt className="text-muted">
        <LabelWithHelp about={labels.label} text={labels.help} />
      </dt>
      <dd
        aria-hidden
        className="h-5 overflow-hidden rounded-sm bg-sunken max-sm:order-last max-sm:col-span-2 max-sm:h-2"
      >
        <span className="block h-full rounded-sm bg-line-strong" style={{ width: `${percent}%` }} />
      </dd>
      <dd className="text-right font-semibold tabular-nums">
        {total ? (
          <Link
            href={addressOf({ id: campaign.id, view: 'destinatarios', show: 'voicemail' })}
            className="text-accent-text hover:underline"
          >
            {figure(format.count(total))}
          </Link>
        ) : (
          figure('0')
        )}
      </dd>
      <dd className="text-xs text-muted tabular-nums max-sm:hidden">
        {labels.ofSent(figure(format.percent(percent)))}
      </dd>
    </dl>
  );
}
