/**
 * Selects the recipients of a campaign to be called next, and creates an attempt for each of them. This is called a
 * claim. It is one transaction, which locks the workspace's dispatch lease so that claims run one at a time. It also
 * takes a shared lock on the campaign, so that the campaign can't be stopped meanwhile.
 * `decideCallPermission` decides by the current settings whether a recipient is called, and from which origin number.
 * The other recipients are skipped, put off, or get no more retries. The partial unique index `attempts_one_open` also
 * prevents two open attempts of a recipient.
 */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement, type SqlWrite } from '../../../platform/db/write-together.ts';
import type { AgentPostCallAnalysisItem, AccountDependentCallOrderField } from '../../../platform/provider/provider.ts';
import { buildSharedWorkspaceLockSql, type Tx } from '../../calls/index.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { findWorkspaceDialingRules, type WorkspaceDialingRules } from '../../settings/index.ts';
import type { CampaignDialCheck } from '../campaign/dial-check.ts';
import { buildCampaignCountsIncrementSql } from '../people/count-store.ts';
import {
  decideCallPermission,
  msUntilCallingHoursClose,
  deriveCountryZoneCallPermissionFacts,
  type CampaignCallPermissionFacts,
  type CountryZoneCallPermissionFacts,
} from '../rules/may-call.ts';
import { hasOriginNumberBelowCap, type OriginNumberChoiceFacts } from '../rules/origin-choice.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';
import { computeHourOfWeek } from '../rules/place-hours.ts';
import {
  calculateAnswerRateGains,
  interleaveBestHourAndControlRecipients,
  type AnswerRatesByHour,
} from '../rules/best-hour.ts';
import { lockDueRecipientsByBestHour } from './best-hour-store.ts';
import { computeLocalDayBounds } from '../rules/calling-window.ts';
import { callOrderDatabaseSendLimitSeconds, callOrderSendLimitMs } from './order-deadline.ts';
import { buildIdempotencyKeySupportSql, buildRefusedCallOrderFieldsSql } from './order-field-store.ts';
import type { DispatchLease } from './lease-store.ts';
import { createOriginNumberClaimState, type OriginNumberClaimState } from './origin-store.ts';
import {
  callPermissionCampaignColumnsSql,
  countAttemptsByRecipientNumber,
  buildRecipientsDialingUpdateSql,
  endRecipientRetries,
  lockDueRecipients,
  pendingRecipientPlacesSql,
  putOffRecipientsUntilTomorrow,
  skipDoNotCallRecipients,
  type DueRecipient,
} from '../people/queue-store.ts';

/**
 * Minimum number of due recipients in the second and every later read. Later reads are large, because the first read
 * contained recipients who may not be called.
 */
const lookAhead = 200;
const lookAheadTimes = 10;

export interface RecipientClaimRequest {
  readonly lease: DispatchLease;
  readonly campaignId: string;
  readonly serverId: string;
  readonly writerSlot: number;
  readonly limit: number;
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed' | 'findForms'>;
  /** Answer rates by hour for a campaign with 'Mejor hora'. If absent, recipients are called in the file's order. */
  readonly hourRates?: AnswerRatesByHour | null;
  /**
   * Random number generator (0 to 1). It decides whether the next recipient to call comes from the best-hour group or
   * from the control group.
   */
  readonly random?: () => number;
}

export interface RecipientClaimCampaign {
  readonly id: string;
  readonly phoneNumbers: readonly string[];
  readonly agentId: string | null;
  readonly agentVersion: string | null;
  /** True if no agent was chosen, so that the binding of the origin number decides which agent speaks. */
  readonly isNumbersAgent: boolean;
  readonly agentAnalysis: readonly AgentPostCallAnalysisItem[];
  readonly successDefinition: string;
  /** Agent that speaks in retries after an answering machine, in its published version. */
  readonly voicemailAgent: { readonly id: string; readonly analysis: readonly AgentPostCallAnalysisItem[] } | null;
  /** The campaign's check before dialling: a web service of the workspace that is asked about each person. */
  readonly check: CampaignDialCheck | null;
  readonly withoutFields: readonly AccountDependentCallOrderField[];
  /** True if requests to place calls may be repeated, because the account is proven to honour idempotency keys. */
  readonly isRepeatable: boolean;
}

