/**
 * Decides which campaigns of a workspace must wait, and until when: outside the calling window all of them, and by the
 * day's limit those with nobody else left. A campaign that waits keeps its status; nobody looks after it until its time
 * comes or the settings change.
 */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { DialingRules } from '../../settings/index.ts';
import { windowAt } from './calling-window.ts';
import { writeDailyWait, writeWaits, type Wait } from './wait-store.ts';
import type { DialingCampaign } from './work-store.ts';

interface WaitDeps {
  readonly db: Kysely<Schema>;
  readonly events: EventBus;
}

export interface Waits {
  /** Those that need not wait, in their order. */
  readonly ready: readonly string[];
  /** Until the first of the others need not any more; null: none does, as things are. */
  readonly endInMs: number | null;
}

/** Notes what changed. `rules` null: they could not be found, and everybody waits. */
export async function updateWaits(
  { db, events }: WaitDeps,
  workspaceId: string,
  campaigns: readonly DialingCampaign[],
  rules: DialingRules | null,
): Promise<Waits> {
  const decided = campaigns.map((campaign) => ({ campaign, wait: decideWait(campaign, rules) }));
  const version = rules?.version ?? null;
  const noted = decided.filter(({ campaign, wait }) => campaign.rulesVersion !== version || !isNoted(campaign, wait));
  if (noted.length > 0) {
    const waits = noted.map(({ campaign, wait }) => ({ campaignId: campaign.id, wait, isRecalled: campaign.rulesVersion !== null && campaign.rulesVersion !== version }));
    const written = new Set(await writeWaits(db, workspaceId, waits, version));
    const campaignIds = noted.filter(({ campaign, wait }) => written.has(campaign.id) && !isNoted(campaign, wait)).map(({ campaign }) => campaign.id);
    if (campaignIds.length > 0) events.emit('campaigns.changed', { workspaceId, campaignIds });
  }
  const ends = decided.flatMap(({ wait }) => (wait?.until && rules ? [wait.until.getTime() - rules.readAt.getTime()] : []));
  return {
    ready: decided.filter(({ wait }) => wait === null).map(({ campaign }) => campaign.id),
    endInMs: ends.length > 0 ? Math.max(0, Math.min(...ends)) : null,
  };
}

/** Nobody of this campaign was due. @returns whether that is so until tomorrow, and is now noted. */
export async function waitForTomorrow({ db, events }: WaitDeps, workspaceId: string, campaignId: string, rules: DialingRules): Promise<boolean> {
  const isNoted = await writeDailyWait(db, workspaceId, campaignId, {
    rulesVersion: rules.version,
    // Tomorrow begins at midnight, and calling later.
    waitOf: (putOffUntil) => ({ reason: 'daily_attempts', until: openFrom(rules, putOffUntil) }),
  });
  if (isNoted) events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  return isNoted;
}

function decideWait(campaign: DialingCampaign, rules: DialingRules | null): Wait | null {
  const opensAt = rules && openFrom(rules, rules.readAt);
  if (!rules || opensAt?.getTime() !== rules.readAt.getTime()) return { reason: 'calling_window', until: opensAt };
  const { waitingReason, waitingUntil, rulesVersion } = campaign;
  const isPutOff = waitingReason === 'daily_attempts' && rulesVersion === rules.version;
  return isPutOff && waitingUntil !== null && waitingUntil > rules.readAt ? { reason: waitingReason, until: waitingUntil } : null;
}

/** The first moment from then on at which people may be called. */
function openFrom({ callingWindow, timeZone }: DialingRules, at: Date): Date | null {
  const state = windowAt(callingWindow, timeZone, at);
  return state.isOpen ? at : state.opensAt;
}

function isNoted({ waitingReason, waitingUntil }: DialingCampaign, wait: Wait | null): boolean {
  return waitingReason === (wait?.reason ?? null) && waitingUntil?.getTime() === wait?.until?.getTime();
}
