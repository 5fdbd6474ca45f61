/** The database tables as Kysely types. Change them together with the migrations. */
import type { SecondFactorKind, SignInWay } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import type { MailLinkPurpose } from '../../../contract/mail-links.ts';
import type {
  campaignOptionDefinitions,
  CampaignOptionName,
  CampaignOptionValue,
} from '../../../contract/campaign-options.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** `YYYY-MM-DD`. */
type DateText = string;
/** Exact decimals are read as text. */
type Numeric = ColumnType<string, string | number, string | number>;
type Json<T = unknown> = ColumnType<T, string, string>;
/** Type of a JSON column with a default value in the database, which an insert may therefore omit. */
type DefaultJson = ColumnType<unknown, string | undefined, string>;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
/** Columns of the campaign options. contract/campaign-options.ts lists the options. */
type OptionColumns = {
  [N in CampaignOptionName as SnakeCase<N>]: (typeof campaignOptionDefinitions)[N]['column'] extends 'jsonb'
    ? ColumnType<CampaignOptionValue<N>, string | null | undefined, string | null>
    : ColumnType<CampaignOptionValue<N>, CampaignOptionValue<N> | undefined, CampaignOptionValue<N>>;
};
export type JsonObject = Record<string, unknown>;

/** Data of a session that was started through the identity provider (OpenID Connect). */
export interface OidcSessionData {
  readonly issuer: string;
  readonly subject: string;
  /** Id of the session at the identity provider. Null if it gave none. */
  readonly sid: string | null;
  /**
   * The session's refresh token from the identity provider, encrypted. Null if the provider issues no refresh tokens.
   */
  readonly refreshToken: string | null;
  /** Time at which the identity provider last confirmed that the session's user may sign in, in ISO 8601. */
  readonly checkedAt: string;
  /** Time since which the identity provider has not answered, in ISO 8601. Null while it answers. */
  readonly unansweredSince: string | null;
}

/** Purposes of a passkey challenge. A challenge made for one purpose is invalid for another. */
export type PasskeyChallengePurpose = 'add' | 'confirm' | 'sign_in' | 'second_step';

