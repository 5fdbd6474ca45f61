/** What may be done with a campaign, by its status: which actions stand on the card, which behind 'Más acciones'. Pure. */
import type { CampaignStatus } from '../../../contract/campaigns.ts';
import { known } from '../../../labels/known.ts';

/** What changes its status. */
type StatusChange = 'stop' | 'pause' | 'resume' | 'remove';
/** And whether it waits for more people. */
export type CampaignChange = StatusChange | 'open' | 'close';

interface CampaignChoices {
  /** Side by side on the card and in the window. */
  readonly buttons: readonly StatusChange[];
  /** In the menu, before 'Duplicar' and 'Eliminar'. */
  readonly more: readonly StatusChange[];
  /** Those who were not contacted can be called by another campaign. */
  readonly isFinished: boolean;
}

const none: CampaignChoices = { buttons: [], more: [], isFinished: false };
const notBegun: CampaignChoices = { ...none, more: ['pause'] };

/** 'Detener' stands on the card only while the campaign is in progress (spec A 2); a paused one keeps it in the menu. */
const choices: Readonly<Record<CampaignStatus, CampaignChoices>> = {
  created: notBegun,
  scheduled: notBegun,
  in_progress: { ...none, buttons: ['pause', 'stop'] },
  paused: { ...none, buttons: ['resume'], more: ['stop'] },
  sent: none,
  completed: { ...none, isFinished: true },
  failed: none,
};

/** One whose state this version does not know can only be copied and deleted. */
export function campaignChoices(status: string): CampaignChoices {
  return known(choices, status) ?? none;
}
