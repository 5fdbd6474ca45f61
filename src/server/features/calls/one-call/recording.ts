/**
 * Recordings of calls: whether one exists, and its audio. Our server relays the audio, because the provider's signed
 * links expire and must not leave the server.
 */
import type { Logger } from 'pino';
import { pickRecordingUrl } from '../../../../retell/recording-url.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { ProviderError } from '../../../platform/provider/provider.ts';
import { fetchAndStoreCall, type FetchAndStoreCallDeps } from '../reconcile/reconcile-lookup.ts';
import { openRecordingDownload, RecordingLinkExpiredError, type RecordingDownload } from './recording-download.ts';

export interface CallRecordingReaderDeps extends FetchAndStoreCallDeps {
  /**
   * RETELL_BASE_URL: the provider's address. Recordings may be downloaded from this origin even if its IP address is
   * not public.
   */
  readonly providerBaseUrl: string;
  readonly log: Logger;
  readonly clock: Clock;
}

export interface CallWithRecordingLink {
  readonly id: string;
  readonly isOver: boolean;
  /** The stored link to the recording. Null if the provider has sent none. */
  readonly recordingUrl: string | null;
}

export interface CallRecordingReader {
  /** True if the call has a recording. Asks the provider if no link is stored; throws `provider_unavailable`. */
  isAvailable(workspaceId: string, call: CallWithRecordingLink): Promise<boolean>;
  /** Opens a recording. Throws AppError `not_found` if there is none, `provider_unavailable` if the download fails. */
  open(workspaceId: string, call: CallWithRecordingLink, range: string | undefined): Promise<RecordingDownload>;
}

const missing = 'Grabación no disponible en Retell.AI';
/** Time in ms for which a link to a recording is cached, because an audio player sends many range requests. */
const rememberMs = 10 * 60_000;
const mostRemembered = 1_000;

export function createCallRecordingReader(deps: CallRecordingReaderDeps): CallRecordingReader {
  const trustedOrigin = new URL(deps.providerBaseUrl).origin;
  const fresh = new Map<string, { readonly url: string; readonly untilMs: number }>();

  /**
   * Fetches a call's data from the provider and stores them. Caches and returns the link to the call's recording; null
   * if there is none.
   */
  async function askForUrl(workspaceId: string, callId: string): Promise<string | null> {
    const call = await orUnavailable(fetchAndStoreCall(deps, workspaceId, callId));
    const url = call && pickRecordingUrl(call);
    if (url !== null) {
      if (fresh.size >= mostRemembered) fresh.clear();
      fresh.set(`${workspaceId}/${callId}`, { url, untilMs: deps.clock.monotonicMs() + rememberMs });
    }
    return url;
  }

  function remembered(workspaceId: string, callId: string): string | null {
    const hit = fresh.get(`${workspaceId}/${callId}`);
    return hit && deps.clock.monotonicMs() < hit.untilMs ? hit.url : null;
  }

  async function download(url: string, range: string | undefined): Promise<RecordingDownload> {
    try {
      return await openRecordingDownload(url, { trustedOrigin, range });
    } catch (error) {
      if (error instanceof RecordingLinkExpiredError) throw error;
      deps.log.warn({ err: error }, 'a recording could not be fetched');
      throw new AppError('provider_unavailable', { message: 'Grabación no disponible', cause: error });
    }
  }

  return {
    async isAvailable(workspaceId, call) {
      if (call.recordingUrl !== null) return true;
      // An open call has no recording yet.
      return call.isOver && (await askForUrl(workspaceId, call.id)) !== null;
    },
    async open(workspaceId, call, range) {
      const known = remembered(workspaceId, call.id) ?? call.recordingUrl;
      try {
        if (known !== null) return await download(known, range);
      } catch (error) {
        if (!(error instanceof RecordingLinkExpiredError)) throw error;
      }
      const url = call.isOver ? await askForUrl(workspaceId, call.id) : null;
      if (url === null) throw new AppError('not_found', { message: missing });
      try {
        return await download(url, range);
      } catch (error) {
        if (error instanceof RecordingLinkExpiredError)
          throw new AppError('not_found', { message: missing, cause: error });
        throw error;
      }
    },
  };
}

async function orUnavailable<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}
