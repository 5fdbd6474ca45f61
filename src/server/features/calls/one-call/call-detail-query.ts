/** Reads all that a call's page shows: the call's row in `calls` together with its row in `call_details`. */
import { type Kysely, type Selectable } from 'kysely';
import { z } from 'zod';
import {
  callDataStorageOptions,
  agentToolCallSchema,
  type CallDetail,
  type CallDataStorage,
} from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { callDetailsColumns, callPageDetailColumnPairs, type CallPageDetails } from '../state/call-columns.ts';
import { selectCallSummaryRows, toCallSummary } from '../state/call-list-query.ts';
import { toTranscriptUtterances } from './call-utterances.ts';
import { longestAnalysisRerunMs } from './analysis-rerun-store.ts';

export interface FoundCallDetail {
  readonly detail: CallDetail;
  readonly isOver: boolean;
  /** The provider's latest link to the call's recording. The link may have expired. */
  readonly recordingUrl: string | null;
  /**
   * Returns when the call's stored analysis became doubtful. Null if it is not doubtful. It is doubtful if the provider
   * sent two different analyses, or if the result of a requested rerun never arrived.
   */
  readonly analysisDoubtedAt: (now: Date) => Date | null;
}

/** Returns the URL path under which our server sends the audio of a call's recording. */
export function buildRecordingPath(callId: string): string {
  return `/api/calls/${encodeURIComponent(callId)}/recording/audio`;
}

/** Finds a call with its details. Null if the workspace does not have the call. */
export async function findCallDetail(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<FoundCallDetail | null> {
  const call = db
    .selectFrom('calls as c')
    .selectAll()
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', callId);
  const [summaries, wide] = await Promise.all([selectCallSummaryRows(db, call), findWide(db, workspaceId, callId)]);
  const summary = summaries[0];
  if (!summary || !wide) return null;
  const transcript = wide.transcript ?? null;
  return {
    isOver: wide.is_over,
    recordingUrl: wide.recording_url,
    analysisDoubtedAt: (now) => wide.analysis_disputed_at ?? lostOrderOf(wide, now),
    detail: {
      ...toCallSummary(summary),
      recordingUrl: wide.recording_url === null ? null : buildRecordingPath(callId),
      transcript,
      utterances: toTranscriptUtterances(wide.transcript_object, transcript),
      toolCalls: z
        .array(agentToolCallSchema)
        .catch([])
        .parse(wide.tool_calls ?? []),
      agentVersion: wide.agent_version,
      dataStorage: dataStorageOf(wide.extra),
      ...(Object.fromEntries(
        callPageDetailColumnPairs.map(([name, column]) => [name, wide[column]]),
      ) as unknown as CallPageDetails),
    },
  };
}

/** Reads the data of a call that are needed to end it. Null if the workspace does not have the call. */
export async function findCallStateAndAgent(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<{ readonly isOver: boolean; readonly agentId: string | null; readonly agentName: string | null } | null> {
  const calls = db.selectFrom('calls as c').where('c.workspace_id', '=', workspaceId).where('c.id', '=', callId);
  const [state, summaries] = await Promise.all([
    calls.select('c.is_over').executeTakeFirst(),
    selectCallSummaryRows(db, calls.selectAll()),
  ]);
  if (!state) return null;
  return {
    isOver: state.is_over,
    agentId: summaries[0]?.agent_id ?? null,
    agentName: summaries[0]?.agent_name ?? null,
  };
}

function dataStorageOf(extra: unknown): CallDataStorage | null {
  const told = (extra as Readonly<Record<string, { readonly value?: unknown }>> | null)?.['data_storage_setting']
    ?.value;
  return callDataStorageOptions.find((setting) => setting === told) ?? null;
}

/** Returns the request time of an analysis rerun whose result never arrived. Null if an analysis was fetched later. */
function lostOrderOf({ analysis_ordered_at: orderedAt, analysis_asked_at: askedAt }: Wide, now: Date): Date | null {
  if (orderedAt === null) return null;
  const thereAtMs = orderedAt.getTime() + longestAnalysisRerunMs;
  return now.getTime() > thereAtMs && (askedAt?.getTime() ?? 0) <= thereAtMs ? orderedAt : null;
}

const shownColumns = callDetailsColumns
  .map(({ column }) => column)
  .filter((column) => column !== 'required_fields')
  .map((column) => `d.${column}` as const);

type Wide = Pick<
  Selectable<DatabaseSchema['calls']>,
  'is_over' | 'agent_version' | 'analysis_asked_at' | 'analysis_ordered_at' | 'analysis_disputed_at'
> &
  Omit<Selectable<DatabaseSchema['call_details']>, 'workspace_id' | 'call_id' | 'first_seen_month' | 'required_fields'>;

/**
 * Reads a call together with its details. The details are null if none are stored. The join by month reads only one
 * partition.
 */
async function findWide(db: Kysely<DatabaseSchema>, workspaceId: string, callId: string): Promise<Wide | undefined> {
  return db
    .selectFrom('calls as c')
    .leftJoin('call_details as d', (join) =>
      join
        .onRef('d.workspace_id', '=', 'c.workspace_id')
        .onRef('d.call_id', '=', 'c.id')
        .onRef('d.first_seen_month', '=', 'c.first_seen_month'),
    )
    .select(['c.is_over', 'c.agent_version'])
    .select(['c.analysis_asked_at', 'c.analysis_ordered_at', 'c.analysis_disputed_at'])
    .select(shownColumns)
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', callId)
    .executeTakeFirst();
}