export interface ClaimedRecipient {
  readonly attemptId: string;
  readonly phoneNumber: string;
  /** The origin number that calls the recipient. */
  readonly fromNumber: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly isAfterVoicemail: boolean;
}

/**
 * Result of selecting a campaign's next recipients to call. `lost`: this server's dispatch lease expired, or another
 * server has the lease. `closed`: the campaign does not dial any more, or not yet. `waiting`: no recipient may be
 * called at this hour.
 */
export type RecipientClaimResult =
  | {
      readonly kind: 'claimed';
      readonly campaign: RecipientClaimCampaign;
      readonly recipients: readonly ClaimedRecipient[];
      /**
       * Time in ms after the selection of the recipients within which the requests to place their calls must be sent.
       */
      readonly writeWithinMs: number;
      readonly skipped: number;
      /** Number of recipients who get no further retry, because their first call was too long ago. */
      readonly expired: number;
      /** True if the campaign has no further due recipient who can be called now. */
      readonly isExhausted: boolean;
      /** State of the origin numbers, if daily caps prevent the call to at least one due recipient; otherwise null. */
      readonly capped: OriginNumberChoiceFacts | null;
    }
  | { readonly kind: 'lost' | 'closed' | 'waiting' };

/** Claims up to `limit` recipients in the order of the queue; fewer if no more are due. */
export function claimRecipients(
  db: Kysely<DatabaseSchema>,
  order: RecipientClaimRequest,
): Promise<RecipientClaimResult> {
  const { workspaceId } = order.lease;
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const campaign = await hold(tx, order.lease, order.campaignId);
      if (campaign === 'lost' || campaign === 'closed') return { kind: campaign };
      const rules = await findWorkspaceDialingRules(tx, workspaceId);
      if (!rules) return { kind: 'waiting' };
      const places = readPlaces(campaign, rules);
      const open = campaign.places.filter((place) => isOpen(places.get(place)));
      if (campaign.places.length > 0 && open.length === 0) return { kind: 'waiting' };
      const taken = await takeDue(tx, { order, rules, campaign, places }, open);
      const claimed = taken.dialled.map((row) => ({ ...row, attemptId: randomUUID() }));
      const counts = {
        ...createZeroCampaignCounts(),
        pending: -claimed.length - taken.skipped - taken.sentBefore - taken.expired,
        dialing: claimed.length,
        skipped: taken.skipped,
        sent: taken.sentBefore + taken.expired,
        retrying: -taken.sentBefore - taken.expired,
      };
      await runWritesAsOneStatement(tx, [
        buildRecipientsDialingUpdateSql(
          workspaceId,
          order.campaignId,
          claimed.map(({ id }) => id),
        ),
        claimWrite(order, claimed),
        buildCampaignCountsIncrementSql(workspaceId, order.writerSlot, new Map([[order.campaignId, counts]])),
      ]);
      const withinMs = taken.dialled.map(({ place }) =>
        msUntilCallingHoursClose(places.get(place)?.hours, rules.readAt),
      );
      return {
        kind: 'claimed',
        campaign,
        recipients: claimed.map(({ attemptId, phoneNumber, fromNumber, variables, retryOf }) => ({
          attemptId,
          phoneNumber,
          fromNumber,
          variables,
          isAfterVoicemail: retryOf?.outcome === 'voicemail',
        })),
        writeWithinMs: Math.min(callOrderSendLimitMs, ...withinMs),
        skipped: taken.skipped + taken.sentBefore,
        expired: taken.expired,
        isExhausted: taken.isExhausted,
        capped: taken.capped,
      };
    });
}

