/** Lists the actions that a campaign's status allows: buttons on its card, and items of 'Más acciones'. Pure. */
import type { CampaignStatus } from '../../../contract/campaigns.ts';
import { known } from '../../../labels/known.ts';

/** Actions that change a campaign's status. */
type StatusChange = 'stop' | 'pause' | 'resume' | 'remove';
/** An editor's action on a campaign: change its status, or let it wait for more recipients or not. */
export type CampaignChange = StatusChange | 'open' | 'close';

interface CampaignChoices {
  /** Campaign actions that have a button of their own on the campaign's card and in its window. */
  readonly buttons: readonly StatusChange[];
  /** Campaign actions in the menu 'Más acciones', above 'Duplicar' and 'Eliminar'. */
  readonly more: readonly StatusChange[];
  /** True if the campaign is over, so that a new campaign can call the people whom it did not contact. */
  readonly isFinished: boolean;
}

const none: CampaignChoices = { buttons: [], more: [], isFinished: false };
const notBegun: CampaignChoices = { ...none, more: ['pause'] };

/** Campaign actions by status. 'Detener' is a button while the campaign runs (spec A 2), a menu item while paused. */
const choices: Readonly<Record<CampaignStatus, CampaignChoices>> = {
  created: notBegun,
  scheduled: notBegun,
  in_progress: { ...none, buttons: ['pause', 'stop'] },
  paused: { ...none, buttons: ['resume'], more: ['stop'] },
  sent: none,
  completed: { ...none, isFinished: true },
  failed: none,
};

/** Returns the actions that a campaign's status allows. With an unknown status it can only be copied and deleted. */
export function campaignChoices(status: string): CampaignChoices {
  return known(choices, status) ?? none;
}
