/**
 * Erases a person's data (right to be forgotten), either those of one call or those of one phone number. Each erasure
 * is one transaction.
 */
import type { Kysely } from 'kysely';
import type { ForgettingPreview, ForgettingResult } from '../../../contract/forgetting.ts';
import { describePhoneNumberProblem } from '../../../labels/phone-es.ts';
import { numberKeyOf } from '../../../phone/number-key.ts';
import {
  pickNumberOrSuggestion,
  parseWrittenPhoneNumber,
  type PhoneNumberReadingContext,
} from '../../../phone/read-number.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import { formatPhoneNumber } from '../../platform/shown-number.ts';
import { eraseNumberFromAlerts } from '../alerts/index.ts';
import type { AuditLog } from '../audit/index.ts';
import {
  countCallsOfNumber,
  eraseCalls,
  deleteFollowUpQueueRowsOfPhoneNumber,
  eraseNumberFromSavedViews,
  lockCallsOfNumber,
  lockCallsForErasure,
  lockWorkspaceShared,
  type ErasureCandidateCall,
  type Tx,
} from '../calls/index.ts';
import {
  countRecipientsOfNumber,
  eraseNumberFromCampaigns,
  eraseRecipientsOfAttempts,
  eraseRecipientsWithDeferredErasure,
  listWorkspaceIdsWithDeferredErasures,
  type RecipientErasureBatchResult,
} from '../campaigns/index.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import { findWorkspacePhoneCountry } from '../settings/index.ts';
import { eraseIdempotentResponses } from '../../platform/db/idempotency-store.ts';
import { deleteEventDeliveriesOfCalls, deleteEventDeliveriesWithNumber } from '../event-webhooks/index.ts';
import { createPhoneNumberTextRemover } from './number-eraser.ts';
import type { ProviderContactErasureJobs } from './provider-contacts.ts';
import type { ProviderCopyDeletionJobs } from './provider-copies.ts';

export interface ErasureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly doNotCall: Pick<DoNotCallFeature, 'forgetNumber' | 'digestOf'>;
  readonly copies: ProviderCopyDeletionJobs;
  readonly contacts: ProviderContactErasureJobs;
  readonly writerSlot: number;
}

