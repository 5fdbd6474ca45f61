/** A campaign's name, and the way to it. */
import { Link } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { paths } from '../../paths.ts';
import { endedName } from './campaign-figures.ts';

/** Names the link on a card that opens the campaign's window. */
export const cardLinkId = (campaignId: string): string => `campana-${campaignId}`;

/** What had the focus is gone, or a window was opened by the address: the keyboard goes on at that link. */
export function focusCampaignLink(campaignId: string): void {
  if (document.activeElement !== document.body || document.querySelector('[role="dialog"]')) return;
  document.getElementById(cardLinkId(campaignId))?.focus({ preventScroll: true });
}

/** By its name to its window; the keyboard goes on there when a button beside it is gone. */
export function CampaignLink({ campaign: { id, name } }: { readonly campaign: Campaign }) {
  return (
    <Link
      id={cardLinkId(id)}
      href={paths.campaign(id)}
      title={name}
      className="rounded-sm font-medium hover:text-accent-text hover:underline"
    >
      {endedName(name)}
    </Link>
  );
}
