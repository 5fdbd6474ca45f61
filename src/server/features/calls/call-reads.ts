/** The routes that show calls: lists, one call whole, its recording. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { callsEndpoints } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import type { Provider } from '../../platform/provider/provider.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import { findCall } from './call-detail-query.ts';
import type { CallIngest } from './call-ingest.ts';
import { listActiveCalls, listCalls, type CallPage } from './call-list-query.ts';
import { createTranscriptFetch } from './call-transcript-fetch.ts';
import { createRecordings } from './recording.ts';

export interface CallReadsDeps {
  readonly db: Kysely<Schema>;
  readonly directory: {
    providerOf(workspaceId: string): Promise<Provider>;
    timeZoneOf(workspaceId: string): Promise<string>;
  };
  /** Keeps what the provider tells when a call or its recording is asked for. */
  readonly ingest: CallIngest;
  /** RETELL_BASE_URL. */
  readonly providerBaseUrl: string;
  readonly log: Logger;
  readonly sharedReads: SharedReads;
}

export function registerCallReads(binder: EndpointBinder, deps: CallReadsDeps): void {
  const { db, directory, sharedReads } = deps;
  const recordings = createRecordings(deps);
  const transcripts = createTranscriptFetch(deps);

  async function list(reply: Reply, reading: Promise<CallPage>) {
    const { calls, total } = await reading;
    reply.header('x-total-count', total);
    return calls;
  }

  async function listInRange(workspaceId: string, { period, days, agentFilter, page, pageSize }: RangeQuery): Promise<CallPage> {
    const zone = await directory.timeZoneOf(workspaceId);
    const filters = agentFilter === undefined || agentFilter === 'all' ? {} : { agentId: agentFilter };
    return listCalls(db, workspaceId, { filters, range: { period, days, zone, now: new Date() } }, { page, pageSize });
  }

  async function find(workspaceId: string, callId: string) {
    const call = await findCall(db, workspaceId, callId, recordingPath);
    if (!call) throw new AppError('not_found');
    return call;
  }

  binder.bind(callsEndpoints.listCalls, ({ workspaceId, query: { page, pageSize, ...filters }, reply }) =>
    list(reply, listCalls(db, workspaceId, { filters }, { page, pageSize })),
  );
  binder.bind(callsEndpoints.listFilteredCalls, ({ workspaceId, query, reply }) =>
    list(reply, sharedReads.share(workspaceId, 'listFilteredCalls', query, () => listInRange(workspaceId, query))),
  );
  binder.bind(callsEndpoints.listRecentCalls, ({ workspaceId, query, reply }) =>
    list(reply, sharedReads.share(workspaceId, 'listRecentCalls', query, () => listCalls(db, workspaceId, {}, query))),
  );
  binder.bind(callsEndpoints.listActiveCalls, ({ workspaceId }) =>
    sharedReads.share(workspaceId, 'listActiveCalls', {}, () => listActiveCalls(db, workspaceId)),
  );
  binder.bind(callsEndpoints.getCall, async ({ workspaceId, params }) => {
    const call = await find(workspaceId, params.id);
    const { callStatus, utterances } = call.detail;
    const lacksTranscript = callStatus === 'ended' && utterances.length === 0;
    const learnt = lacksTranscript && (await transcripts.learn(workspaceId, params.id));
    return learnt ? (await find(workspaceId, params.id)).detail : call.detail;
  });
  binder.bind(callsEndpoints.getRecording, async ({ workspaceId, params }) => {
    const { isOver, recordingUrl } = await find(workspaceId, params.id);
    const available = await recordings.isAvailable(workspaceId, { id: params.id, isOver, recordingUrl });
    return { recording_url: available ? recordingPath(params.id) : null, available };
  });
  binder.bind(callsEndpoints.getRecordingAudio, async ({ workspaceId, params, request, reply }) => {
    const { isOver, recordingUrl } = await find(workspaceId, params.id);
    const call = { id: params.id, isOver, recordingUrl };
    const download = await recordings.open(workspaceId, call, request.headers.range);
    // Sound does not compress, and a compressed part would no longer be the part that was asked for.
    request.headers['x-no-compression'] = '1';
    return reply
      .code(download.status)
      .headers({ ...download.headers, 'accept-ranges': 'bytes', 'content-disposition': 'inline' })
      .type(download.contentType)
      .send(download.body);
  });
}

type RangeQuery = z.output<typeof callsEndpoints.listFilteredCalls.query>;
type Reply = { header(name: string, value: number): unknown };

/** Where our server plays a call's recording. */
function recordingPath(callId: string): string {
  return `/api/calls/${encodeURIComponent(callId)}/recording/audio`;
}