export interface DatabaseSchema {
  installation: { key: string; value: string };
  users: {
    id: Generated<string>;
    username: string;
    email: string | null;
    email_confirmed_at: Timestamp | null;
    first_name: string | null;
    last_name: string | null;
    /** Hash of the user's password. Null if none is set yet or the user signs in without one. */
    password_hash: string | null;
    is_active: Generated<boolean>;
    home_workspace_id: string | null;
    last_login_at: Timestamp | null;
    most_workspaces: number | null;
    sign_in_failures_seen_at: Timestamp | null;
    last_workspace_id: string | null;
    second_factor_reset_at: Timestamp | null;
    second_factor_reset_by: string | null;
    created_at: Generated<Date>;
    deleted_at: Timestamp | null;
    came_by_oidc: Generated<boolean>;
    is_emergency: Generated<boolean>;
  };
  oidc_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    linked_at: Timestamp;
    by_admin: Generated<boolean>;
    signed_in_at: Timestamp | null;
  };
  oidc_spent: { key_hash: string; expires_at: Timestamp };
  oidc_rules: {
    workspace_id: string;
    id: Generated<string>;
    claim: string;
    value: string;
    role: Role;
    created_by: string;
    created_at: Generated<Date>;
  };
  workspaces: {
    id: Generated<string>;
    name: string;
    description: string | null;
    retell_workspace_id: string | null;
    api_key_encrypted: string;
    api_key_last4: string;
    api_key_fingerprint: string;
    api_key_replaced_at: Timestamp | null;
    webhook_key_encrypted: string | null;
    previous_keys_encrypted: string | null;
    previous_keys_until: Timestamp | null;
    webhook_token: string;
    created_by: string | null;
    refused_order_fields: Generated<string[]>;
    order_keys_honoured: boolean | null;
    order_keys_tried_at: Timestamp | null;
    listening_transport: string | null;
    created_at: Generated<Date>;
  };
  second_factors: {
    user_id: string;
    secret_encrypted: string | null;
    pending_encrypted: string | null;
    confirmed_at: Timestamp | null;
    last_step: number | null;
  };
  recovery_codes: { user_id: string; code_hash: string };
  mail_links: {
    token_hash: string;
    user_id: string;
    purpose: MailLinkPurpose;
    email: string | null;
    sent_at: Timestamp;
    expires_at: Timestamp;
  };
  sign_in_challenges: {
    token_hash: string;
    user_id: string;
    expires_at: Timestamp;
    way: SignInWay;
    oidc: Json<OidcSessionData> | null;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    credential_id: string;
    rp_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    backed_up: boolean;
    name: string;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
  };
  passkey_challenges: {
    challenge_hash: string;
    user_id: string | null;
    purpose: PasskeyChallengePurpose;
    expires_at: Timestamp;
  };
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: Role;
    created_at: Generated<Date>;
    by_rule: Generated<boolean>;
    role_since: Timestamp | null;
  };
  workspace_invitations: {
    workspace_id: string;
    id: Generated<string>;
    username: string;
    user_id: string | null;
    role: Role;
    invited_by: string;
    by_rule: Generated<boolean>;
    invited_at: Timestamp;
    expires_at: Timestamp;
    ended_at: Timestamp | null;
    outcome: 'accepted' | 'refused' | 'withdrawn' | 'lapsed' | null;
  };
  sessions: {
    token_hash: string;
    id: Generated<string>;
    user_id: string;
    current_workspace_id: string | null;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    expires_at: Timestamp;
    address: string | null;
    user_agent: string | null;
    way: Generated<SignInWay>;
    second_factor: SecondFactorKind | null;
    oidc: Json<OidcSessionData> | null;
  };
  login_failures: { address: string; username: string; failed_at: Timestamp; device_id: string | null };
  name_refusals: { user_id: string; refused_at: Timestamp };
  audit_log: {
    workspace_id: string;
    id: Generated<number>;
    at: Generated<Date>;
    user_id: string | null;
    username: string | null;
    action: string;
    target: string | null;
    details: Json<JsonObject>;
    address: string | null;
  };
  call_attention: { workspace_id: string; call_id: string; rule: string; second: number; noticed_at: Timestamp };
  call_listenings: {
    workspace_id: string;
    id: string;
    call_id: string;
    user_id: string;
    username: string;
    participant_id: string;
    sealed_token: string | null;
    session_id: string | null;
    started_at: Timestamp;
    alive_until: Timestamp;
    taken_over_at: Timestamp | null;
    silent_at: Timestamp | null;
    ended_at: Timestamp | null;
  };
  live_monitors: { workspace_id: string; call_id: string; server_id: string; expires_at: Timestamp };
  workspace_settings: {
    workspace_id: string;
    version: Generated<number>;
    section_versions: ColumnType<Partial<Record<string, number>>, string | undefined, string>;
    time_zone: Generated<string>;
    dialing: Json;
    date_locale: Generated<string>;
    currency: Generated<string>;
    usd_rate: Json | null;
    calling_window: DefaultJson;
    daily_attempts: Generated<number>;
    rules_off: DefaultJson;
    event_toggles: DefaultJson;
    notifications: DefaultJson;
    alert_emails: DefaultJson;
    thresholds: Json | null;
    copc: DefaultJson;
    outgoing_webhook_url: string | null;
    outgoing_webhook_secret_encrypted: string | null;
    retention_days: number | null;
    first_steps_hidden_at: Timestamp | null;
    live_readers: Generated<string>;
    listening: Generated<string>;
    whispers: DefaultJson;
    attention: DefaultJson;
    second_factor: Generated<'none' | 'admins' | 'all'>;
    second_factor_since: Timestamp | null;
    updated_at: Generated<Date>;
    updated_by: string | null;
  };
  alerts: {
    workspace_id: string;
    id: Generated<string>;
    kind: string;
    subject: Generated<string>;
    details: Json<JsonObject>;
    raised_at: Timestamp;
    cleared_at: Timestamp | null;
  };
  alert_reads: { workspace_id: string; user_id: string; read_until: Timestamp };
  alert_deliveries: {
    workspace_id: string;
    alert_id: string;
    channel: 'email' | 'webhook';
    phase: 'raised' | 'cleared';
    state: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    last_error: string | null;
    created_at: Timestamp;
    delivered_at: Timestamp | null;
  };
  api_tokens: {
    workspace_id: string;
    id: string;
    user_id: string;
    name: string;
    token_hash: string;
    role: 'operator' | 'editor' | 'admin';
    addresses: string[];
    created_at: Timestamp;
    expires_at: Timestamp;
    last_used_at: Timestamp | null;
  };
  idempotency_keys: {
    workspace_id: string;
    user_id: string;
    key: string;
    fingerprint: string;
    started_at: Timestamp;
    state: Generated<'open' | 'unknown' | 'done'>;
    answer_encrypted: string | null;
  };
  event_webhooks: {
    workspace_id: string;
    id: Generated<string>;
    url: string;
    secret_encrypted: string;
    events: string[];
    is_relay: Generated<boolean>;
    state: Generated<'active' | 'paused' | 'failing'>;
    failing_since: Timestamp | null;
    created_at: Generated<Date>;
  };
  event_deliveries: {
    workspace_id: string;
    webhook_id: string;
    seq: Generated<string>;
    event_id: string;
    kind: string;
    subject: string;
    call_ids: string[];
    data: Json<JsonObject>;
    state: Generated<'pending' | 'delivered' | 'set_aside'>;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    next_try_at: Generated<Date>;
    try_until: Generated<Date>;
    leased_until: Timestamp | null;
    tried_at: Timestamp | null;
    took_ms: number | null;
    answer_status: number | null;
    answer: string | null;
    raw: Buffer | null;
    provider_signature: string | null;
  };
  dial_checks: {
    workspace_id: string;
    id: string;
    name: string;
    url: string;
    secret_encrypted: string;
    created_at: Generated<Date>;
  };
  origin_numbers: {
    workspace_id: string;
    phone_number: string;
    set_aside_at: Timestamp | null;
    taken_back_at: Timestamp | null;
  };
  do_not_call_lists: {
    workspace_id: string;
    id: Generated<string>;
    kind: 'upload' | 'registry';
    name: string;
    file_date: DateText | null;
    entries: Generated<number>;
    uploaded_by: string | null;
    uploaded_at: Timestamp;
  };
  do_not_call: {
    workspace_id: string;
    number_key: string;
    source: 'manual' | 'upload' | 'registry' | 'analysis' | 'provider' | 'forgotten';
    phone_number: string | null;
    list_id: Generated<string>;
    note: string | null;
    added_by: string | null;
    added_at: Timestamp;
  };
  provider_cache: {
    workspace_id: string;
    kind: 'agent' | 'phone_number';
    key: string;
    value: Json;
    fetched_at: Timestamp;
  };
  // The types of the tables `calls` and `call_details` are declared in features/calls/state/call-columns.ts.
  call_events: {
    workspace_id: string;
    call_id: string;
    first_seen_month: DateText;
    digest: string;
    event: string;
    source: 'webhook' | 'reconcile' | 'dispatch' | 'seed';
    received_at: Timestamp;
  };
  call_search: { workspace_id: string; call_id: string; document: string };
  call_search_queue: { workspace_id: string; id: Generated<number>; call_id: string };
  call_views: {
    workspace_id: string;
    user_id: string;
    id: Generated<string>;
    name: string;
    search: string;
    created_at: Timestamp;
  };
  call_tombstones: {
    workspace_id: string;
    call_id: string;
    deleted_at: Generated<Date>;
    provider_deleted_at: Timestamp | null;
  };
  recipients_to_erase: { workspace_id: string; campaign_id: string; recipient_id: string };
  retention_marks: {
    workspace_id: string;
    erased_before: Timestamp;
    swept_at: Timestamp | null;
    untold: Generated<number>;
  };
  agent_webhooks: {
    workspace_id: string;
    agent_id: string;
    busy_until: Timestamp | null;
    is_kept: Generated<boolean>;
    previous_url_encrypted: string | null;
  };
  webhook_misses: {
    workspace_id: string;
    agent_id: string;
    slot: number;
    calls: Generated<number>;
    last_at: Timestamp;
  };
  webhook_receipts: {
    workspace_id: string;
    slot: number;
    last_event_at: Timestamp | null;
    last_failure_at: Timestamp | null;
    missed_calls: Generated<number>;
    last_missed_at: Timestamp | null;
  };
  reconcile_marks: {
    workspace_id: string;
    listed_until: Timestamp | null;
    backfill_key: string | null;
    backfill_done_at: Timestamp | null;
    last_run_at: Timestamp | null;
    last_error: string | null;
    key_fingerprint: string | null;
  };
  rollup_half_hours: { bucket_at: Timestamp } & RollupKey & RollupCounters;
  rollup_days: { day: DateText } & RollupKey & RollupCounters;
  rollup_half_hour_tallies: { bucket_at: Timestamp } & RollupKey & RollupTally;
  rollup_day_tallies: { day: DateText } & RollupKey & RollupTally;
  rollup_half_hour_fields: { bucket_at: Timestamp } & RollupFields;
  rollup_day_fields: { day: DateText } & RollupFields;
  rollup_agent_days: { day: DateText } & Omit<RollupKey, 'direction'> & RollupCounters;
  rollup_total_half_hours: { bucket_at: Timestamp } & Omit<RollupKey, 'agent_id'> & RollupCounters;
  rollup_total_days: { day: DateText } & Omit<RollupKey, 'agent_id'> & RollupCounters;
  rollup_total_day_tallies: { day: DateText } & Omit<RollupKey, 'agent_id' | 'direction'> & RollupTally;
  rollup_total_half_hour_fields: { bucket_at: Timestamp } & Omit<RollupFields, 'agent_id'>;
  rollup_total_day_fields: { day: DateText } & Omit<RollupFields, 'agent_id'>;
  rollup_repairs: { workspace_id: string; bucket_at: Timestamp };
  contact_queue: { workspace_id: string; id: Generated<number>; contact_key: string; occurred_at: Timestamp };
  quality_forms: {
    workspace_id: string;
    version: number;
    pass_percent: number;
    criteria: Json<unknown[]>;
    saved_by: string | null;
    saved_at: Timestamp;
  };
  call_reviews: {
    workspace_id: string;
    call_id: string;
    form_version: number;
    answers: Json<Record<string, string>>;
    note: string | null;
    reviewed_by: string | null;
    reviewed_at: Timestamp;
  };
  campaigns: OptionColumns & {
    workspace_id: string;
    id: Generated<string>;
    name: string;
    status: 'created' | 'scheduled' | 'in_progress' | 'paused' | 'sent' | 'completed' | 'failed';
    agent_id: string | null;
    agent_analysis: Json<unknown[]>;
    phone_number: string;
    send_option: 'now' | 'scheduled';
    scheduled_date: DateText | null;
    scheduled_time: string | null;
    starts_at: Timestamp | null;
    idempotency_key: string | null;
    request_digest: string | null;
    total_recipients: number;
    duplicate_count: Generated<number>;
    rejected_rows: Json<unknown[]>;
    rejected_count: Generated<number>;
    created_by: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    last_sent_at: Timestamp | null;
    last_sent_by: string | null;
    deleted_at: Timestamp | null;
    agent_version: string | null;
    is_numbers_agent: Generated<boolean>;
    /**
     * True while the event `campaign.completed` waits until `recipient.finished` has been written for all recipients.
     */
    completion_pending: Generated<boolean>;
    pause_reason: string | null;
    waiting_reason: string | null;
    waiting_until: Timestamp | null;
    rules_version: number | null;
    voicemail_agent: Json<{ id: string; analysis: unknown[] }> | null;
    file_columns: DefaultJson;
    resumed_at: Timestamp | null;
    hang_up_requested_at: Timestamp | null;
    more_numbers: Generated<string[]>;
    exempt_rules: Generated<string[]>;
  };
  campaign_log: {
    workspace_id: string;
    campaign_id: string;
    id: Generated<number>;
    at: Timestamp;
    kind: string;
    details: Json<JsonObject>;
    username: string | null;
  };
  campaign_counts: {
    workspace_id: string;
    campaign_id: string;
    slot: number;
    pending: Generated<number>;
    dialing: Generated<number>;
    sent: Generated<number>;
    undelivered: Generated<number>;
    unconfirmed: Generated<number>;
    live: Generated<number>;
    picked_up: Generated<number>;
    contacted: Generated<number>;
    completed: Generated<number>;
    successful: Generated<number>;
    skipped: Generated<number>;
    retrying: Generated<number>;
  };
  recipients: {
    workspace_id: string;
    campaign_id: string;
    id: Generated<string>;
    position: number;
    phone_number: string;
    customer_name: string;
    priority: Generated<number>;
    place: Generated<string>;
    area: Generated<string>;
    /**
     * True if the recipient belongs to the random control group, whose recipients are called without regard to their
     * best hour.
     */
    without_best_hour: Generated<boolean>;
    variables: Json<Record<string, string>>;
    state: Generated<'pending' | 'dialing' | 'sent' | 'undelivered' | 'unconfirmed' | 'skipped'>;
    is_live: Generated<boolean>;
    picked_up: Generated<boolean>;
    contacted: Generated<boolean>;
    completed: Generated<boolean>;
    /** True if a call to the recipient reached its goal. Null until a call's analysis says whether it did. */
    successful: Generated<boolean | null>;
    /** Until when `recipient.finished` waits for the analysis. */
    result_due_at: Timestamp | null;
    /** Revision number of the last `recipient.finished` event written for the recipient. 0 if there is none. */
    result_revision: Generated<number>;
    last_call_id: string | null;
    last_reason: string | null;
    next_attempt_at: Timestamp | null;
    callback_at: Timestamp | null;
    was_sent: Generated<boolean>;
    retries_used: DefaultJson;
    updated_at: Generated<Date>;
  };
  contacts_to_empty: {
    workspace_id: string;
    contact_id: string;
    ordered_at: Generated<Date>;
    refusal: 'crm' | 'other' | null;
  };
  attempts: {
    workspace_id: string;
    id: string;
    campaign_id: string;
    recipient_id: string;
    state: 'claimed' | 'accepted' | 'refused' | 'unknown' | 'absent' | 'unconfirmed' | 'finished';
    created_at: Timestamp;
    send_by: Timestamp;
    server_id: string;
    call_id: string | null;
    accepted_at: Timestamp | null;
    resolved_at: Timestamp | null;
    error: string | null;
    lookups: Generated<number>;
    next_lookup_at: Timestamp | null;
    witness_attempt_id: string | null;
    is_surplus: Generated<boolean>;
    number_key: string | null;
    outcome: 'no_answer' | 'busy' | 'voicemail' | 'error' | 'human' | 'concurrency' | 'account' | 'other' | null;
    is_live: Generated<boolean>;
    picked_up: Generated<boolean>;
    contacted: Generated<boolean>;
    completed: Generated<boolean>;
    successful: Generated<boolean | null>;
    reason: string | null;
    from_number: string | null;
    callback_at: Timestamp | null;
    best_hour: boolean | null;
    sealed_order: string | null;
    repeats: Generated<number>;
    answered_5xx: Generated<boolean>;
  };
  test_calls: {
    workspace_id: string;
    id: string;
    user_id: string;
    ordered_at: Timestamp;
    answered_at: Timestamp | null;
  };
  dispatch_leases: { workspace_id: string; holder: string; epoch: number; expires_at: Timestamp };
}

