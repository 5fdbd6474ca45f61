/** Lists a campaign's recipients with attempts and calls; search, filter and paging are done in the database. */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { CampaignRecipient, RecipientAttempt, RecipientFilter } from '../../../../contract/campaigns.ts';
import { listPhoneNumberKeyVariants, readNumberKey } from '../../../../phone/number-key.ts';
import type { PhoneNumberReadingContext } from '../../../../phone/read-number.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { formatPhoneNumberOrNull, formatPhoneNumber } from '../../../platform/shown-number.ts';
import { findWorkspacePhoneCountry } from '../../settings/index.ts';

/**
 * Maximum number of attempts listed for a recipient, newest first. There may be more if the provider refuses many
 * requests and asks to retry later.
 */
const attemptsShown = 50;

export interface RecipientListParameters {
  /** Search text: part of a recipient's name (accents and case are ignored), or of the number in any spelling. */
  readonly q?: string | undefined;
  readonly filter?: RecipientFilter | undefined;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Lists a page of recipients in the file's order. `total` is exact, because counting is fast: a campaign has at most
 * 10,000 recipients.
 */
export async function listRecipientsOfCampaign(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  listing: RecipientListParameters,
): Promise<{ readonly recipients: CampaignRecipient[]; readonly total: number }> {
  const country = await findWorkspacePhoneCountry(db, workspaceId);
  const matching = db
    .selectFrom('recipients as r')
    .where('r.workspace_id', '=', workspaceId)
    .where('r.campaign_id', '=', campaignId)
    .where((eb) => eb.and(conditionsOf(listing, { country })));
  const [rows, { total }] = await Promise.all([
    matching
      .select([
        'r.id',
        'r.position',
        'r.phone_number',
        'r.customer_name',
        'r.state',
        'r.is_live',
        'r.picked_up',
        'r.contacted',
        'r.completed',
        'r.successful',
        'r.last_reason',
        'r.next_attempt_at',
        'r.callback_at',
      ])
      .orderBy('r.position')
      .limit(listing.pageSize)
      .offset((listing.page - 1) * listing.pageSize)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const attempts = await findAttempts(
    db,
    workspaceId,
    campaignId,
    rows.map((row) => row.id),
  );
  const recipients = rows.map((row) => ({
    id: row.id,
    position: row.position,
    phoneNumber: row.phone_number,
    phoneNumberShown: formatPhoneNumber(row.phone_number),
    customerName: row.customer_name,
    state: row.state,
    isLive: row.is_live,
    pickedUp: row.picked_up,
    contacted: row.contacted,
    completed: row.completed,
    successful: row.successful,
    lastReason: row.last_reason,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    callbackAt: (row.state === 'pending' && row.callback_at?.toISOString()) || null,
    attempts: attempts.get(row.id) ?? [],
  }));
  return { recipients, total };
}

function conditionsOf(
  { q, filter }: RecipientListParameters,
  context: PhoneNumberReadingContext,
): Expression<SqlBool>[] {
  return [...(filter === undefined ? [] : [conditions[filter]]), ...(q ? [isNamed(q, context)] : [])];
}

const conditions: Readonly<Record<RecipientFilter, Expression<SqlBool>>> = {
  pending: sql`r.state = 'pending'`,
  dialing: sql`r.state = 'dialing'`,
  sent: sql`r.state = 'sent'`,
  undelivered: sql`r.state = 'undelivered'`,
  unconfirmed: sql`r.state = 'unconfirmed'`,
  skipped: sql`r.state = 'skipped'`,
  // Each filter below must use the same condition as the campaign's count of the same name.
  retrying: sql`r.was_sent and r.state in ('pending', 'dialing', 'unconfirmed')`,
  live: sql`r.is_live`,
  finished: sql`r.state = 'sent' and not r.is_live`,
  contacted: sql`r.contacted`,
  not_contacted: sql`r.state = 'sent' and not r.is_live and not r.contacted`,
  successful: sql`r.successful`,
  voicemail: sql`exists (select from attempts a where a.workspace_id = r.workspace_id and a.campaign_id = r.campaign_id
    and a.recipient_id = r.id and a.outcome = 'voicemail' and not a.is_surplus)`,
};

/** SQL condition: the recipient's name or number contains the search text, in which % and _ are no wildcards. */
function isNamed(q: string, context: PhoneNumberReadingContext): Expression<SqlBool> {
  const inName = sql`strpos(unaccent(lower(normalize(r.customer_name))), unaccent(lower(normalize(${q}::text)))) > 0`;
  const digits = /^[\d\s+().-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  if (digits === '') return sql`${inName}`;
  const key = readNumberKey(q, context);
  const parts = [digits, ...(key === null ? [] : listPhoneNumberKeyVariants(key).map((each) => each.replace('+', '')))];
  return sql`(${inName} or exists (select from unnest(${parts}::text[]) as part where strpos(r.phone_number, part) > 0))`;
}

async function findAttempts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
  recipientIds: readonly string[],
): Promise<ReadonlyMap<string, RecipientAttempt[]>> {
  if (recipientIds.length === 0) return new Map();
  const { rows } = await sql<AttemptRow>`
    select a.*, c.start_at, c.duration_ms, c.disconnection_reason, c.agent_version, c.sentiment, c.is_successful, c.cost_cents
    from unnest(${recipientIds}::uuid[]) as given (recipient_id)
    cross join lateral (
      select id, recipient_id, state, created_at, outcome, is_surplus, error, call_id, reason, from_number from attempts
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and attempts.recipient_id = given.recipient_id
      order by created_at desc, id limit ${attemptsShown}
    ) a
    left join calls c on c.workspace_id = ${workspaceId} and c.id = a.call_id
    order by a.created_at, a.id desc`.execute(db);
  const byRecipient = new Map<string, RecipientAttempt[]>();
  for (const row of rows) {
    const attempts = byRecipient.get(row.recipient_id) ?? [];
    byRecipient.set(row.recipient_id, attempts);
    attempts.push(toAttempt(row));
  }
  return byRecipient;
}

type AttemptRow = {
  readonly id: string;
  readonly recipient_id: string;
  readonly state: RecipientAttempt['state'];
  readonly created_at: Date;
  readonly outcome: RecipientAttempt['outcome'];
  readonly is_surplus: boolean;
  readonly error: string | null;
  readonly call_id: string | null;
  readonly reason: string | null;
  readonly from_number: string | null;
  readonly start_at: Date | null;
  readonly duration_ms: number | null;
  readonly disconnection_reason: string | null;
  readonly agent_version: number | null;
  readonly sentiment: string | null;
  readonly is_successful: boolean | null;
  readonly cost_cents: string | null;
};

function toAttempt(row: AttemptRow): RecipientAttempt {
  return {
    id: row.id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    outcome: row.outcome,
    isSurplus: row.is_surplus,
    error: row.error,
    callId: row.call_id,
    fromNumber: row.from_number,
    fromNumberShown: formatPhoneNumberOrNull(row.from_number),
    startedAt: row.start_at?.toISOString() ?? null,
    durationSeconds: row.duration_ms === null ? null : row.duration_ms / 1_000,
    disconnectionReason: row.disconnection_reason ?? row.reason,
    agentVersion: row.agent_version,
    sentiment: row.sentiment,
    isSuccessful: row.is_successful,
    costCents: row.cost_cents === null ? null : Number(row.cost_cents),
  };
}
