/** Lists the actions that a campaign's status allows: buttons on its card, and items of 'Más acciones'. Pure. */
import type { CampaignStatus } from '../../../contract/campaigns.ts';
import { findLabelEntry } from '../../../labels/known.ts';

/** Actions that change a campaign's status. */
type StatusChange = 'stop' | 'pause' | 'resume' | 'remove';
/**
 * Actions of an editor on a campaign. `open`: after its last call, the campaign waits for more recipients. `close`: it
 * ends then.
 */
export type CampaignActionName = StatusChange | 'open' | 'close';

interface CampaignChoices {
  readonly buttons: readonly StatusChange[];
  /** Campaign actions in the menu 'Más acciones', above 'Duplicar' and 'Eliminar'. */
  readonly more: readonly StatusChange[];
  /** True if the campaign is completed. The console then offers a new campaign for its uncontacted recipients. */
  readonly isFinished: boolean;
}

const none: CampaignChoices = { buttons: [], more: [], isFinished: false };
const notBegun: CampaignChoices = { ...none, more: ['pause'] };

/** Actions for each campaign status. 'Detener' (stop) is a button while the campaign runs, otherwise a menu item. */
const choices: Readonly<Record<CampaignStatus, CampaignChoices>> = {
  created: notBegun,
  scheduled: notBegun,
  in_progress: { ...none, buttons: ['pause', 'stop'] },
  paused: { ...none, buttons: ['resume'], more: ['stop'] },
  sent: none,
  completed: { ...none, isFinished: true },
  failed: none,
};

/** Returns the actions that a campaign's status allows; none for an unknown status. */
export function getAllowedCampaignActions(status: string): CampaignChoices {
  return findLabelEntry(choices, status) ?? none;
}
