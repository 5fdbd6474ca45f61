// Migration for campaigns: retries by outcome, results for each attempt, a campaign log for users, and hanging up on
// request.
import { sql, type Kysely } from 'kysely';

const retries = [
  `alter table campaigns
    /* {outcome: {attempts, delayMinutes}}; empty: no retries. */
    add column retry_policy jsonb not null default '{}',
    /* The circuit breaker looks at calls accepted after it; null: never resumed. */
    add column resumed_at timestamptz,
    /* Whoever stopped it also wanted its calls ended: any that is or comes to light alive is hung up. */
    add column hang_up_requested_at timestamptz`,
  `alter table attempts
    /* How it ended, decided once, by the first report that its call is over. */
    add column outcome text
      check (outcome in ('no_answer', 'busy', 'voicemail', 'error', 'human', 'concurrency', 'other')),
    /* What its call says of the recipient; the recipient's own flags are those of its best attempt. */
    add column is_live boolean not null default false,
    add column picked_up boolean not null default false,
    add column contacted boolean not null default false,
    add column completed boolean not null default false,
    add column successful boolean not null default false,
    add column reason text`,
  /*
   * Copy each recipient's results to the attempt of the recipient's last call. Before this migration a recipient had
   * only one accepted attempt.
   */
  `update attempts set is_live = r.is_live, picked_up = r.picked_up, contacted = r.contacted, completed = r.completed,
      successful = r.successful, reason = r.last_reason
    from recipients r
    where r.workspace_id = attempts.workspace_id and r.campaign_id = attempts.campaign_id
      and r.id = attempts.recipient_id and r.last_call_id = attempts.call_id`,
  `create index attempts_accepted on attempts (workspace_id, campaign_id, accepted_at desc) where accepted_at is not null`,
  `alter table recipients
    /* Some attempt was accepted by the provider: wherever it stands now, it counts as sent. */
    add column was_sent boolean not null default false,
    /* Retries that each outcome has caused: {outcome: count}. */
    add column retries_used jsonb not null default '{}'`,
  `update recipients set was_sent = true where state = 'sent'`,
  /*
   * Column: number of recipients who were already called and have another call pending, being dialled or unconfirmed.
   */
  `alter table campaign_counts add column retrying bigint not null default 0`,
  /* Pages of recipients, in the file's order. */
  `create index recipients_listed on recipients (workspace_id, campaign_id, position)`,
];

const log = [
  `create table campaign_log (
    workspace_id uuid not null,
    campaign_id uuid not null,
    id bigint generated always as identity,
    at timestamptz not null,
    kind text not null,
    details jsonb not null default '{}',
    /* Null: the dispatcher. */
    username text,
    primary key (workspace_id, campaign_id, id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...retries, ...log]) await sql.raw(statement).execute(db);
}
