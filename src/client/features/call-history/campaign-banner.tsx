/** Banner 'Campaña: {name}' above the calls of one campaign, with a link to all calls. */
import { Megaphone } from 'lucide-react';
import { Link } from 'wouter';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { getButtonClasses } from '../../ui/button.tsx';

export function CampaignFilterBanner({ name, seeAllHref }: { readonly name: string; readonly seeAllHref: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2">
      <p className="flex min-w-0 items-center gap-2 text-accent-text">
        <Megaphone aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {callHistoryLabels.campaign} <strong className="font-semibold">{name}</strong>
        </span>
      </p>
      <Link href={seeAllHref} className={getButtonClasses({ size: 'small' })}>
        {callHistoryLabels.seeAll}
      </Link>
    </div>
  );
}
