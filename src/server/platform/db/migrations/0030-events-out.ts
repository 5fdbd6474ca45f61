/**
 * Migration: webhooks of a workspace for events, and an outbox with one row per event and webhook. Triggers write the
 * outbox, so that an event is stored in the transaction that causes it. Without a webhook nothing is stored.
 */
import { sql, type Kysely } from 'kysely';

const isoOf = (moment: string): string => `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const tables = [
  `create table event_webhooks (
    workspace_id uuid not null,
    id uuid not null default gen_random_uuid(),
    url text not null,
    secret_encrypted text not null,
    events text[] not null,
    state text not null default 'active' check (state in ('active', 'paused', 'failing')),
    /* Since when every try has failed. */
    failing_since timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, id)
  )`,
  `create table event_deliveries (
    workspace_id uuid not null,
    webhook_id uuid not null,
    /* The order in which they became true, of one call or campaign. */
    seq bigint generated always as identity,
    event_id text not null,
    kind text not null,
    /* Of whom the order is kept: a call, a campaign. */
    subject text not null,
    /* Whose forgetting takes it away. */
    call_ids text[] not null,
    data jsonb not null,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'set_aside')),
    attempts integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    next_try_at timestamptz not null default clock_timestamp(),
    /* Set aside after it. */
    try_until timestamptz not null default clock_timestamp() + interval '3 days',
    /* Some server is sending it. */
    leased_until timestamptz,
    tried_at timestamptz,
    took_ms integer,
    answer_status integer,
    answer text,
    primary key (workspace_id, webhook_id, seq)
  )`,
  `create index event_deliveries_due on event_deliveries (workspace_id, webhook_id, next_try_at, seq) where state = 'pending'`,
  `create index event_deliveries_order on event_deliveries (workspace_id, webhook_id, subject, seq) where state = 'pending'`,
  `create index event_deliveries_by_age on event_deliveries (created_at)`,
  `create index event_deliveries_by_call on event_deliveries using gin (call_ids)`,
];

const functions = [
  /* A restored row is old news. */
  `create function tell_event(in_workspace uuid, told_kind text, told_subject text, told_calls text[], told jsonb) returns void
    language sql as $$
    insert into event_deliveries (workspace_id, webhook_id, event_id, kind, subject, call_ids, data)
    select w.workspace_id, w.id, told_id.value, told_kind, told_subject, told_calls, told
    from event_webhooks w, (select 'evt_' || gen_random_uuid() as value offset 0) told_id
    where w.workspace_id = in_workspace and told_kind = any (w.events)
      and coalesce(current_setting('vocero.restoring', true), '') <> 'on'
  $$`,
  /* Trigger function for events of a call. Calls that ended over three days ago, as in a backfill, cause no event. */
  `create function tell_call_event() returns trigger language plpgsql as $$
  declare
    facts jsonb;
  begin
    if coalesce(new.end_at, new.start_at) < clock_timestamp() - interval '3 days'
      or not exists (select from event_webhooks where workspace_id = new.workspace_id) then return null; end if;
    facts := jsonb_build_object(
      'callId', new.id, 'callType', new.call_type, 'direction', new.direction, 'fromNumber', new.from_number,
      'toNumber', new.to_number, 'agentId', new.agent_id, 'agentVersion', new.agent_version,
      'customerName', new.customer_name, 'campaignId', new.campaign_id, 'attemptId', new.attempt_id,
      'status', new.status, 'startedAt', ${isoOf('new.start_at')});
    if old.start_at is null and new.start_at is not null then
      perform tell_event(new.workspace_id, 'call.started', 'call:' || new.id, array[new.id], facts);
    end if;
    facts := facts || jsonb_build_object(
      'endedAt', ${isoOf('new.end_at')}, 'durationMs', new.duration_ms, 'disconnectionReason', new.disconnection_reason);
    if not old.is_over and new.is_over then
      perform tell_event(new.workspace_id, 'call.ended', 'call:' || new.id, array[new.id], facts);
    end if;
    if not old.is_analyzed and new.is_analyzed then
      perform tell_event(new.workspace_id, 'call.analyzed', 'call:' || new.id, array[new.id], facts || jsonb_build_object(
        'isSuccessful', new.is_successful, 'sentiment', new.sentiment, 'inVoicemail', new.in_voicemail,
        'analysis', (select call_analysis from call_details
          where workspace_id = new.workspace_id and call_id = new.id and first_seen_month = new.first_seen_month)));
    end if;
    return null;
  end $$`,
  `create trigger tell_call_event after update on calls for each row
    when ((old.start_at is null and new.start_at is not null) or (not old.is_over and new.is_over)
      or (not old.is_analyzed and new.is_analyzed))
    execute function tell_call_event()`,
  `create function tell_campaign_event() returns trigger language plpgsql as $$
  begin
    perform tell_event(new.workspace_id,
      'campaign.' || case new.status when 'in_progress' then 'started' else new.status end, 'campaign:' || new.id, '{}',
      jsonb_build_object('campaignId', new.id, 'name', new.name, 'status', new.status,
        'pauseReason', new.pause_reason, 'totalRecipients', new.total_recipients));
    return null;
  end $$`,
  `create trigger tell_campaign_event after update of status on campaigns for each row
    when (old.status <> new.status and (new.status in ('paused', 'completed')
      or (new.status = 'in_progress' and old.status in ('created', 'scheduled', 'paused'))))
    execute function tell_campaign_event()`,
  `create function tell_recipient_event() returns trigger language plpgsql as $$
  begin
    if not exists (select from event_webhooks where workspace_id = new.workspace_id) then return null; end if;
    perform tell_event(new.workspace_id, 'recipient.finished', 'campaign:' || new.campaign_id,
      coalesce((select array_agg(call_id) filter (where call_id is not null) from attempts
        where workspace_id = new.workspace_id and campaign_id = new.campaign_id and recipient_id = new.id), '{}'),
      jsonb_build_object('campaignId', new.campaign_id, 'recipientId', new.id, 'phoneNumber', new.phone_number,
        'customerName', new.customer_name, 'variables', new.variables, 'state', new.state, 'pickedUp', new.picked_up,
        'contacted', new.contacted, 'completed', new.completed, 'successful', new.successful, 'reason', new.last_reason,
        'attempts', coalesce((select jsonb_agg(jsonb_build_object('attemptId', id, 'callId', call_id, 'at', ${isoOf('created_at')},
          'state', state, 'outcome', outcome, 'reason', reason) order by created_at, id) from attempts
          where workspace_id = new.workspace_id and campaign_id = new.campaign_id and recipient_id = new.id), '[]')));
    return null;
  end $$`,
  `create trigger tell_recipient_event after update on recipients for each row
    when (new.state not in ('pending', 'dialing') and not new.is_live and new.phone_number <> ''
      and (old.state in ('pending', 'dialing') or old.is_live))
    execute function tell_recipient_event()`,
  `create function tell_do_not_call_event() returns trigger language plpgsql as $$
  begin
    perform tell_event(new.workspace_id, 'do_not_call.added', 'number:' || new.number_key, '{}',
      jsonb_build_object('phoneNumber', new.phone_number, 'source', new.source, 'note', new.note));
    return null;
  end $$`,
  /*
   * Trigger: a number that is added to the do-not-call list by hand or by a call's analysis causes an event. Uploaded
   * numbers cause none.
   */
  `create trigger tell_do_not_call_event after insert on do_not_call for each row
    when (new.source in ('manual', 'analysis')) execute function tell_do_not_call_event()`,
  `create function tell_alert_event() returns trigger language plpgsql as $$
  begin
    perform tell_event(new.workspace_id, 'alert.' || case tg_op when 'INSERT' then 'raised' else 'cleared' end,
      'alert:' || new.id, '{}', jsonb_build_object('alertId', new.id, 'kind', new.kind, 'subject', new.subject,
        'details', new.details, 'raisedAt', ${isoOf('new.raised_at')}, 'clearedAt', ${isoOf('new.cleared_at')}));
    return null;
  end $$`,
  `create trigger tell_alert_raised after insert on alerts for each row execute function tell_alert_event()`,
  `create trigger tell_alert_cleared after update of cleared_at on alerts for each row
    when (old.cleared_at is null and new.cleared_at is not null) execute function tell_alert_event()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...tables, ...functions]) await sql.raw(statement).execute(db);
}