interface HeldCampaign extends RecipientClaimCampaign, CampaignCallPermissionFacts {
  readonly bestHour: boolean;
  /** Places of the campaign's pending recipients. */
  readonly places: readonly string[];
}

interface KeyedRecipient extends DueRecipient {
  readonly numberKey: string;
  /**
   * True if the recipient was chosen by 'Mejor hora', false if the recipient is in the control group; null if 'Mejor
   * hora' had no influence.
   */
  readonly bestHour: boolean | null;
}

interface DialledRecipient extends KeyedRecipient {
  readonly fromNumber: string;
}

interface Taken {
  readonly dialled: readonly DialledRecipient[];
  readonly skipped: number;
  /**
   * Number of recipients on the do-not-call list whose state becomes `sent` instead of `skipped`, because they had been
   * called before.
   */
  readonly sentBefore: number;
  readonly expired: number;
  readonly isExhausted: boolean;
  readonly capped: OriginNumberChoiceFacts | null;
}

/** Returns the calling hours and allowed origin numbers of each place (country and zones) of pending recipients. */
function readPlaces(
  campaign: HeldCampaign,
  rules: WorkspaceDialingRules,
): ReadonlyMap<string, CountryZoneCallPermissionFacts> {
  return new Map(
    campaign.places.map((place) => [place, deriveCountryZoneCallPermissionFacts(rules, campaign, place, rules.readAt)]),
  );
}

/** True if a place (country and zones) is within calling hours and one of the campaign's origin numbers may call it. */
function isOpen(place: CountryZoneCallPermissionFacts | undefined): boolean {
  return place !== undefined && place.hours.isOpen && place.numbers.length > 0;
}

interface ClaimTerms {
  readonly order: RecipientClaimRequest;
  readonly rules: WorkspaceDialingRules;
  readonly campaign: HeldCampaign;
  readonly places: ReadonlyMap<string, CountryZoneCallPermissionFacts>;
}

async function takeDue(
  tx: Tx,
  { order, rules, campaign, places }: ClaimTerms,
  open: readonly string[],
): Promise<Taken> {
  const {
    campaignId,
    limit,
    doNotCall,
    lease: { workspaceId },
  } = order;
  const today = computeLocalDayBounds(rules.timeZone, rules.readAt);
  const { phoneNumbers } = campaign;
  const cap = rules.dialing.callsPerNumberPerDay;
  const origins = createOriginNumberClaimState(tx, { workspaceId, phoneNumbers, cap, since: today.startsAt });
  const look = createLook(tx, order, rules, campaign.bestHour);
  const attemptsToday = new Map<string, number>();
  /** Places (country and zones) that are open now and have an origin number that may still call today. */
  let left = open;
  const taken = { dialled: [] as DialledRecipient[], skipped: 0, sentBefore: 0, expired: 0 };
  let capped: OriginNumberChoiceFacts | null = null;
  for (let time = 0; time <= lookAheadTimes; time += 1) {
    const wanted = limit - taken.dialled.length;
    const asked = time === 0 ? wanted : Math.max(wanted, lookAhead);
    const due = await look(left, asked);
    const keyed = due.map((row) => ({ bestHour: null, ...row, numberKey: numberKeyOf(row.phoneNumber) }));
    const numbers = due.map((row) => row.phoneNumber);
    const listed = await doNotCall.findListed(tx, workspaceId, numbers);
    const unknownKeys = keyed.map((row) => row.numberKey).filter((key) => !attemptsToday.has(key));
    for (const [key, count] of await countAttemptsByRecipientNumber(
      tx,
      doNotCall,
      workspaceId,
      unknownKeys,
      today.startsAt,
    ))
      attemptsToday.set(key, count);
    await origins.learn(keyed.map((row) => row.numberKey));

    const sorted = sortDue(keyed, { rules, campaign, places, listed, attemptsToday, origins, wanted, today });
    taken.dialled.push(...sorted.dial);
    taken.expired += sorted.finish.length;
    taken.sentBefore += sorted.skip.filter(({ wasSent }) => wasSent).length;
    taken.skipped += sorted.skip.filter(({ wasSent }) => !wasSent).length;
    if (sorted.isCapped) capped = origins.facts;
    if (capped) left = left.filter((place) => hasOriginNumberBelowCap(origins.facts, places.get(place)?.numbers ?? []));
    const idsOf = (people: readonly KeyedRecipient[]): string[] => people.map(({ id }) => id);
    await skipDoNotCallRecipients(tx, workspaceId, campaignId, idsOf(sorted.skip));
    await endRecipientRetries(tx, workspaceId, campaignId, idsOf(sorted.finish));
    await putOffRecipientsUntilTomorrow(tx, workspaceId, campaignId, idsOf(sorted.putOff), today.endsAt);
    if (taken.dialled.length === limit) break;
    if (due.length < asked || left.length === 0) return { ...taken, isExhausted: true, capped };
    // Mark the chosen recipients as being dialled before the next read, so that it does not return them again.
    await runWritesAsOneStatement(tx, [buildRecipientsDialingUpdateSql(workspaceId, campaignId, idsOf(sorted.dial))]);
  }
  return { ...taken, isExhausted: false, capped };
}

