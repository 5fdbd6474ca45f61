/**
 * Places a test call to the person's own phone, with the settings that the campaign would use. The call belongs to no
 * campaign and has no attempt.
 * If it is unknown whether the provider account honours idempotency keys, the call request is repeated with the same
 * key to find out.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { campaignsEndpoints } from '../../../../contract/campaigns.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DiskSpaceState } from '../../../platform/disk-guard.ts';
import { AppError } from '../../../platform/errors.ts';
import { placeCallToTestIdempotencyKeys } from '../../../platform/provider/prove-order-keys.ts';
import type { OutboundCallOrder, PlaceCallOutcome, VoiceProvider } from '../../../platform/provider/provider.ts';
import { formatPhoneNumber } from '../../../platform/shown-number.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { CallIngest } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { resolveCampaignAgent, type CampaignAgent, type CampaignAgentDeps } from '../campaign/campaign-caller.ts';
import type { CampaignChangeAuthor, CampaignStartDeps } from '../campaign/create-campaign.ts';
import { buildCallOrderAnalysisItems } from './call-placer.ts';
import { parseRecipientRows, toStorableText } from '../people/recipient-rows.ts';
import {
  storeTestCallResponseReceived,
  reserveTestCall,
  testCallRateLimit,
  type TestCallRef,
} from './test-call-store.ts';
import { isPastCallOrderDeadline, readMonotonicAndWallClocks, callOrderSendLimitMs } from './order-deadline.ts';
import {
  findCallRequestFieldSupport,
  storeIdempotencyKeySupport,
  storeRefusedCallOrderField,
} from './order-field-store.ts';

export interface TestCallDeps extends CampaignAgentDeps {
  readonly db: CampaignStartDeps['db'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly audit: AuditLog;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed'>;
  readonly ingest: CallIngest;
  readonly storage: DiskSpaceState;
}

type Order = z.output<typeof campaignsEndpoints.placeTestCall.body>;

/**
 * Places a test call. Throws errors of the request and of the provider. If it throws `provider_unavailable`, the phone
 * may ring nevertheless.
 */
export async function placeTestCall(
  deps: TestCallDeps,
  author: CampaignChangeAuthor,
  order: Order,
): Promise<z.input<typeof campaignsEndpoints.placeTestCall.response>> {
  const { workspaceId, userId } = author;
  const deadline = { since: readMonotonicAndWallClocks(deps.clock), withinMs: callOrderSendLimitMs };
  const isStale = () => isPastCallOrderDeadline(deps.clock, deadline);
  if (deps.storage.isFull()) throw new AppError('unavailable');
  const caller = await resolveCampaignAgent(deps, workspaceId, { ...order, phoneNumbers: [order.phoneNumber] });
  await assertNotListed(deps, workspaceId, order.toNumber);
  // Read the names of the fields that the provider refused before the API key. If the key is replaced in between,
  // fields found with the new key are thus not combined with the old key.
  const fields = await findCallRequestFieldSupport(deps.db, workspaceId);
  const provider = await deps.directory.providerOf(workspaceId);
  const reserved = { workspaceId, userId, id: randomUUID() };
  await reserve(deps, author, reserved, { ...order, agentId: caller.agentId });
  const callOrder = toCallOrder(reserved.id, order, caller, fields.refused);
  const { outcome, areHonoured } =
    fields.keys === 'untried'
      ? await placeCallToTestIdempotencyKeys(provider, callOrder, isStale, deps.clock)
      : { outcome: await provider.placeCall(callOrder, isStale), areHonoured: null };
  if (areHonoured !== null) await storeIdempotencyKeySupport(deps.db, workspaceId, fields, areHonoured);
  if (outcome.kind === 'refused' && outcome.unknownField !== undefined) {
    // If the provider's record of the contact can't be read, assume that the contact is marked do-not-call. The mark
    // may be the reason of the refusal, so the field is not stored as refused.
    const contact = await provider.findContact(order.toNumber).catch(() => ({ isMarkedDoNotCall: true }));
    if (contact?.isMarkedDoNotCall !== true)
      await storeRefusedCallOrderField(deps.db, workspaceId, outcome.unknownField);
  }
  await noteOutcome(deps, reserved);
  deps.log.info({ workspaceId, userId, attemptId: reserved.id, outcome: outcome.kind }, 'test call ordered');
  if (outcome.kind !== 'accepted') throw failureOf(outcome);
  await record(deps, workspaceId, outcome.call);
  return { callId: outcome.call.call_id, toNumberShown: formatPhoneNumber(order.toNumber) };
}

