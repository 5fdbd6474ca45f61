/** A campaign's own hours: within the workspace's as they are when it says so; whatever is saved later narrows them further. */
import type { CallingWindow, CampaignWindow } from '../../../../contract/settings.ts';
import type { Tx } from '../../calls/index.ts';
import { findDialingRules } from '../../settings/index.ts';
import { invalid } from './invalid-order.ts';

/** Throws `invalid_input` for hours beyond the workspace's. */
export async function refuseWider(tx: Tx, workspaceId: string, own: CampaignWindow | null): Promise<void> {
  if (own === null) return;
  const rules = await findDialingRules(tx, workspaceId);
  if (!isWithin(own, rules?.callingWindow as CallingWindow | undefined))
    throw invalid('callingWindow', 'La franja de la campaña debe caber en la del workspace.');
}

const endOf = (to: string): string => (to === '00:00' ? '24:00' : to);

/** `whole` as it is stored. */
export function isWithin(own: CampaignWindow, whole: CallingWindow | undefined): boolean {
  if (whole?.enabled === false) return true;
  return (
    whole !== undefined &&
    own.days.every((day) => whole.days.includes(day)) &&
    own.from >= whole.from &&
    endOf(own.to) <= endOf(whole.to)
  );
}
