/** Actions on a campaign by its status: those on the card, and those behind 'Más acciones'. Pure. */
import type { CampaignStatus } from '../../../contract/campaigns.ts';
import { known } from '../../../labels/known.ts';

/** Actions that change a campaign's status. */
type StatusChange = 'stop' | 'pause' | 'resume' | 'remove';
/** Actions on a campaign: a new status, or whether it waits for more people. */
export type CampaignChange = StatusChange | 'open' | 'close';

interface CampaignChoices {
  /** Actions with a button of their own on the card and in the window. */
  readonly buttons: readonly StatusChange[];
  /** Actions in the menu, before 'Duplicar' and 'Eliminar'. */
  readonly more: readonly StatusChange[];
  /** True if another campaign can call the people who were not contacted. */
  readonly isFinished: boolean;
}

const none: CampaignChoices = { buttons: [], more: [], isFinished: false };
const notBegun: CampaignChoices = { ...none, more: ['pause'] };

/** Actions by status. 'Detener' is on the card only while in progress (spec A 2), and in the menu of a paused one. */
const choices: Readonly<Record<CampaignStatus, CampaignChoices>> = {
  created: notBegun,
  scheduled: notBegun,
  in_progress: { ...none, buttons: ['pause', 'stop'] },
  paused: { ...none, buttons: ['resume'], more: ['stop'] },
  sent: none,
  completed: { ...none, isFinished: true },
  failed: none,
};

/** The actions for a status. A campaign of an unknown status can only be copied and deleted. */
export function campaignChoices(status: string): CampaignChoices {
  return known(choices, status) ?? none;
}