interface SortTerms extends Omit<ClaimTerms, 'order'> {
  readonly listed: ReadonlySet<string>;
  /** Number of today's attempts for each normalized phone number, including the attempts that are being created. */
  readonly attemptsToday: Map<string, number>;
  readonly origins: OriginNumberClaimState;
  readonly wanted: number;
  readonly today: ReturnType<typeof computeLocalDayBounds>;
}

interface SortedPeople {
  readonly dial: DialledRecipient[];
  readonly skip: KeyedRecipient[];
  readonly finish: KeyedRecipient[];
  /** Recipients put off until tomorrow. */
  readonly putOff: KeyedRecipient[];
  /** True if a due recipient can't be called, because all allowed origin numbers are at their daily cap. */
  isCapped: boolean;
}

/**
 * Groups due recipients by the verdict of `decideCallPermission`: recipients to dial, to skip, to put off, and
 * recipients who get no more retries.
 */
function sortDue(
  people: readonly KeyedRecipient[],
  { rules, campaign, places, listed, attemptsToday, origins, wanted, today }: SortTerms,
): SortedPeople {
  const sorted: SortedPeople = { dial: [], skip: [], finish: [], putOff: [], isCapped: false };
  for (const row of people) {
    const place = places.get(row.place);
    if (!place) continue;
    const attempts = attemptsToday.get(row.numberKey) ?? 0;
    const verdict = decideCallPermission({
      at: rules.readAt,
      dayEndsAt: today.endsAt,
      rules,
      campaign,
      place,
      numbers: origins.facts,
      person: {
        phoneNumber: row.phoneNumber,
        isListed: listed.has(row.phoneNumber),
        attemptsToday: attempts,
        retryOf: row.retryOf,
        later: null,
        spokeFrom: origins.spokeFrom(row.numberKey),
      },
    });
    if (verdict.kind === 'skip') sorted[verdict.reason === 'retry_expired' ? 'finish' : 'skip'].push(row);
    else if (verdict.kind === 'wait' && verdict.reason === 'daily_attempts') sorted.putOff.push(row);
    else if (sorted.dial.length === wanted) continue;
    else if (verdict.kind === 'wait') sorted.isCapped = true;
    else {
      sorted.dial.push({ ...row, fromNumber: verdict.from });
      attemptsToday.set(row.numberKey, attempts + 1);
      origins.call(verdict.from);
    }
  }
  return sorted;
}

type Look = (
  places: readonly string[],
  limit: number,
) => Promise<readonly (DueRecipient & { readonly bestHour?: boolean })[]>;

/**
 * Returns a function that finds and locks the next due recipients, in the order of the recipient file or by 'Mejor
 * hora' (best hour).
 */