async function assertNotListed({ db, doNotCall }: TestCallDeps, workspaceId: string, toNumber: string): Promise<void> {
  const listed = await doNotCall.findListed(db, workspaceId, [toNumber]);
  if (!listed.has(toNumber)) return;
  const message = `El número ${formatPhoneNumber(toNumber)} está en la lista No Llamar. Quítalo de la lista o prueba con otro.`;
  throw new AppError('invalid_input', { message, details: [{ path: 'toNumber', message }] });
}

/**
 * Records a test call before the phone rings: in the audit log, and among the calls that the limit of test calls
 * counts.
 */
async function reserve(
  { db, audit }: TestCallDeps,
  author: CampaignChangeAuthor,
  reserved: TestCallRef,
  order: Order,
): Promise<void> {
  const { workspaceId, userId, username, address } = author;
  const reservation = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const made = await reserveTestCall(tx, reserved);
      if (made.kind !== 'reserved') return made;
      const details = { origin: order.phoneNumber, agent: order.agentId ?? null };
      await audit.record(
        { workspaceId, userId, username, address, action: 'campaign.test_call', target: order.toNumber, details },
        tx,
      );
      return made;
    });
  if (reservation.kind === 'busy')
    throw new AppError('too_many_requests', {
      message: 'Ya se está haciendo tu llamada de prueba. Espera a que suene.',
      retryAfterSeconds: 10,
    });
  if (reservation.kind === 'limited') {
    const { calls, minutes } = testCallRateLimit;
    throw new AppError('too_many_requests', {
      message: `Puedes hacer ${calls} llamadas de prueba cada ${formatDurationInWords(60 * minutes)}. Espera ${formatDurationInWords(60 * reservation.inMinutes)}.`,
      retryAfterSeconds: reservation.inMinutes * 60,
    });
  }
}

function toCallOrder(
  attemptId: string,
  order: Order,
  caller: CampaignAgent,
  withoutFields: OutboundCallOrder['withoutFields'],
): OutboundCallOrder {
  const successDefinition = toStorableText(order.successDefinition);
  const [recipient] = parseRecipientRows([{ ...order.variables, phone_number: order.toNumber }]).recipients;
  const variables = recipient?.variables ?? {};
  const isDefined = successDefinition !== '';
  return {
    attemptId,
    campaignId: null,
    fromNumber: order.phoneNumber,
    toNumber: order.toNumber,
    agentId: caller.isNumbersAgent ? null : caller.agentId,
    agentVersion: caller.agentVersion,
    dynamicVariables: isDefined ? { ...variables, success_definition: successDefinition } : variables,
    analysisItems: isDefined
      ? buildCallOrderAnalysisItems({ agentAnalysis: caller.agentAnalysis, successDefinition })
      : null,
    withoutFields,
  };
}

function failureOf(outcome: Exclude<PlaceCallOutcome, { kind: 'accepted' }>): AppError {
  if (outcome.kind === 'unknown') {
    return new AppError('provider_unavailable', {
      message:
        'Retell no confirmó la llamada de prueba. Puede que tu teléfono suene igual. No se repitió: espera un momento antes de probar otra vez.',
    });
  }
  if (outcome.status === null) {
    return new AppError('provider_unavailable', {
      message: 'No se pudo conectar con Retell y la llamada de prueba no se hizo. Prueba otra vez.',
    });
  }
  const code =
    outcome.retry === 'later' ? 'too_many_requests' : outcome.retry === 'account' ? 'key_rejected' : 'invalid_input';
  return new AppError(code, { message: `Retell rechazó la llamada de prueba: «${outcome.message}»` });
}

/**
 * Stores that the provider answered the request for a test call. Errors are only logged, because a test call without a
 * stored answer expires.
 */
async function noteOutcome({ db, log }: TestCallDeps, reserved: TestCallRef): Promise<void> {
  try {
    await storeTestCallResponseReceived(db, reserved);
  } catch (error) {
    log.warn({ err: error, ...reserved }, 'the end of a test call’s order could not be stored');
  }
}

/**
 * Stores the test call, so that the history shows it immediately. If that fails, the provider's webhook adds it later.
 */
async function record(
  { ingest, log }: TestCallDeps,
  workspaceId: string,
  call: Parameters<CallIngest['record']>[1]['call'],
): Promise<void> {
  try {
    await ingest.record(workspaceId, { event: 'call_snapshot', call, source: 'dispatch' });
  } catch (error) {
    log.warn({ err: error, workspaceId, callId: call.call_id }, 'a test call could not be stored yet');
  }
}
