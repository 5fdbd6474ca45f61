/**
 * Migration: recomputes the stored number keys (normalised phone numbers) by the rules of `src/phone`, so that each
 * person has one key. If a campaign has several rows for one person, only one of these rows stays in use. Digests of
 * keys can't be recomputed, so a search for a number also tries its former keys.
 *
 * The migration calls the current code and not a frozen copy, because servers look up keys that the current code
 * computes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { contactKeyOf, numberKeyOf, readNumberKey } from '../../../../phone/number-key.ts';

type Db = Kysely<unknown>;

export async function up(db: Db): Promise<void> {
  // A million keys are compared in memory.
  await sql`set local work_mem = '64MB'`.execute(db);
  await sql`create temporary table moved_keys (former text, written text, key text not null, primary key (former, written))
    on commit drop`.execute(db);
  await moveCalls(db);
  await moveAttempts(db);
  await moveEntries(db);
  await keepOneRowAPerson(db);
}

const numbersAtOnce = 1_000;

/**
 * Fills the temporary table `moved_keys` with the number keys (normalised phone numbers) that change. `pairs`: SQL that
 * selects each stored key and the text from which the new key is computed. Keys without '+' are skipped, because the
 * new rules do not change them.
 */
async function findMoved(
  db: Db,
  pairs: RawBuilder<unknown>,
  keyOf: (written: string, former: string) => string,
): Promise<void> {
  await sql`truncate moved_keys`.execute(db);
  await sql`create temporary table former_keys on commit drop as
    select row_number() over () as id, * from (select distinct former, written from (${pairs}) as pairs where former like '+%') as found`.execute(
    db,
  );
  await sql`alter table former_keys add primary key (id)`.execute(db);
  for (let after = 0; ; after += numbersAtOnce) {
    const { rows } = await sql<{ former: string; written: string }>`
      select former, written from former_keys where id > ${after} and id <= ${after + numbersAtOnce}`.execute(db);
    if (rows.length === 0) break;
    const moved = rows.map((row) => ({ ...row, key: keyOf(row.written, row.former) })).filter(isMoved);
    await sql`insert into moved_keys select * from json_populate_recordset(null::moved_keys, ${JSON.stringify(moved)}::json)`.execute(
      db,
    );
  }
  await sql`drop table former_keys`.execute(db);
  await sql`analyze moved_keys`.execute(db);
}

const isMoved = ({ former, key }: { readonly former: string; readonly key: string }): boolean => key !== former;

const contact = sql`case direction when 'inbound' then from_number else to_number end`;
/**
 * Key under which calls with a withheld number were stored before migration 0044. The job that marks follow-up calls
 * removes this key from the calls.
 */
const nobody = '+';

async function moveCalls(db: Db): Promise<void> {
  await findMoved(
    db,
    sql`select contact_key as former, ${contact} as written from calls where ${contact} is not null`,
    (written) => contactKeyOf(written) ?? nobody,
  );
  await sql`create temporary table moved_calls (workspace_id uuid, former text, key text, occurred_at timestamptz) on commit drop`.execute(
    db,
  );
  await sql`
    with moved as (
      update calls set contact_key = m.key from moved_keys m
      where calls.contact_key = m.former and m.written = ${contact}
      returning calls.workspace_id, m.former, m.key, calls.occurred_at
    )
    insert into moved_calls select distinct * from moved`.execute(db);
  // Queue contact keys (normalised numbers), so that a job computes again which of their calls were followed up. They
  // are the new keys of calls whose key changed, and the former keys that other calls still have.
  await sql`insert into contact_queue (workspace_id, contact_key, occurred_at)
    select workspace_id, key, occurred_at from moved_calls
    union
    select workspace_id, former, occurred_at from moved_calls m
    where exists (select from calls c where c.workspace_id = m.workspace_id and c.contact_key = m.former)`.execute(db);
  // Rebuild the search documents of calls whose phone number does not end in the digits of the contact key (normalised
  // number). Other documents already contain the digits of the key.
  await sql`insert into call_search_queue (workspace_id, call_id)
    select workspace_id, id from calls
      where erased_at is null and contact_key is not null
        and right(regexp_replace(${contact}, '[^0-9]', '', 'g'), length(ltrim(contact_key, '+'))) <> ltrim(contact_key, '+')
    except all select workspace_id, call_id from call_search_queue`.execute(db);
}

async function moveAttempts(db: Db): Promise<void> {
  await findMoved(db, sql`select number_key as former, number_key as written from attempts`, numberKeyOf);
  await sql`update attempts set number_key = m.key from moved_keys m where number_key = m.former`.execute(db);
}

