/**
 * The first database schema, with these rules:
 * - workspace_id comes first in every primary key of workspace data, so that PostgreSQL can later be distributed by
 * workspace.
 * - `calls` has few columns and no partitions. `call_details` and `call_events` are wide, and partitioned by the month
 * in which a call was first seen, because that month never changes.
 * - Figures come from rollups whose keys end in a writer slot, so that servers don't wait for each other's row locks.
 * Readers sum over the slots.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...access, ...calls, ...rollups, ...campaigns]) {
    await sql.raw(statement).execute(db);
  }
}

const access = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists unaccent`,
  `create table installation (
    key text primary key,
    value text not null
  )`,
  `create table users (
    id uuid primary key default gen_random_uuid(),
    username text not null,
    email text,
    first_name text,
    last_name text,
    password_hash text not null,
    is_active boolean not null default true,
    home_workspace_id uuid,
    last_login_at timestamptz,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  )`,
  `create unique index users_username_key on users (lower(username)) where deleted_at is null`,
  `create table workspaces (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    description text,
    retell_workspace_id text,
    api_key_encrypted text not null,
    api_key_last4 text not null,
    /* HMAC of the key: one key belongs to one workspace. */
    api_key_fingerprint text not null unique,
    webhook_key_encrypted text,
    /* A replaced key still verifies webhooks until then. */
    previous_keys_encrypted text,
    previous_keys_until timestamptz,
    webhook_token text not null unique,
    created_by uuid,
    created_at timestamptz not null default now()
  )`,
  `create table workspace_members (
    workspace_id uuid not null references workspaces (id),
    user_id uuid not null references users (id),
    role text not null check (role in ('operator', 'editor', 'admin')),
    created_at timestamptz not null default now(),
    primary key (workspace_id, user_id)
  )`,
  `create index workspace_members_user on workspace_members (user_id)`,
  `create table sessions (
    token_hash text primary key,
    id uuid not null unique default gen_random_uuid(),
    user_id uuid not null references users (id),
    current_workspace_id uuid,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    /* 30 days after sign-in at most; idle sessions end 12 h after last_seen_at. */
    expires_at timestamptz not null,
    address text,
    user_agent text
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table login_failures (
    address text not null,
    username text not null,
    failed_at timestamptz not null
  )`,
  `create index login_failures_address on login_failures (address, failed_at)`,
  `create table audit_log (
    /* The nil UUID for what belongs to no workspace, such as sign-ins. */
    workspace_id uuid not null,
    id bigint generated always as identity,
    at timestamptz not null default now(),
    user_id uuid,
    username text,
    action text not null,
    target text,
    details jsonb not null default '{}',
    address text,
    primary key (workspace_id, id)
  )`,
  `create table workspace_settings (
    workspace_id uuid primary key references workspaces (id),
    version integer not null default 1,
    time_zone text not null default 'America/Argentina/Buenos_Aires',
    dialing jsonb not null,
    updated_at timestamptz not null default now(),
    updated_by uuid
  )`,
  `create table provider_cache (
    workspace_id uuid not null,
    kind text not null check (kind in ('agent', 'phone_number')),
    key text not null,
    value jsonb not null,
    fetched_at timestamptz not null,
    primary key (workspace_id, kind, key)
  )`,
];

const calls = [
  `create table calls (
    workspace_id uuid not null,
    id text not null,
    first_seen_at timestamptz not null,
    first_seen_month date not null,
    call_type text not null default 'phone_call' check (call_type in ('phone_call', 'web_call')),
    direction text not null default 'outbound' check (direction in ('inbound', 'outbound', 'web_call')),
    from_number text,
    to_number text,
    agent_id text,
    agent_version integer,
    customer_name text,
    attempt_id uuid,
    campaign_id uuid,
    /* Merged facts of the state machine: the furthest status reported, and whether any event says that it is over. */
    reported_status text,
    is_over boolean not null default false,
    is_analyzed boolean not null default false,
    /* Derived from the merged facts. */
    status text not null default 'registered'
      check (status in ('registered', 'ongoing', 'ended', 'not_connected', 'error')),
    start_at timestamptz,
    end_at timestamptz,
    duration_ms integer,
    /* The moment to which the call belongs: start, else end, else its attempt's creation, else first_seen_at. */
    occurred_at timestamptz not null,
    disconnection_reason text,
    sentiment text,
    is_successful boolean,
    in_voicemail boolean,
    cost_cents numeric,
    e2e_p50_ms numeric,
    /* One digit a merged field: from how strong an evidence its value comes (see call-state.ts). */
    evidence text not null default '',
    updated_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  `create index calls_by_time on calls (workspace_id, occurred_at desc, id desc)`,
  `create index calls_by_agent on calls (workspace_id, agent_id, occurred_at desc, id desc)`,
  `create index calls_by_campaign on calls (workspace_id, campaign_id, occurred_at desc, id desc)
    where campaign_id is not null`,
  `create index calls_open on calls (workspace_id, first_seen_at) where status in ('registered', 'ongoing')`,
  `create index calls_unanalyzed on calls (workspace_id, end_at)
    where status = 'ended' and not is_analyzed`,
  `create index calls_by_attempt on calls (workspace_id, attempt_id) where attempt_id is not null`,
  `create table call_details (
    workspace_id uuid not null,
    call_id text not null,
    first_seen_month date not null,
    transcript text,
    /* Large and only ever read whole: json is stored as it comes, at half the cost of jsonb. */
    transcript_object json,
    recording_url text,
    call_analysis jsonb,
    call_cost jsonb,
    latency jsonb,
    llm_token_usage jsonb,
    dynamic_variables jsonb,
    collected_variables jsonb,
    metadata jsonb,
    /* Fields of the provider that have no column, as last merged. */
    extra jsonb,
    primary key (workspace_id, call_id, first_seen_month)
  ) partition by range (first_seen_month)`,
  `create table call_details_default partition of call_details default`,
  `create table call_events (
    workspace_id uuid not null,
    call_id text not null,
    first_seen_month date not null,
    /* SHA-256 of event and payload: a repeated event is the same row. */
    digest text not null,
    event text not null,
    source text not null check (source in ('webhook', 'reconcile', 'dispatch', 'seed')),
    received_at timestamptz not null,
    primary key (workspace_id, call_id, first_seen_month, digest)
  ) partition by range (first_seen_month)`,
  `create table call_events_default partition of call_events default`,
  `create table call_tombstones (
    workspace_id uuid not null,
    call_id text not null,
    deleted_at timestamptz not null default now(),
    primary key (workspace_id, call_id)
  )`,
  `create table webhook_receipts (
    workspace_id uuid not null,
    slot smallint not null,
    last_event_at timestamptz,
    last_failure_at timestamptz,
    primary key (workspace_id, slot)
  )`,
  `create table reconcile_marks (
    workspace_id uuid primary key,
    /* Calls that started before it have been listed. */
    listed_until timestamptz,
    /* Where the backfill of the provider's past calls stands; null key with a null end: not begun. */
    backfill_key text,
    backfill_done_at timestamptz,
    last_run_at timestamptz,
    last_error text
  )`,
];

/** SQL: columns of the rollup tables, one for each counter in rollup-counters.ts. A test compares both. */
const counters = `
    calls bigint not null default 0,
    finished bigint not null default 0,
    connected bigint not null default 0,
    human bigint not null default 0,
    succeeded bigint not null default 0,
    goal_known bigint not null default 0,
    goal_reached bigint not null default 0,
    duration_ms bigint not null default 0,
    duration_n bigint not null default 0,
    cost_cents numeric not null default 0,
    cost_n bigint not null default 0,
    e2e_p50_ms numeric not null default 0,
    e2e_p50_n bigint not null default 0`;

const rollups = [
  `create table rollup_half_hours (
    workspace_id uuid not null,
    bucket_at timestamptz not null,
    agent_id text not null,
    direction text not null,
    slot smallint not null,${counters},
    primary key (workspace_id, bucket_at, agent_id, direction, slot)
  )`,
  `create table rollup_days (
    workspace_id uuid not null,
    day date not null,
    agent_id text not null,
    direction text not null,
    slot smallint not null,${counters},
    primary key (workspace_id, day, agent_id, direction, slot)
  )`,
  `create table rollup_half_hour_tallies (
    workspace_id uuid not null,
    bucket_at timestamptz not null,
    agent_id text not null,
    direction text not null,
    kind text not null check (kind in ('reason', 'sentiment')),
    value text not null,
    slot smallint not null,
    calls bigint not null default 0,
    primary key (workspace_id, bucket_at, agent_id, direction, kind, value, slot)
  )`,
  `create table rollup_day_tallies (
    workspace_id uuid not null,
    day date not null,
    agent_id text not null,
    direction text not null,
    kind text not null check (kind in ('reason', 'sentiment')),
    value text not null,
    slot smallint not null,
    calls bigint not null default 0,
    primary key (workspace_id, day, agent_id, direction, kind, value, slot)
  )`,
];

const campaigns = [
  `create table campaigns (
    workspace_id uuid not null,
    id uuid not null default gen_random_uuid(),
    name text not null,
    status text not null
      check (status in ('created', 'scheduled', 'in_progress', 'paused', 'sent', 'completed', 'failed')),
    agent_id text,
    /* The agent's own post-call analysis items, carried along when the success definition overrides the list. */
    agent_analysis jsonb not null default '[]',
    phone_number text not null,
    success_definition text not null,
    send_option text not null check (send_option in ('now', 'scheduled')),
    scheduled_date date,
    scheduled_time text,
    starts_at timestamptz,
    idempotency_key text,
    request_digest text,
    total_recipients integer not null,
    duplicate_count integer not null default 0,
    rejected_rows jsonb not null default '[]',
    rejected_count integer not null default 0,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_sent_at timestamptz,
    last_sent_by text,
    deleted_at timestamptz,
    primary key (workspace_id, id)
  )`,
  `create unique index campaigns_idempotency_key on campaigns (workspace_id, idempotency_key)
    where idempotency_key is not null`,
  `create index campaigns_listed on campaigns (workspace_id, created_at desc, id desc) where deleted_at is null`,
  `create index campaigns_active on campaigns (status, starts_at)
    where status in ('created', 'scheduled', 'in_progress', 'sent')`,
  `create table campaign_counts (
    workspace_id uuid not null,
    campaign_id uuid not null,
    slot smallint not null,
    pending bigint not null default 0,
    dialing bigint not null default 0,
    sent bigint not null default 0,
    undelivered bigint not null default 0,
    unconfirmed bigint not null default 0,
    live bigint not null default 0,
    picked_up bigint not null default 0,
    contacted bigint not null default 0,
    completed bigint not null default 0,
    successful bigint not null default 0,
    primary key (workspace_id, campaign_id, slot)
  )`,
  `create table recipients (
    workspace_id uuid not null,
    campaign_id uuid not null,
    id uuid not null default gen_random_uuid(),
    position integer not null,
    phone_number text not null,
    customer_name text not null,
    variables jsonb not null default '{}',
    /* pending, dialing, sent, undelivered, unconfirmed: where the recipient stands (see recipient-state.ts). */
    state text not null default 'pending'
      check (state in ('pending', 'dialing', 'sent', 'undelivered', 'unconfirmed')),
    is_live boolean not null default false,
    picked_up boolean not null default false,
    contacted boolean not null default false,
    completed boolean not null default false,
    successful boolean not null default false,
    last_call_id text,
    last_reason text,
    next_attempt_at timestamptz,
    updated_at timestamptz not null default now(),
    primary key (workspace_id, campaign_id, id)
  )`,
  `create index recipients_pending on recipients (workspace_id, campaign_id, position) where state = 'pending'`,
  `create table attempts (
    workspace_id uuid not null,
    id uuid not null,
    campaign_id uuid not null,
    recipient_id uuid not null,
    /* claimed, accepted, refused, unknown, absent, unconfirmed, finished (see attempt-state.ts). */
    state text not null check (state in
      ('claimed', 'accepted', 'refused', 'unknown', 'absent', 'unconfirmed', 'finished')),
    created_at timestamptz not null,
    /* After it the request may no longer be written. */
    send_by timestamptz not null,
    server_id uuid not null,
    call_id text,
    accepted_at timestamptz,
    resolved_at timestamptz,
    error text,
    lookups smallint not null default 0,
    next_lookup_at timestamptz,
    /* A later call of ours that the provider's list must show before this attempt may count as absent. */
    witness_attempt_id uuid,
    /* Its call came to light after another attempt had taken its place: stopped, and no part of the counts. */
    is_surplus boolean not null default false,
    primary key (workspace_id, id)
  )`,
  `create unique index attempts_one_open on attempts (workspace_id, recipient_id)
    where state in ('claimed', 'accepted', 'unknown', 'unconfirmed') and not is_surplus`,
  `create index attempts_with_call on attempts (workspace_id, created_at desc) where call_id is not null`,
  `create index attempts_unresolved on attempts (workspace_id, created_at)
    where state in ('claimed', 'unknown', 'unconfirmed')`,
  `create index attempts_by_recipient on attempts (workspace_id, campaign_id, recipient_id, created_at)`,
  `create table dispatch_leases (
    workspace_id uuid primary key,
    holder uuid not null,
    epoch bigint not null,
    expires_at timestamptz not null
  )`,
];
