/**
 * Erases recipients. Number, name and variables are deleted, and the results stay. A recipient with an empty number
 * counts as erased. Rows are locked in the usual order: campaigns, attempts by id, recipients by id, campaign log,
 * counts.
 */
import { sql, type Kysely } from 'kysely';
import type { RejectedRecipientRow } from '../../../../contract/campaigns.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import type { JsonObject, DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tx } from '../../calls/index.ts';
import type { DoNotCallFeature } from '../../do-not-call/index.ts';
import { incrementCampaignCounts } from './count-store.ts';
import { skipDoNotCallRecipients } from './queue-store.ts';
import { createZeroCampaignCounts, type CampaignRecipientCounts } from '../rules/recipient-state.ts';

/** Finds and erases a number within texts. */
export interface PhoneNumberTextEraser {
  readonly key: string;
  /** PostgreSQL regular expression that matches every text with the phone number. */
  readonly pattern: string;
  isIn(text: string): boolean;
  erase<T>(value: T): T;
}

interface FoundRecipient {
  readonly id: string;
  readonly campaignId: string;
}

/**
 * Finds the recipients with a phone number. An index finds numbers with the same last six digits. Then number keys are
 * compared, because all spellings of one phone number have the same number key.
 */
async function findRecipients(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  numberKey: string,
): Promise<FoundRecipient[]> {
  const rows = await db
    .selectFrom('recipients')
    .select(['id', 'campaign_id as campaignId', 'phone_number'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`right(phone_number, 6) = right(${numberKey}::text, 6)`)
    // Repeats the condition of the partial index.
    .where(sql<boolean>`phone_number <> ''`)
    .execute();
  return rows.filter((row) => numberKeyOf(row.phone_number) === numberKey);
}

/** Counts the recipients with a given phone number in all campaigns, including recipients not dialled yet. */
export async function countRecipientsOfNumber(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  numberKey: string,
): Promise<number> {
  return (await findRecipients(db, workspaceId, numberKey)).length;
}

/**
 * Erases the recipients of attempts whose calls are being erased. A recipient still to be dialled, or being dialled, is
 * erased later by `eraseRecipientsWithDeferredErasure`. Recent attempts keep a digest of the number until `eraseOldNumberDigests`,
 * so that they count for the daily limit of attempts. @returns the campaigns that changed.
 */
export async function eraseRecipientsOfAttempts(
  tx: Tx,
  { digestOf }: Pick<DoNotCallFeature, 'digestOf'>,
  workspaceId: string,
  attemptIds: readonly string[],
): Promise<string[]> {
  if (attemptIds.length === 0) return [];
  const named = await tx
    .selectFrom('attempts')
    .select(['campaign_id as campaignId', 'recipient_id as id'])
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...attemptIds]}::uuid[])`)
    .execute();
  const locked = await lockWithAttempts(tx, workspaceId, named);
  const waiting = locked.filter((each) => !isDone(each));
  await sql`insert into recipients_to_erase select ${workspaceId}::uuid, * from ${listOf(waiting)} on conflict do nothing`.execute(
    tx,
  );
  return eraseDone(tx, { digestOf }, workspaceId, locked.filter(isDone));
}

const isDone = ({ state, isLive }: LockedRecipient): boolean => state !== 'pending' && state !== 'dialing' && !isLive;

const listOf = (recipients: readonly FoundRecipient[]) => sql`
  unnest(${recipients.map(({ campaignId }) => campaignId)}::uuid[], ${recipients.map(({ id }) => id)}::uuid[])
    as given (campaign_id, recipient_id)`;

async function eraseDone(
  tx: Tx,
  { digestOf }: Pick<DoNotCallFeature, 'digestOf'>,
  workspaceId: string,
  done: readonly FoundRecipient[],
): Promise<string[]> {
  const counting = await findCountingKeys(tx, workspaceId, done);
  await anonymise(tx, workspaceId, done, new Map(counting.map((key) => [key, digestOf(workspaceId, key)])));
  return [...new Set(done.map(({ campaignId }) => campaignId))];
}

/** Ids of the workspaces with recipients who are to be erased as soon as they are not dialled any more. */
export async function listWorkspaceIdsWithDeferredErasures(db: Kysely<DatabaseSchema>): Promise<string[]> {
  const rows = await db.selectFrom('recipients_to_erase').select('workspace_id as id').distinct().execute();
  return rows.map(({ id }) => id);
}

export interface RecipientErasureBatchResult {
  /** Ids of the campaigns that changed. */
  readonly campaignIds: readonly string[];
  /** Ids of the erased recipients' calls. */
  readonly callIds: readonly string[];
  /**
   * Last recipient that this erasure batch checked; the next batch continues from there. Null if this was the last
   * batch.
   */
  readonly last: FoundRecipient | null;
}

/**
 * Erases recipients who could not be erased with their call, because they were pending or being dialled then. Checks
 * the next `limit` recipients after recipient `after`. A recipient who was called again meanwhile is erased with the
 * new call.
 */
export async function eraseRecipientsWithDeferredErasure(
  tx: Tx,
  doNotCall: Pick<DoNotCallFeature, 'digestOf'>,
  workspaceId: string,
  { after, limit }: { readonly after: FoundRecipient | null; readonly limit: number },
): Promise<RecipientErasureBatchResult> {
  const found = await tx
    .selectFrom('recipients_to_erase')
    .select(['campaign_id as campaignId', 'recipient_id as id'])
    .where('workspace_id', '=', workspaceId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(campaign_id, recipient_id) > (${after?.campaignId}::uuid, ${after?.id}::uuid)`),
    )
    .orderBy('campaign_id')
    .orderBy('recipient_id')
    .limit(limit)
    .execute();
  const done = (await lockWithAttempts(tx, workspaceId, found)).filter(isDone);
  const { rows: calls } = await sql<{ id: string; recipientId: string; isErased: boolean }>`
    select c.id, a.recipient_id as "recipientId", c.erased_at is not null as "isErased" from ${listOf(done)}
      join attempts a on a.workspace_id = ${workspaceId} and a.campaign_id = given.campaign_id and a.recipient_id = given.recipient_id
      join calls c on c.workspace_id = a.workspace_id and c.id = a.call_id`.execute(tx);
  const calledAgain = new Set(calls.flatMap(({ recipientId, isErased }) => (isErased ? [] : [recipientId])));
  const campaignIds = await eraseDone(
    tx,
    doNotCall,
    workspaceId,
    done.filter(({ id }) => !calledAgain.has(id)),
  );
  await sql`delete from recipients_to_erase using ${listOf(done)}
    where workspace_id = ${workspaceId} and recipients_to_erase.campaign_id = given.campaign_id
      and recipients_to_erase.recipient_id = given.recipient_id`.execute(tx);
  const callIds = calls.flatMap(({ id, recipientId }) => (calledAgain.has(recipientId) ? [] : [id]));
  return { campaignIds, callIds, last: found.length < limit ? null : (found.at(-1) ?? null) };
}

