/**
 * Rows of `calls`, `call_details` and `call_events` as the batching writer reads and writes them: one statement for a
 * whole batch each. Rows travel as one JSON parameter, which PostgreSQL casts by the column.
 */
import { sql, type Selectable } from 'kysely';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Write } from '../../platform/db/write-together.ts';
import type { CallSource } from './call-ingest.ts';
import type { Tx } from './call-participant.ts';
import type { RequiredFields } from './call-measures.ts';
import type { CallDetails, CallState } from './call-state.ts';
import { monthOf } from './call-state.ts';
import type { ExtraField } from './call-fields.ts';
import type { JsonObject, JsonValue } from './wire-values.ts';
import { sharedWorkspaceLock } from './workspace-lock-store.ts';

/**
 * Takes the workspace's lock, shared, and makes a row for every call not known yet, so that it can be locked. Answers
 * the ids that are new.
 */
export async function insertStubs(tx: Tx, workspaceId: string, ids: readonly string[], at: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    ${prepared} with locked as materialized (${sharedWorkspaceLock(workspaceId)})
    insert into calls (workspace_id, id, first_seen_at, first_seen_month, occurred_at)
    select ${workspaceId}::uuid, id, ${at}::timestamptz, ${monthOf(at)}::date, ${at}::timestamptz
    from locked, unnest(${[...ids]}::text[]) as given (id)
    order by id
    on conflict do nothing
    returning id`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** Locks the rows in the order of their ids until the transaction's end, and reads them as they then are. */
export async function lockCalls(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<CallState[]> {
  const rows = await tx
    .selectFrom('calls')
    .modifyFront(prepared)
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(toCallState);
}

/** Of these ids, those of deleted calls. Asked once the calls are locked, so that no deletion slips by. */
export async function findTombstones(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('call_tombstones')
    .modifyFront(prepared)
    .select('call_id')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Set(rows.map((row) => row.call_id));
}

export async function deleteStubs(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('calls')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** The wide halves of these calls; a call without any is left out. */
export async function readDetails(
  tx: Tx,
  workspaceId: string,
  calls: readonly CallState[],
): Promise<Map<string, CallDetails>> {
  const months = [...new Set(calls.map((call) => call.firstSeenMonth))];
  const rows = await tx
    .selectFrom('call_details')
    .modifyFront(prepared)
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', sql<string>`any(${calls.map((call) => call.id)}::text[])`)
    .where('first_seen_month', '=', sql<string>`any(${months}::date[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.call_id,
      {
        transcript: row.transcript,
        transcriptObject: row.transcript_object as readonly JsonValue[] | null,
        recordingUrl: row.recording_url,
        callAnalysis: row.call_analysis as JsonObject | null,
        callCost: row.call_cost as JsonObject | null,
        latency: row.latency as JsonObject | null,
        llmTokenUsage: row.llm_token_usage as JsonObject | null,
        dynamicVariables: row.dynamic_variables as JsonObject | null,
        collectedVariables: row.collected_variables as JsonObject | null,
        metadata: row.metadata as JsonObject | null,
        toolCalls: row.tool_calls as readonly JsonValue[] | null,
        requiredFields: row.required_fields as RequiredFields | null,
        extra: row.extra as Record<string, ExtraField> | null,
      },
    ]),
  );
}

export interface CallEvent {
  readonly callId: string;
  readonly firstSeenMonth: string;
  readonly digest: string;
  readonly event: string;
  readonly source: CallSource;
}

/** Notes what was received; a repetition is the row that stands. */
export function eventWrite(workspaceId: string, events: readonly CallEvent[], at: Date): Write {
  if (events.length === 0) return null;
  return sql`
    insert into call_events (workspace_id, call_id, first_seen_month, digest, event, source, received_at)
    select ${workspaceId}::uuid, "callId", "firstSeenMonth", digest, event, source, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(events)}::json)
      as given ("callId" text, "firstSeenMonth" date, digest text, event text, source text)
    order by "callId", digest
    on conflict do nothing`;
}

