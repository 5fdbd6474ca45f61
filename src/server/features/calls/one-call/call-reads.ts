/** Routes that show one call: its details and its recording. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callsEndpoints } from '../../../../contract/calls.ts';
import { apiErrorMessages } from '../../../../labels/es.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { VoiceProvider } from '../../../platform/provider/provider.ts';
import { findCallDetail, buildRecordingPath } from './call-detail-query.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { createMissingCallDataFetcher } from './call-transcript-fetch.ts';
import { createCallRecordingReader } from './recording.ts';

export interface CallReadsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly directory: {
    providerOf(workspaceId: string): Promise<VoiceProvider>;
  };
  /** Stores the call's data that the provider returns when a user opens a call or its recording. */
  readonly ingest: CallIngest;
  /** RETELL_BASE_URL: the provider's address. */
  readonly providerBaseUrl: string;
  readonly log: Logger;
}

export function registerCallReadRoutes(binder: EndpointBinder, deps: CallReadsDeps): void {
  const { db, clock } = deps;
  const recordings = createCallRecordingReader(deps);
  const transcripts = createMissingCallDataFetcher(deps);

  async function find(workspaceId: string, callId: string) {
    const call = await findCallDetail(db, workspaceId, callId);
    if (!call) throw new AppError('not_found');
    return call;
  }

  binder.bind(callsEndpoints.getCall, async ({ workspaceId, params }) => {
    const call = await find(workspaceId, params.id);
    const { callStatus, utterances, dataStorage, erasedAt } = call.detail;
    // If the call's data storage is `basic_attributes_only`, fetch no transcript, because the provider stores none.
    const mayHaveSpoken = callStatus === 'ended' || callStatus === 'failed';
    const lacksTranscript = mayHaveSpoken && utterances.length === 0 && dataStorage !== 'basic_attributes_only';
    const doubtedAt = call.analysisDoubtedAt(clock.now());
    const mayLearn = erasedAt === null && (lacksTranscript || doubtedAt !== null);
    const learnt = mayLearn && (await transcripts.learn(workspaceId, params.id, doubtedAt));
    return learnt ? (await find(workspaceId, params.id)).detail : call.detail;
  });
  binder.bind(callsEndpoints.getRecording, async ({ workspaceId, params }) => {
    const { detail, isOver, recordingUrl } = await find(workspaceId, params.id);
    if (detail.erasedAt !== null) return { recording_url: null, available: false };
    const available = await recordings.isAvailable(workspaceId, { id: params.id, isOver, recordingUrl });
    return { recording_url: available ? buildRecordingPath(params.id) : null, available };
  });
  binder.bind(callsEndpoints.getRecordingAudio, async ({ workspaceId, params, request, reply }) => {
    const { detail, isOver, recordingUrl } = await find(workspaceId, params.id);
    // An erased call has no recording, even if a link is still cached.
    if (detail.erasedAt !== null) throw new AppError('not_found', { message: apiErrorMessages.call_erased });
    const call = { id: params.id, isOver, recordingUrl };
    const download = await recordings.open(workspaceId, call, request.headers.range);
    // Send the recording uncompressed. Sound compresses poorly, and byte ranges are positions in the original file.
    request.headers['x-no-compression'] = '1';
    return reply
      .code(download.status)
      .headers({ ...download.headers, 'accept-ranges': 'bytes', 'content-disposition': 'inline' })
      .type(download.contentType)
      .send(download.body);
  });
}