export interface RecipientErasureResult {
  readonly recipients: number;
  /** Ids of the campaigns that changed. */
  readonly campaignIds: readonly string[];
}

/**
 * Erases a phone number from all campaigns: recipients, rejected rows of files, and log texts. Pending recipients get
 * the state 'skipped', so that they are not called. Throws `call_open` while a recipient is being dialled or spoken
 * with.
 */
export async function eraseNumberFromCampaigns(
  tx: Tx,
  workspaceId: string,
  eraser: PhoneNumberTextEraser,
  writerSlot: number,
): Promise<RecipientErasureResult> {
  const rejected = await lockRejectedRows(tx, workspaceId, eraser);
  const locked = await lockWithAttempts(tx, workspaceId, await findRecipients(tx, workspaceId, eraser.key));
  if (locked.some(({ state, isLive }) => state === 'dialing' || isLive)) throw new AppError('call_open');
  const counts = new Map<string, CampaignRecipientCounts>();
  for (const [campaignId, pending] of Map.groupBy(
    locked.filter(({ state }) => state === 'pending'),
    (each) => each.campaignId,
  )) {
    await skipDoNotCallRecipients(
      tx,
      workspaceId,
      campaignId,
      pending.map(({ id }) => id),
    );
    const sent = pending.filter(({ wasSent }) => wasSent).length;
    counts.set(campaignId, {
      ...createZeroCampaignCounts(),
      pending: -pending.length,
      sent,
      retrying: -sent,
      skipped: pending.length - sent,
    });
  }
  await anonymise(tx, workspaceId, locked);
  await eraseRejectedRows(tx, workspaceId, rejected, eraser);
  const told = await eraseLogTexts(tx, workspaceId, eraser);
  await incrementCampaignCounts(tx, workspaceId, writerSlot, counts);
  const campaignIds = [
    ...new Set([...locked.map(({ campaignId }) => campaignId), ...rejected.map(({ id }) => id), ...told]),
  ];
  return { recipients: locked.length, campaignIds };
}

interface LockedRecipient extends FoundRecipient {
  readonly state: DatabaseSchema['recipients']['state']['__select__'];
  readonly isLive: boolean;
  readonly wasSent: boolean;
}