function createLook(
  tx: Tx,
  { campaignId, lease: { workspaceId }, hourRates, random = Math.random }: RecipientClaimRequest,
  { timeZone, readAt }: WorkspaceDialingRules,
  isByHour: boolean,
): Look {
  if (!isByHour || !hourRates) return (places, limit) => lockDueRecipients(tx, workspaceId, campaignId, places, limit);
  return async (places, limit) => {
    const gains = calculateAnswerRateGains(
      hourRates,
      new Map(places.map((place) => [place, computeHourOfWeek(timeZone, place, readAt)])),
    );
    const { byHour, drawn } = await lockDueRecipientsByBestHour(tx, workspaceId, campaignId, gains, limit);
    return interleaveBestHourAndControlRecipients(byHour, drawn, limit, random);
  };
}

/**
 * Locks the workspace, its dispatch lease and the campaign until the transaction ends. While the lease is locked, no
 * other transaction selects recipients of the workspace for calls, or counts their attempts.
 */
async function hold(tx: Tx, lease: DispatchLease, campaignId: string): Promise<HeldCampaign | 'lost' | 'closed'> {
  const { rows } = await sql<HeldCampaign>`
    with locked as materialized (${buildSharedWorkspaceLockSql(lease.workspaceId)})
    select c.id, ${callPermissionCampaignColumnsSql}, c.agent_id as "agentId", c.agent_version as "agentVersion",
      c.is_numbers_agent as "isNumbersAgent", c.agent_analysis as "agentAnalysis",
      c.success_definition as "successDefinition", c.voicemail_agent as "voicemailAgent",
      c.best_hour as "bestHour", ${pendingRecipientPlacesSql} as places, ${buildRefusedCallOrderFieldsSql(lease.workspaceId)} as "withoutFields",
      ${buildIdempotencyKeySupportSql(lease.workspaceId)} = 'honoured' as "isRepeatable",
      case when c.check_id is not null then (select jsonb_build_object('id', c.check_id, 'url', max(d.url), 'sealedSecret', max(d.secret_encrypted))
        from dial_checks d where d.workspace_id = c.workspace_id and d.id = c.check_id) end as check
    from locked, dispatch_leases l, campaigns c
    where ${isOurs(lease)}
      and c.workspace_id = ${lease.workspaceId} and c.id = ${campaignId} and c.status = 'in_progress'
    for update of l for share of c`.execute(tx);
  if (rows[0]) return rows[0];
  const held = await sql`select from dispatch_leases l where ${isOurs(lease)}`.execute(tx);
  return held.rows.length > 0 ? 'closed' : 'lost';
}

function isOurs({ workspaceId, holder, epoch }: DispatchLease) {
  return sql`l.workspace_id = ${workspaceId} and l.holder = ${holder} and l.epoch = ${epoch}
    and l.expires_at > clock_timestamp()`;
}

function claimWrite(
  { campaignId, serverId, lease: { workspaceId } }: RecipientClaimRequest,
  claimed: readonly (Pick<DialledRecipient, 'id' | 'numberKey' | 'fromNumber' | 'bestHour'> & {
    readonly attemptId: string;
  })[],
): SqlWrite {
  if (claimed.length === 0) return null;
  return sql`
    insert into attempts (workspace_id, id, campaign_id, recipient_id, number_key, from_number, best_hour, state, created_at, send_by, server_id)
    select ${workspaceId}, given.id, ${campaignId}, given.recipient_id, given.number_key, given.from_number, given.best_hour, 'claimed', clock_timestamp(),
      clock_timestamp() + ${callOrderDatabaseSendLimitSeconds} * interval '1 second', ${serverId}
    from unnest(
      ${claimed.map((row) => row.attemptId)}::uuid[],
      ${claimed.map((row) => row.id)}::uuid[],
      ${claimed.map((row) => row.numberKey)}::text[],
      ${claimed.map((row) => row.fromNumber)}::text[],
      ${claimed.map((row) => row.bestHour)}::boolean[]
    ) as given (id, recipient_id, number_key, from_number, best_hour)`;
}
