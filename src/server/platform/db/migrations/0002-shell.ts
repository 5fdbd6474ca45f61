// Migration: adds settings, alerts, the do-not-call list, and the reasons for which a campaign waits or is paused.
import { sql, type Kysely } from 'kysely';

const settings = [
  `alter table workspace_settings
    add column date_locale text not null default 'es-AR',
    add column currency text not null default 'ARS',
    /* {rate, date}: units of the currency for one US dollar, as an admin entered it; null: costs read in dollars. */
    add column usd_rate jsonb,
    add column calling_window jsonb not null default '{}',
    add column daily_attempts integer not null default 3,
    add column event_toggles jsonb not null default '{}',
    add column notifications jsonb not null default '{}',
    add column alert_emails jsonb not null default '[]',
    /* Null until saved once: alerts on figures begin then. */
    add column thresholds jsonb,
    add column copc jsonb not null default '{}',
    add column outgoing_webhook_url text,
    add column outgoing_webhook_secret_encrypted text`,
  `create index audit_log_at on audit_log (workspace_id, at desc, id desc)`,
  `alter table webhook_receipts
    /* Calls whose end reconciliation brought because no webhook had. */
    add column missed_calls bigint not null default 0,
    add column last_missed_at timestamptz`,
];

const alerts = [
  `create table alerts (
    workspace_id uuid not null,
    id uuid not null default gen_random_uuid(),
    kind text not null,
    /* What it is about, where a kind may stand several times: a campaign's id. Empty otherwise. */
    subject text not null default '',
    details jsonb not null default '{}',
    raised_at timestamptz not null,
    /* Null: it goes on. What only happens once is cleared as it is raised. */
    cleared_at timestamptz,
    primary key (workspace_id, id)
  )`,
  `create unique index alerts_one_open on alerts (workspace_id, kind, subject) where cleared_at is null`,
  `create index alerts_listed on alerts (workspace_id, raised_at desc, id desc)`,
  `create table alert_reads (
    workspace_id uuid not null,
    user_id uuid not null,
    read_until timestamptz not null,
    primary key (workspace_id, user_id)
  )`,
  `create table alert_deliveries (
    workspace_id uuid not null,
    alert_id uuid not null,
    channel text not null check (channel in ('email', 'webhook')),
    phase text not null check (phase in ('raised', 'cleared')),
    state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
    attempts integer not null default 0,
    last_error text,
    created_at timestamptz not null,
    delivered_at timestamptz,
    primary key (workspace_id, alert_id, channel, phase)
  )`,
];

const doNotCall = [
  `create table do_not_call_lists (
    workspace_id uuid not null,
    id uuid not null default gen_random_uuid(),
    kind text not null check (kind in ('upload', 'registry')),
    name text not null,
    /* Of the registry's file: its date. */
    file_date date,
    entries integer not null default 0,
    uploaded_by text,
    uploaded_at timestamptz not null,
    primary key (workspace_id, id)
  )`,
  `create table do_not_call (
    workspace_id uuid not null,
    /* The national number, or after a person was forgotten 'hmac:' and its keyed digest (see contract/phone-number.ts). */
    number_key text not null,
    source text not null check (source in ('manual', 'upload', 'registry', 'analysis', 'forgotten')),
    phone_number text,
    /* All zeros: no list. A number stays listed while any of its lists stands. */
    list_id uuid not null default '00000000-0000-0000-0000-000000000000',
    note text,
    added_by text,
    added_at timestamptz not null,
    primary key (workspace_id, number_key, source, list_id)
  )`,
  `create index do_not_call_listed on do_not_call (workspace_id, added_at desc, number_key)`,
  `create index do_not_call_by_list on do_not_call (workspace_id, list_id)
    where list_id <> '00000000-0000-0000-0000-000000000000'`,
];

const campaigns = [
  `alter table campaigns
    /* Of a paused one: no_valid_payment or key_rejected. */
    add column pause_reason text,
    /* Of one that dials: why nobody is claimed now, and until when. */
    add column waiting_reason text,
    add column waiting_until timestamptz,
    /* Of the settings by which it waits, and by which recipients were put off: another version looks again. */
    add column rules_version integer`,
  `alter table campaign_counts add column skipped bigint not null default 0`,
  `alter table recipients drop constraint recipients_state_check`,
  `alter table recipients add constraint recipients_state_check
    check (state in ('pending', 'dialing', 'sent', 'undelivered', 'unconfirmed', 'skipped'))`,
  /*
   * Column `number_key`: normalised form of the called number, by which today's attempts are counted. Null for attempts
   * before this migration.
   */
  `alter table attempts add column number_key text`,
  `create index attempts_by_number on attempts (workspace_id, number_key, created_at) where number_key is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...settings, ...alerts, ...doNotCall, ...campaigns]) await sql.raw(statement).execute(db);
}