/** Locks the recipients, after their attempts. */
async function lockWithAttempts(
  tx: Tx,
  workspaceId: string,
  found: readonly FoundRecipient[],
): Promise<LockedRecipient[]> {
  if (found.length === 0) return [];
  const campaignIds = [...new Set(found.map(({ campaignId }) => campaignId))];
  const ids = found.map(({ id }) => id);
  await sql`
    select id from attempts
    where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and recipient_id = any(${ids}::uuid[])
    order by id for update`.execute(tx);
  return tx
    .selectFrom('recipients')
    .select(['id', 'campaign_id as campaignId', 'state', 'is_live as isLive', 'was_sent as wasSent'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', sql<string>`any(${campaignIds}::uuid[])`)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * SQL that replaces an error text by null if it contains six digits in a row, not counting spaces and punctuation. The
 * provider's message about a refused call may quote the phone number.
 */
const withoutDigits = (column: string) =>
  sql`case when regexp_replace(${sql.ref(column)}, '[^0-9A-Za-z]', '', 'g') ~ '[0-9]{6}' then null else ${sql.ref(column)} end`;

/**
 * SQL for the earliest time at which an attempt of the current local day may have been created. It is 26 hours ago,
 * because a day has up to 25 hours, and one hour is added as a margin.
 */
const startOfLongestDay = sql<Date>`clock_timestamp() - interval '26 hours'`;

const ofCampaigns = (workspaceId: string, recipients: readonly FoundRecipient[]) =>
  sql`workspace_id = ${workspaceId} and campaign_id = any(${[...new Set(recipients.map(({ campaignId }) => campaignId))]}::uuid[])`;

/** Returns the normalized numbers (or their digests) of erased recipients who may have been called today. */
async function findCountingKeys(tx: Tx, workspaceId: string, recipients: readonly FoundRecipient[]): Promise<string[]> {
  if (recipients.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select distinct number_key as key from attempts
    where ${ofCampaigns(workspaceId, recipients)} and recipient_id = any(${recipients.map(({ id }) => id)}::uuid[])
      and number_key is not null and created_at > ${startOfLongestDay}`.execute(tx);
  return rows.map(({ key }) => key);
}

/**
 * Deletes the digests of erased phone numbers from attempts older than 26 hours, in all workspaces. Such attempts no
 * longer count for the daily limit.
 */
export async function eraseOldNumberDigests(db: Kysely<DatabaseSchema>): Promise<void> {
  // Repeats the condition of the partial index.
  await sql`update attempts set number_key = null where number_key like 'hmac:%' and created_at <= ${startOfLongestDay}`.execute(
    db,
  );
}

/**
 * Erases recipients. In attempts of the last 26 hours, `digests` replace the phone number. In older attempts it is
 * deleted.
 */
async function anonymise(
  tx: Tx,
  workspaceId: string,
  recipients: readonly FoundRecipient[],
  digests: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (recipients.length === 0) return;
  const ofRecipients = ofCampaigns(workspaceId, recipients);
  const ids = recipients.map(({ id }) => id);
  const digest = sql`select given.digest from unnest(${[...digests.keys()]}::text[], ${[...digests.values()]}::text[]) as given (key, digest)`;
  await sql`
    update attempts set error = ${withoutDigits('error')},
      number_key = case when created_at > ${startOfLongestDay} then (${digest} where given.key = number_key) end
    where ${ofRecipients} and recipient_id = any(${ids}::uuid[])`.execute(tx);
  await sql`
    update recipients set phone_number = '', area = '', customer_name = '', variables = '{}', last_reason = ${withoutDigits('last_reason')},
      updated_at = clock_timestamp()
    where ${ofRecipients} and id = any(${ids}::uuid[])`.execute(tx);
}

interface CampaignRows {
  readonly id: string;
  readonly rows: readonly RejectedRecipientRow[];
}

async function lockRejectedRows(tx: Tx, workspaceId: string, eraser: PhoneNumberTextEraser): Promise<CampaignRows[]> {
  const found = await tx
    .selectFrom('campaigns')
    .select(['id', 'rejected_rows'])
    .where('workspace_id', '=', workspaceId)
    .where('rejected_count', '>', 0)
    .where(sql<boolean>`rejected_rows::text ~ ${eraser.pattern}`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return found
    .map((row) => ({ id: row.id, rows: row.rejected_rows as RejectedRecipientRow[] }))
    .filter(({ rows }) => rows.some((row) => isOfNumber(row, eraser)));
}

const isOfNumber = (row: RejectedRecipientRow, eraser: PhoneNumberTextEraser): boolean =>
  eraser.isIn(JSON.stringify(row));

/** Deletes a person's data from rows rejected in recipient files. The row's line number and rejection reason remain. */
async function eraseRejectedRows(
  tx: Tx,
  workspaceId: string,
  campaigns: readonly CampaignRows[],
  eraser: PhoneNumberTextEraser,
): Promise<void> {
  for (const { id, rows } of campaigns) {
    const left = rows.map((row) =>
      isOfNumber(row, eraser) ? { ...row, reason: eraser.erase(row.reason), values: {} } : row,
    );
    await tx
      .updateTable('campaigns')
      .set({ rejected_rows: JSON.stringify(left) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
  }
}

/** Erases a phone number from campaign logs. @returns the campaigns whose log was changed. */
async function eraseLogTexts(tx: Tx, workspaceId: string, eraser: PhoneNumberTextEraser): Promise<string[]> {
  const lines = await tx
    .selectFrom('campaign_log')
    .select(['campaign_id', 'id', 'details'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`details::text ~ ${eraser.pattern}`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const told = lines.filter(({ details }) => eraser.isIn(JSON.stringify(details)));
  for (const { campaign_id: campaignId, id, details } of told) {
    await tx
      .updateTable('campaign_log')
      .set({ details: JSON.stringify(eraser.erase<JsonObject>(details)) })
      .where('workspace_id', '=', workspaceId)
      .where('campaign_id', '=', campaignId)
      .where('id', '=', id)
      .execute();
  }
  return told.map((line) => line.campaign_id);
}