/** Writes every field that can change of rows that are there and locked. */
export function callWrite(workspaceId: string, calls: readonly CallState[], at: Date): Write {
  if (calls.length === 0) return null;
  return sql`
    update calls set
      call_type = given."callType",
      direction = given.direction,
      from_number = given."fromNumber",
      to_number = given."toNumber",
      contact_key = given."contactKey",
      agent_id = given."agentId",
      agent_version = given."agentVersion",
      customer_name = given."customerName",
      attempt_id = given."attemptId",
      campaign_id = given."campaignId",
      reported_status = given."reportedStatus",
      is_over = given."isOver",
      is_analyzed = given."isAnalyzed",
      status = given.status,
      start_at = given."startAt",
      end_at = given."endAt",
      duration_ms = given."durationMs",
      occurred_at = given."occurredAt",
      disconnection_reason = given."disconnectionReason",
      sentiment = given.sentiment,
      is_successful = given."isSuccessful",
      in_voicemail = given."inVoicemail",
      cost_cents = given."costCents",
      e2e_p50_ms = given."e2eP50Ms",
      evidence = given.evidence,
      agent_spoke = given."agentSpoke",
      greeting_ms = given."greetingMs",
      silence_ms = given."silenceMs",
      overlap_ms = given."overlapMs",
      figures = given.figures,
      fields_filled = given."fieldsFilled",
      fields_expected = given."fieldsExpected",
      is_followed_up = given."isFollowedUp",
      review = given.review,
      updated_at = ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(calls)}::json) as given (
      id text, "callType" text, direction text, "fromNumber" text, "toNumber" text, "contactKey" text, "agentId" text,
      "agentVersion" integer, "customerName" text, "attemptId" uuid, "campaignId" uuid, "reportedStatus" text,
      "isOver" boolean, "isAnalyzed" boolean, status text, "startAt" timestamptz, "endAt" timestamptz,
      "durationMs" integer, "occurredAt" timestamptz, "disconnectionReason" text, sentiment text,
      "isSuccessful" boolean, "inVoicemail" boolean, "costCents" numeric, "e2eP50Ms" numeric, evidence text,
      "agentSpoke" boolean, "greetingMs" integer, "silenceMs" integer, "overlapMs" integer, figures jsonb,
      "fieldsFilled" smallint, "fieldsExpected" smallint, "isFollowedUp" boolean, review jsonb)
    where calls.workspace_id = ${workspaceId}::uuid and calls.id = given.id`;
}

/** A row of `calls`, whole, as the state that it holds. */
export function toCallState(row: Selectable<Schema['calls']>): CallState {
  return {
    id: row.id,
    firstSeenAt: row.first_seen_at,
    firstSeenMonth: row.first_seen_month,
    callType: row.call_type,
    direction: row.direction,
    fromNumber: row.from_number,
    toNumber: row.to_number,
    contactKey: row.contact_key,
    agentId: row.agent_id,
    agentVersion: row.agent_version,
    customerName: row.customer_name,
    attemptId: row.attempt_id,
    campaignId: row.campaign_id,
    reportedStatus: row.reported_status,
    isOver: row.is_over,
    isAnalyzed: row.is_analyzed,
    status: row.status,
    startAt: row.start_at,
    endAt: row.end_at,
    durationMs: row.duration_ms,
    occurredAt: row.occurred_at,
    disconnectionReason: row.disconnection_reason,
    sentiment: row.sentiment,
    isSuccessful: row.is_successful,
    inVoicemail: row.in_voicemail,
    costCents: row.cost_cents,
    e2eP50Ms: row.e2e_p50_ms,
    evidence: row.evidence,
    agentSpoke: row.agent_spoke,
    greetingMs: row.greeting_ms,
    silenceMs: row.silence_ms,
    overlapMs: row.overlap_ms,
    figures: row.figures,
    fieldsFilled: row.fields_filled,
    fieldsExpected: row.fields_expected,
    isFollowedUp: row.is_followed_up,
    review: row.review,
  };
}