/** The user who requests an erasure, the user's workspace, and the IP address of the request. */
export interface ErasureAuthor {
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/** Erases a call's personal data. Repeating it changes nothing. Throws `not_found` and `call_open`. */
export async function eraseCallData(
  deps: ErasureDeps,
  { workspaceId, ...author }: ErasureAuthor,
  callId: string,
): Promise<void> {
  const erased = await inTransaction(deps, workspaceId, async (tx) => {
    const [call] = await lockCallsForErasure(tx, workspaceId, [callId]);
    if (!call) throw new AppError('not_found');
    if (call.isErased) return null;
    if (!call.isOver) throw new AppError('call_open');
    const done = await eraseWithRecipients(deps, tx, workspaceId, [call]);
    await deps.audit.record({ workspaceId, ...author, action: 'call.forgotten', target: callId }, tx);
    return done;
  });
  if (erased) announceErasure(deps, workspaceId, erased);
}

/**
 * Erases those of the given calls that have ended. `within` runs in the same transaction and gets the number of erased
 * calls.
 * @returns how many calls were erased.
 */
export async function eraseFinishedCalls(
  deps: ErasureDeps,
  workspaceId: string,
  callIds: readonly string[],
  within: (tx: Tx, erased: number) => Promise<void>,
): Promise<number> {
  const erased = await inTransaction(deps, workspaceId, async (tx) => {
    const calls = (await lockCallsForErasure(tx, workspaceId, callIds)).filter((call) => call.isOver && !call.isErased);
    const done = await eraseWithRecipients(deps, tx, workspaceId, calls);
    await within(tx, calls.length);
    return done;
  });
  announceErasure(deps, workspaceId, erased);
  return erased.callIds.length;
}

const recipientsATransaction = 500;

/**
 * Erases recipients whose call was erased earlier, while they themselves were still to be dialled. Only recipients who
 * can be erased now are erased.
 */
export async function eraseAllRecipientsWithDeferredErasure(deps: ErasureDeps): Promise<void> {
  for (const workspaceId of await listWorkspaceIdsWithDeferredErasures(deps.db)) {
    let after: RecipientErasureBatchResult['last'] = null;
    do {
      const from = after;
      const erased: RecipientErasureBatchResult = await inTransaction(deps, workspaceId, async (tx) => {
        const span = { after: from, limit: recipientsATransaction };
        const done = await eraseRecipientsWithDeferredErasure(tx, deps.doNotCall, workspaceId, span);
        // Erase the stored outgoing events of the recipients' calls too, because the event `recipient.finished`
        // contains the phone number.
        await deleteEventDeliveriesOfCalls(tx, workspaceId, done.callIds);
        return done;
      });
      announceErasure(deps, workspaceId, { callIds: [], campaignIds: erased.campaignIds });
      after = erased.last;
    } while (after !== null);
  }
}

/** Counts the calls and recipients of a phone number before they are erased. Throws `invalid_input`. */
export async function previewNumberErasure(
  { db }: ErasureDeps,
  workspaceId: string,
  phoneNumber: string,
): Promise<ForgettingPreview> {
  const number = numberIn(phoneNumber, { country: await findWorkspacePhoneCountry(db, workspaceId) });
  const numberKey = numberKeyOf(number);
  const [{ calls, open }, recipients] = await Promise.all([
    countCallsOfNumber(db, workspaceId, numberKey),
    countRecipientsOfNumber(db, workspaceId, numberKey),
  ]);
  return { phoneNumberShown: formatPhoneNumber(number), calls, openCalls: open, recipients };
}

/**
 * Erases a phone number and the personal data of its calls and recipients. The audit log gets only how many there were.
 * Throws `invalid_input`, `call_open`, or errors of the provider.
 */
export async function eraseNumberData(
  deps: ErasureDeps,
  { workspaceId, ...author }: ErasureAuthor,
  phoneNumber: string,
): Promise<ForgettingResult> {
  const context = { country: await findWorkspacePhoneCountry(deps.db, workspaceId) };
  const number = numberIn(phoneNumber, context);
  const eraser = createPhoneNumberTextRemover(numberKeyOf(number), context);
  // Find the person's contacts at the provider before the erasure, because afterwards no table has the phone number.
  const contacts = await deps.contacts.find(workspaceId, eraser.key);
  const erased = await inTransaction(deps, workspaceId, async (tx) => {
    const calls = await lockCallsOfNumber(tx, workspaceId, eraser.key);
    if (calls.some((call) => !call.isOver)) throw openCalls();
    const { recipients, campaignIds } = await eraseNumberFromCampaigns(tx, workspaceId, eraser, deps.writerSlot);
    const callIds = await eraseWithCopies(deps, tx, workspaceId, calls);
    await deleteFollowUpQueueRowsOfPhoneNumber(tx, workspaceId, eraser.key);
    await deps.doNotCall.forgetNumber(tx, workspaceId, eraser.key);
    await deps.contacts.order(tx, workspaceId, contacts ?? []);
    await eraseNumberFromSavedViews(tx, workspaceId, (text) => eraser.isIn(text));
    await eraseNumberFromAlerts(tx, workspaceId, eraser);
    await deleteEventDeliveriesWithNumber(tx, workspaceId, eraser);
    await eraseIdempotentResponses(tx, workspaceId);
    await deps.audit.eraseNumber(tx, workspaceId, eraser);
    const details = { calls: callIds.length, recipients, contacts: contacts?.length ?? null };
    await deps.audit.record({ workspaceId, ...author, action: 'call.number_forgotten', details }, tx);
    return { callIds, campaignIds, recipients };
  });
  announceErasure(deps, workspaceId, erased);
  // Wake the dispatcher. If the last recipient of a campaign was skipped by the erasure, the campaign must now end.
  deps.events.emit('dispatch.due', { workspaceId });
  return {
    phoneNumberShown: formatPhoneNumber(number),
    calls: erased.callIds.length,
    openCalls: 0,
    recipients: erased.recipients,
    contacts: contacts?.length ?? null,
  };
}

function numberIn(phoneNumber: string, context: PhoneNumberReadingContext): string {
  const reading = parseWrittenPhoneNumber(phoneNumber, context);
  const number = pickNumberOrSuggestion(reading);
  if (number !== null) return number;
  const message = describePhoneNumberProblem(reading, phoneNumber);
  throw new AppError('invalid_input', { message, details: [{ path: 'phoneNumber', message }] });
}

const openCalls = (): AppError =>
  new AppError('call_open', { message: 'Hay una llamada en curso con este número. Espera a que termine, o córtala.' });

/**
 * Runs an erasure in a transaction under the workspace's shared lock, so that it can't interfere with storing calls.
 */
function inTransaction<T>({ db }: ErasureDeps, workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      return work(tx);
    });
}

interface Erased {
  readonly callIds: readonly string[];
  readonly campaignIds: readonly string[];
}

async function eraseWithRecipients(
  deps: ErasureDeps,
  tx: Tx,
  workspaceId: string,
  calls: readonly ErasureCandidateCall[],
): Promise<Erased> {
  const attemptIds = calls.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId]));
  const campaignIds = await eraseRecipientsOfAttempts(tx, deps.doNotCall, workspaceId, attemptIds);
  return { callIds: await eraseWithCopies(deps, tx, workspaceId, calls), campaignIds };
}

async function eraseWithCopies(
  { audit, clock, copies }: ErasureDeps,
  tx: Tx,
  workspaceId: string,
  calls: readonly ErasureCandidateCall[],
): Promise<string[]> {
  const callIds = calls.map(({ id }) => id);
  await eraseCalls(tx, workspaceId, calls, clock.now());
  await deleteEventDeliveriesOfCalls(tx, workspaceId, callIds);
  await audit.eraseWhispers(tx, workspaceId, callIds);
  await copies.order(tx, workspaceId, callIds);
  return callIds;
}

/** Announces an erasure, so that screens reload the calls and campaigns concerned. */
function announceErasure({ events }: ErasureDeps, workspaceId: string, { callIds, campaignIds }: Erased): void {
  const changes = callIds.map((callId) => ({ callId, kind: 'call_analyzed' as const }));
  if (changes.length > 0) events.emit('calls.changed', { workspaceId, changes });
  if (campaignIds.length > 0) events.emit('campaigns.changed', { workspaceId, campaignIds });
}