const entryText = sql`coalesce(e.phone_number, e.number_key)`;

/**
 * Recomputes the number keys (normalised numbers) of do-not-call entries. Entries that then have the same key, source
 * and list are merged: the oldest date and the newest note stay. Rows are updated, because the trigger on inserts would
 * send events.
 */
async function moveEntries(db: Db): Promise<void> {
  await findMoved(
    db,
    sql`select number_key as former, ${entryText} as written from do_not_call e`,
    (written, former) => readNumberKey(written, { country: 'AR' }) ?? numberKeyOf(former),
  );
  await sql`create temporary table moved_entries on commit drop as
    select e.workspace_id, e.number_key, e.source, e.list_id, coalesce(m.key, e.number_key) as key,
      row_number() over (same order by e.added_at, e.number_key) as place,
      first_value(e.note) over (same order by e.note is null, e.added_at desc, e.number_key) as note
    from do_not_call e left join moved_keys m on m.former = e.number_key and m.written = ${entryText}
    where m.key is not null or e.number_key in (select key from moved_keys)
    window same as (partition by e.workspace_id, coalesce(m.key, e.number_key), e.source, e.list_id)`.execute(db);
  await sql`analyze moved_entries`.execute(db);
  const isEntry = sql`d.workspace_id = m.workspace_id and d.number_key = m.number_key and d.source = m.source and d.list_id = m.list_id`;
  await sql`
    with gone as (
      delete from do_not_call d using moved_entries m where ${isEntry} and m.place > 1 returning d.workspace_id, d.list_id
    )
    update do_not_call_lists l set entries = entries - gone.n
    from (select workspace_id, list_id, count(*)::int as n from gone group by 1, 2) gone
    where l.workspace_id = gone.workspace_id and l.id = gone.list_id`.execute(db);
  await sql`
    update do_not_call d set number_key = m.key, note = m.note from moved_entries m where ${isEntry} and m.place = 1`.execute(
    db,
  );
}

interface CampaignId {
  readonly workspace_id: string;
  readonly id: string;
}

interface PersonsRow {
  readonly id: string;
  readonly position: number;
  readonly state: string;
  readonly wasSent: boolean;
  readonly isLive: boolean;
  readonly callbackAt: Date | null;
}

async function keepOneRowAPerson(db: Db): Promise<void> {
  const { rows: campaigns } = await sql<CampaignId>`
    select workspace_id, id from campaigns c
    where exists (select from recipients r where r.workspace_id = c.workspace_id and r.campaign_id = c.id and r.state = 'pending')
    order by workspace_id, id`.execute(db);
  for (const campaign of campaigns) {
    const decisions = (await findRepeated(db, campaign)).flatMap(decide).filter(({ left }) => left.length > 0);
    if (decisions.length > 0) await writeDecisions(db, campaign, decisions);
  }
}

/**
 * Returns the recipients of a campaign whose phone number occurs several times, grouped by number and ordered by
 * position.
 */
async function findRepeated(db: Db, { workspace_id, id }: CampaignId): Promise<PersonsRow[][]> {
  const byKey = new Map<string, string[]>();
  let after = -1;
  for (;;) {
    const { rows } = await sql<{ id: string; position: number; phoneNumber: string }>`
      select id, position, phone_number as "phoneNumber" from recipients
      where workspace_id = ${workspace_id} and campaign_id = ${id} and position > ${after} and phone_number <> ''
      order by position limit ${numbersAtOnce}`.execute(db);
    for (const row of rows) {
      const key = numberKeyOf(row.phoneNumber);
      byKey.set(key, [...(byKey.get(key) ?? []), row.id]);
    }
    after = rows.at(-1)?.position ?? after;
    if (rows.length < numbersAtOnce) break;
  }
  const repeated = [...byKey.values()].filter((ids) => ids.length > 1);
  if (repeated.length === 0) return [];
  const { rows } = await sql<PersonsRow>`
    select id, position, state, was_sent as "wasSent", is_live as "isLive",
      case when state = 'pending' then callback_at end as "callbackAt"
    from recipients where workspace_id = ${workspace_id} and campaign_id = ${id} and id = any(${repeated.flat()}::uuid[])
    order by position`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return repeated.map((ids) => ids.flatMap((each) => byId.get(each) ?? []));
}

