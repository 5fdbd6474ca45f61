/** A campaign's name as a link that opens the campaign's window. */
import { Link } from 'wouter';
import type { Campaign } from '../../../contract/campaigns.ts';
import { screenPaths } from '../../paths.ts';
import { elideCampaignNameMiddle } from './campaign-figures.ts';

/** HTML id of the link that opens a campaign's window from its card. */
export const buildCampaignCardLinkId = (campaignId: string): string => `campana-${campaignId}`;

/** Focuses the campaign's link if no other element has the focus and no dialog is open. */
export function focusCampaignLinkIfNothingFocused(campaignId: string): void {
  if (document.activeElement !== document.body || document.querySelector('[role="dialog"]')) return;
  document.getElementById(buildCampaignCardLinkId(campaignId))?.focus({ preventScroll: true });
}

/** A campaign's name as a link to the campaign's window. The link gets the focus when a button beside it disappears. */
export function CampaignNameLink({ campaign: { id, name } }: { readonly campaign: Campaign }) {
  return (
    <Link
      id={buildCampaignCardLinkId(id)}
      href={screenPaths.campaign(id)}
      title={name}
      className="rounded-sm font-medium hover:text-accent-text hover:underline"
    >
      {elideCampaignNameMiddle(name)}
    </Link>
  );
}
