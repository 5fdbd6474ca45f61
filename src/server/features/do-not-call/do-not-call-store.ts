/** Rows of `do_not_call` and `do_not_call_lists`. A number has one entry for each source and each uploaded file. */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { DoNotCallEntry, UploadedDoNotCallList, DoNotCallSource } from '../../../contract/do-not-call.ts';
import { numberKeyOf, buildPhoneNumberFromKey } from '../../../phone/number-key.ts';
import { pickNumberOrSuggestion, parseWrittenPhoneNumber } from '../../../phone/read-number.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { formatPhoneNumber } from '../../platform/shown-number.ts';
import type { Tx } from '../calls/index.ts';

type Db = Kysely<DatabaseSchema>;

export interface NewDoNotCallEntry {
  readonly numberKey: string;
  readonly phoneNumber: string;
}

/** Keys among these that any entry lists. */
export async function findDoNotCallNumberKeys(
  db: Db,
  workspaceId: string,
  numberKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('do_not_call')
    .select('number_key')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('number_key', '=', sql<string>`any(${numberKeys}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.number_key));
}

/**
 * Adds numbers to the do-not-call list, because people asked for it in calls or the provider marks their contacts as
 * do-not-call.
 * @returns the keys of the numbers added.
 */
export async function insertRequestedDoNotCallEntries(
  tx: Tx,
  workspaceId: string,
  source: 'analysis' | 'provider',
  entries: readonly NewDoNotCallEntry[],
): Promise<string[]> {
  // Sort the entries, so that concurrent inserts lock rows in the same order and can't deadlock.
  const sorted = [...new Map(entries.map((entry) => [entry.numberKey, entry])).values()].toSorted((a, b) =>
    a.numberKey < b.numberKey ? -1 : 1,
  );
  const { rows } = await sql<{ number_key: string }>`
    insert into do_not_call (workspace_id, number_key, source, phone_number, added_at)
    select ${workspaceId}, given.number_key, ${source}, given.phone_number, now() from ${given(sorted)}
    on conflict do nothing
    returning number_key`.execute(tx);
  return rows.map((row) => row.number_key);
}

/** Creates a temporary table for the entries of an uploaded file. It is dropped at the transaction's end. */
export async function createDoNotCallUploadTable(tx: Tx): Promise<void> {
  await sql`create temporary table do_not_call_stage (number_key text not null, phone_number text not null) on commit drop`.execute(
    tx,
  );
}

/** Copies numbers of a do-not-call file to the temporary table. Each line of `batch`: number key, tab, number. */
export async function copyDoNotCallBatchToUploadTable(tx: Tx, batch: string): Promise<void> {
  await sql`insert into do_not_call_stage
    select split_part(line, chr(9), 1), split_part(line, chr(9), 2)
    from unnest(string_to_array(${batch}, chr(10))) as line`.execute(tx);
}

/** Copies the temporary table's entries into the do-not-call list, each number once. @returns their number. */
export async function insertUploadedDoNotCallEntries(
  tx: Tx,
  workspaceId: string,
  list: { readonly id: string; readonly kind: UploadedDoNotCallList['kind']; readonly addedBy: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into do_not_call (workspace_id, number_key, source, phone_number, list_id, added_by, added_at)
    select distinct on (number_key) ${workspaceId}::uuid, number_key, ${list.kind}, phone_number, ${list.id}::uuid, ${list.addedBy}, now()
    from do_not_call_stage order by number_key`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

function given(entries: readonly NewDoNotCallEntry[]) {
  return sql`unnest(
    ${entries.map(({ numberKey }) => numberKey)}::text[],
    ${entries.map(({ phoneNumber }) => phoneNumber)}::text[]
  ) as given (number_key, phone_number)`;
}

/**
 * Adds a number to the do-not-call list by hand. If the list already contains a manual entry of the number, only a new
 * note is stored.
 */
export async function insertManualDoNotCallEntry(
  tx: Tx,
  workspaceId: string,
  entry: NewDoNotCallEntry & { readonly note: string | null; readonly addedBy: string },
): Promise<DoNotCallEntry> {
  const row = await tx
    .insertInto('do_not_call')
    .values({
      workspace_id: workspaceId,
      number_key: entry.numberKey,
      source: 'manual',
      phone_number: entry.phoneNumber,
      note: entry.note,
      added_by: entry.addedBy,
      added_at: sql<Date>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'number_key', 'source', 'list_id'])
        .doUpdateSet({ note: sql`coalesce(excluded.note, do_not_call.note)` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toEntry(row);
}

/** Deletes do-not-call entries, except those of the national registry. @returns how many were deleted. */
export async function deleteDoNotCallEntries(
  tx: Tx,
  workspaceId: string,
  numberKeys: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from do_not_call
      where workspace_id = ${workspaceId} and number_key = any(${numberKeys}::text[]) and source <> 'registry'
      returning list_id
    ), counted as (
      update do_not_call_lists set entries = entries - gone.n
      from (select list_id, count(*)::int as n from gone group by list_id) gone
      where do_not_call_lists.workspace_id = ${workspaceId} and do_not_call_lists.id = gone.list_id
    )
    select count(*) as n from gone`.execute(tx);
  return rows[0]?.n ?? 0;
}

/**
 * Replaces the do-not-call entries of an erased number by a digest of the number, and updates the entry counts of
 * uploaded lists.
 */
export async function replaceDoNotCallNumberByDigest(
  tx: Tx,
  workspaceId: string,
  numberKey: string,
  digest: string,
): Promise<void> {
  await sql`
    with gone as (
      delete from do_not_call where workspace_id = ${workspaceId} and number_key = ${numberKey}
      returning list_id
    ), counted as (
      update do_not_call_lists set entries = entries - gone.n
      from (select list_id, count(*)::int as n from gone group by list_id) gone
      where do_not_call_lists.workspace_id = ${workspaceId} and do_not_call_lists.id = gone.list_id
    )
    insert into do_not_call (workspace_id, number_key, source, added_at)
    values (${workspaceId}, ${digest}, 'forgotten', now())
    on conflict do nothing`.execute(tx);
}

export interface DoNotCallEntryFilter {
  readonly q?: string | undefined;
  readonly numberKey: string | null;
  readonly source?: DoNotCallSource | undefined;
}

/** Lists do-not-call entries, newest first. A number in several uploaded files is listed once, with its newest entry. */
export async function listDoNotCallEntries(
  db: Db,
  workspaceId: string,
  filter: DoNotCallEntryFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly entries: DoNotCallEntry[]; readonly total: number }> {
  const matching = selectEntries(db, workspaceId, filter);
  // Count phone numbers by the primary key's columns alone, which is faster than reading whole do-not-call entries.
  const { total } = await db
    .selectFrom(matching.select(['entry.number_key', 'entry.source']).distinct().as('numbers'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .where(
      sql<boolean>`(entry.source <> 'upload' or not exists (
        select from do_not_call newer
        where newer.workspace_id = entry.workspace_id and newer.number_key = entry.number_key and newer.source = entry.source
          and (newer.added_at, newer.list_id) > (entry.added_at, entry.list_id)))`,
    )
    .selectAll('entry')
    .orderBy('entry.added_at', 'desc')
    .orderBy('entry.number_key')
    .orderBy('entry.source')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return { entries: rows.map(toEntry), total };
}

function selectEntries(db: Db, workspaceId: string, { q, numberKey, source }: DoNotCallEntryFilter) {
  const listed = db
    .selectFrom('do_not_call as entry')
    .where('entry.workspace_id', '=', workspaceId)
    .$if(source !== undefined, (query) => query.where('entry.source', '=', source as DoNotCallSource));
  if (!q) return listed;
  const digits = q.replace(/\D/g, '');
  return listed.where((eb) =>
    eb.or([
      eb('entry.phone_number', 'like', `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`),
      // A digest's digits are no number.
      ...(digits === ''
        ? []
        : [eb.and([eb('entry.number_key', 'like', `%${digits}%`), eb('entry.source', '<>', 'forgotten')])]),
      ...(numberKey === null ? [] : [eb('entry.number_key', '=', numberKey)]),
    ]),
  );
}

/**
 * Lets only one upload of a do-not-call file run at a time in a workspace. The lock lasts until the transaction ends.
 */
export async function lockDoNotCallUploads(tx: Tx, workspaceId: string): Promise<void> {
  await sql`set local statement_timeout = '10min'`.execute(tx);
  await sql`select pg_advisory_xact_lock(${uploadLockClass}, hashtext(${workspaceId}))`.execute(tx);
}

export interface NewDoNotCallList {
  readonly kind: UploadedDoNotCallList['kind'];
  readonly name: string;
  readonly fileDate: string | null;
  readonly uploadedBy: string;
}

/** Inserts the row of an uploaded do-not-call list, without its entries. @returns its id. */
export async function insertDoNotCallList(tx: Tx, workspaceId: string, list: NewDoNotCallList): Promise<string> {
  const { id } = await tx
    .insertInto('do_not_call_lists')
    .values({
      workspace_id: workspaceId,
      kind: list.kind,
      name: list.name,
      file_date: list.fileDate,
      uploaded_by: list.uploadedBy,
      uploaded_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setDoNotCallListSize(
  tx: Tx,
  workspaceId: string,
  listId: string,
  entries: number,
): Promise<UploadedDoNotCallList> {
  const row = await tx
    .updateTable('do_not_call_lists')
    .set({ entries })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', listId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toList(row);
}

/** Uploaded lists of numbers, newest first. */
export async function listUploadedDoNotCallLists(db: Db, workspaceId: string): Promise<UploadedDoNotCallList[]> {
  const rows = await db
    .selectFrom('do_not_call_lists')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toList);
}

export async function listDoNotCallRegistries(tx: Tx, workspaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('do_not_call_lists')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'registry')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes a do-not-call list after deleting its entries. Other deletions lock the rows in the same order, so that no
 * two can deadlock.
 */
export async function deleteDoNotCallList(
  tx: Tx,
  workspaceId: string,
  listId: string,
): Promise<UploadedDoNotCallList | null> {
  await tx
    .deleteFrom('do_not_call')
    .where('workspace_id', '=', workspaceId)
    .where('list_id', '=', listId)
    .where('list_id', '<>', noList)
    .execute();
  const row = await tx
    .deleteFrom('do_not_call_lists')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', listId)
    .returningAll()
    .executeTakeFirst();
  return row ? toList(row) : null;
}

const noList = '00000000-0000-0000-0000-000000000000';
/** 'VDNC', the class of these advisory locks. */
const uploadLockClass = 0x56444e43;

function toEntry(row: Selectable<DatabaseSchema['do_not_call']>): DoNotCallEntry {
  return {
    numberKey: row.number_key,
    source: row.source,
    phoneNumber: row.phone_number,
    phoneNumberShown: showEntry(row.phone_number, row.number_key),
    note: row.note,
    addedBy: row.added_by,
    addedAt: row.added_at.toISOString(),
  };
}

/**
 * Formats a do-not-call entry's number. The number as entered is used if it leads to the same `key`, because only its
 * prefixes show that an Argentine number is a mobile. Otherwise the normalised number `key` is used.
 */
function showEntry(given: string | null, key: string): string | null {
  if (given === null) return null;
  const number = pickNumberOrSuggestion(parseWrittenPhoneNumber(given, { country: 'AR' }));
  return formatPhoneNumber(number !== null && numberKeyOf(number) === key ? number : buildPhoneNumberFromKey(key));
}

function toList(row: Selectable<DatabaseSchema['do_not_call_lists']>): UploadedDoNotCallList {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    fileDate: row.file_date,
    entries: row.entries,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.toISOString(),
  };
}