interface Decision {
  readonly stays: PersonsRow;
  /** Pending rows that are called no more. */
  readonly left: readonly PersonsRow[];
  /**
   * Callback time of the row that stays in use: the earliest callback of this row and of the rows in `left`. Null if no
   * row in `left` has a callback.
   */
  readonly promised: Date | null;
}

/**
 * Decides which of a person's rows in a campaign stays in use. It is the first row that was called, otherwise the first
 * pending row. The other pending rows are given up. A row with a promised callback is given up only if the row in use
 * can take over the callback. For that, the row in use must have been called, and that call must have ended.
 */
function decide(rows: readonly PersonsRow[]): Decision[] {
  const pending = rows.filter(({ state }) => state === 'pending');
  const called = rows.find(({ state, wasSent }) => wasSent || state === 'dialing' || state === 'unconfirmed');
  const stays = called ?? pending[0];
  if (!stays) return [];
  const others = pending.filter((row) => row !== stays);
  const takesOver = stays.wasSent && !stays.isLive && ['sent', 'pending'].includes(stays.state);
  const left = takesOver ? others : others.filter(({ callbackAt }) => callbackAt === null);
  const moments = [...left, stays].flatMap(({ callbackAt }) => callbackAt?.getTime() ?? []);
  const isPromised = left.some(({ callbackAt }) => callbackAt !== null);
  return [{ stays, left, promised: isPromised ? new Date(Math.min(...moments)) : null }];
}

/**
 * SQL: the stored reason of a recipient. If it is the daily limit of attempts, it is replaced by the reason of the
 * recipient's last call.
 */
const reasonBefore = sql`case when last_reason is distinct from 'Máximo de intentos de hoy' then last_reason else (
  select reason from attempts a
  where a.workspace_id = r.workspace_id and a.campaign_id = r.campaign_id and a.recipient_id = r.id
    and a.call_id is not null and not a.is_surplus
  order by a.created_at desc limit 1) end`;

async function writeDecisions(db: Db, { workspace_id, id }: CampaignId, decisions: readonly Decision[]): Promise<void> {
  const left = decisions.flatMap(({ stays, left: rows }) => rows.map((row) => ({ ...row, as: stays.position })));
  await sql`
    update recipients r set state = case when was_sent then 'sent' else 'skipped' end, next_attempt_at = null, callback_at = null,
      last_reason = case when not was_sent then 'Es la misma persona que la fila ' || given.same_as
        else ${reasonBefore} end,
      updated_at = clock_timestamp()
    from unnest(${left.map((row) => row.id)}::uuid[], ${left.map((row) => row.as)}::int[]) as given (id, same_as)
    where r.workspace_id = ${workspace_id} and r.campaign_id = ${id} and r.id = given.id`.execute(db);
  const promised = decisions.filter((each) => each.promised !== null);
  await sql`
    update recipients r set state = 'pending', next_attempt_at = given.at, callback_at = given.at, last_reason = ${reasonBefore},
      retries_used = case when state = 'pending' then retries_used
        else retries_used || jsonb_build_object('callback', coalesce((retries_used ->> 'callback')::int, 0) + 1) end,
      updated_at = clock_timestamp()
    from unnest(${promised.map(({ stays }) => stays.id)}::uuid[], ${promised.map((each) => each.promised?.toISOString())}::timestamptz[]) as given (id, at)
    where r.workspace_id = ${workspace_id} and r.campaign_id = ${id} and r.id = given.id`.execute(db);
  const sent = left.filter(({ wasSent }) => wasSent).length;
  const called = promised.filter(({ stays }) => stays.state === 'sent').length;
  await sql`
    insert into campaign_counts as held (workspace_id, campaign_id, slot, pending, sent, skipped, retrying)
    values (${workspace_id}, ${id}, 0, ${called - left.length}, ${sent - called}, ${left.length - sent}, ${called - sent})
    on conflict (workspace_id, campaign_id, slot) do update set pending = held.pending + excluded.pending,
      sent = held.sent + excluded.sent, skipped = held.skipped + excluded.skipped, retrying = held.retrying + excluded.retrying`.execute(
    db,
  );
  await sql`insert into campaign_log (workspace_id, campaign_id, at, kind, details)
    values (${workspace_id}, ${id}, clock_timestamp(), 'same_person', jsonb_build_object('count', ${left.length}::int))`.execute(
    db,
  );
  // Clear the campaign's wait reason, because the recipient for whom the campaign waits may no longer be pending.
  await sql`update campaigns set waiting_reason = null, waiting_until = null where workspace_id = ${workspace_id} and id = ${id}`.execute(
    db,
  );
}
