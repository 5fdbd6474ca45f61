/**
 * Migration: a recipient's `successful` is null until a call's analysis arrives. The event `recipient.finished` waits
 * up to ten minutes for the analysis, and `campaign.completed` waits for all recipients. `call.started` is sent only
 * for connected calls.
 */
import { sql, type Kysely } from 'kysely';

const isoOf = (moment: string): string => `to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const isFinished = (row: 'old' | 'new'): string =>
  `(${row}.state not in ('pending', 'dialing') and not ${row}.is_live)`;
const resultOf = (row: 'old' | 'new'): string =>
  `(${row}.state, ${row}.picked_up, ${row}.contacted, ${row}.completed, ${row}.successful, ${row}.last_reason)`;
/**
 * SQL condition: the call has connected, by the rule of `isConnected` in call-facts.ts, or its conversation is in
 * progress.
 */
const hasConnected = (row: 'old' | 'new'): string => `(${row}.start_at is not null
  and coalesce(${row}.disconnection_reason, '') not like 'dial\\_%'
  and (${row}.status in ('ongoing', 'ended') or coalesce(${row}.duration_ms, 0) > 0))`;

const statements = [
  `alter table attempts alter column successful drop not null`,
  `alter table recipients alter column successful drop not null,
    add column result_due_at timestamptz,
    add column result_revision integer not null default 0`,
  `create index recipients_awaiting_result on recipients (workspace_id, campaign_id, result_due_at) where result_due_at is not null`,
  `alter table campaigns add column completion_pending boolean not null default false`,
  `create index campaigns_completion_pending on campaigns (workspace_id, id) where completion_pending`,

  `drop trigger tell_call_event on calls`,
  `create or replace function tell_call_event() returns trigger language plpgsql as $$
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
    if not old.is_over and not ${hasConnected('old')} and ${hasConnected('new')} then
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
    when ((not old.is_over and (new.is_over or (not ${hasConnected('old')} and ${hasConnected('new')})))
      or (not old.is_analyzed and new.is_analyzed))
    execute function tell_call_event()`,

  /*
   * Trigger function: decides whether the result of an updated recipient must still wait for a call's analysis or is
   * sent now.
   */
  `create function judge_recipient_result() returns trigger language plpgsql as $$
  begin
    if not ${isFinished('new')} then
      new.result_due_at := null;
      return new;
    end if;
    if ${isFinished('old')} and ${resultOf('new')} is not distinct from ${resultOf('old')}
      and new.result_due_at is not distinct from old.result_due_at then return new; end if;
    if not exists (select from event_webhooks where workspace_id = new.workspace_id) then
      new.result_due_at := null;
    elsif not ${isFinished('old')} and new.state = 'sent' and new.successful is null then
      new.result_due_at := clock_timestamp() + interval '10 minutes';
    elsif old.result_due_at is null or new.result_due_at is null or new.state <> 'sent' or new.successful is not null then
      new.result_due_at := null;
      new.result_revision := old.result_revision + 1;
    end if;
    return new;
  end $$`,
  `create trigger judge_recipient_result before update on recipients for each row
    when (${isFinished('new')} or old.result_due_at is not null)
    execute function judge_recipient_result()`,
  `drop trigger tell_recipient_event on recipients`,
  `create or replace function tell_recipient_event() returns trigger language plpgsql as $$
  begin
    perform tell_event(new.workspace_id, 'recipient.finished', 'campaign:' || new.campaign_id,
      coalesce((select array_agg(call_id) filter (where call_id is not null) from attempts
        where workspace_id = new.workspace_id and campaign_id = new.campaign_id and recipient_id = new.id), '{}'),
      jsonb_build_object('campaignId', new.campaign_id, 'recipientId', new.id, 'revision', new.result_revision,
        'phoneNumber', new.phone_number, 'customerName', new.customer_name, 'variables', new.variables, 'state', new.state,
        'pickedUp', new.picked_up, 'contacted', new.contacted, 'completed', new.completed,
        'successful', case when new.successful or new.state <> 'unconfirmed' then new.successful end,
        'reason', new.last_reason,
        'attempts', coalesce((select jsonb_agg(jsonb_build_object('attemptId', id, 'callId', call_id, 'at', ${isoOf('created_at')},
          'state', state, 'outcome', outcome, 'reason', reason) order by created_at, id) from attempts
          where workspace_id = new.workspace_id and campaign_id = new.campaign_id and recipient_id = new.id), '[]')));
    return null;
  end $$`,
  `create trigger tell_recipient_event after update on recipients for each row
    when (new.result_revision > old.result_revision and new.phone_number <> '')
    execute function tell_recipient_event()`,

  `create function awaits_results(of_workspace uuid, of_campaign uuid) returns boolean language sql stable as $$
    select exists (select from recipients where workspace_id = of_workspace and campaign_id = of_campaign
      and (state in ('pending', 'dialing') or is_live or result_due_at is not null))
  $$`,
  /*
   * Trigger function: sets `completion_pending` if a campaign becomes `completed` while calls or results are still
   * missing.
   */
  `create function judge_campaign_completion() returns trigger language plpgsql as $$
  begin
    new.completion_pending := new.status = 'completed'
      and exists (select from event_webhooks where workspace_id = new.workspace_id)
      and awaits_results(new.workspace_id, new.id);
    return new;
  end $$`,
  `create trigger judge_campaign_completion before update of status on campaigns for each row
    when (old.status <> new.status) execute function judge_campaign_completion()`,
  `drop trigger tell_campaign_event on campaigns`,
  `create trigger tell_campaign_event after update of status, completion_pending on campaigns for each row
    when ((old.status <> new.status and not new.completion_pending and (new.status in ('paused', 'completed')
      or (new.status = 'in_progress' and old.status in ('created', 'scheduled', 'paused'))))
      or (old.status = 'completed' and new.status = 'completed' and old.completion_pending and not new.completion_pending))
    execute function tell_campaign_event()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