interface RollupKey {
  workspace_id: string;
  agent_id: string;
  direction: string;
  slot: number;
}

interface RollupCounters {
  calls: number;
  finished: number;
  connected: number;
  human: number;
  succeeded: number;
  goal_known: number;
  goal_reached: number;
  duration_ms: number;
  duration_n: number;
  cost_cents: Numeric;
  cost_n: number;
  e2e_p50_ms: Numeric;
  e2e_p50_n: number;
  human_ms: number;
  human_n: number;
  handoffs: number;
  greeting_ms: number;
  greeting_n: number;
  silence_ms: number;
  overlap_ms: number;
  timed_ms: number;
  timed_n: number;
  speech_known: number;
  speechless: number;
  voice_known: number;
  voice_clear: number;
  contacts: number;
  contacts_resolved: number;
  fields_filled: number;
  fields_expected: number;
  fields_n: number;
  mood_positive: number;
  mood_neutral: number;
  mood_negative: number;
}

interface RollupFields {
  workspace_id: string;
  name: string;
  agent_id: string;
  reviewed: number;
  slot: number;
  number_n: number;
  number_sum: Numeric;
  share_n: number;
  share_sum: Numeric;
  score_n: number;
  score_sum: Numeric;
  score_high: number;
}

interface RollupTally {
  kind: 'reason' | 'sentiment' | 'outcome' | 'result';
  value: string;
  calls: number;
}
