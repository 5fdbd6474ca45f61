/**
 * Recordings of calls: whether there is one, and its sound through our own server. The provider's signed links expire
 * and never leave the server.
 */
import type { Logger } from 'pino';
import { recordingUrlOf } from '../../../../retell/recording-url.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { ProviderError } from '../../../platform/provider/provider.ts';
import { lookUpCall, type LookupDeps } from '../reconcile/reconcile-lookup.ts';
import { openRecording, RecordingGoneError, type Download } from './recording-download.ts';

export interface RecordingDeps extends LookupDeps {
  /** RETELL_BASE_URL: its own origin may serve recordings. */
  readonly providerBaseUrl: string;
  readonly log: Logger;
  readonly clock: Clock;
}

/** A call as far as its recording goes. */
export interface RecordedCall {
  readonly id: string;
  readonly isOver: boolean;
  /** As stored; null: none told yet. */
  readonly recordingUrl: string | null;
}

export interface Recordings {
  /** Asks the provider once when no recording is known. Throws AppError `provider_unavailable`. */
  isAvailable(workspaceId: string, call: RecordedCall): Promise<boolean>;
  /** Throws AppError `not_found` when there is none, `provider_unavailable` when it can't be had now. */
  open(workspaceId: string, call: RecordedCall, range: string | undefined): Promise<Download>;
}

const missing = 'Grabación no disponible en Retell.AI';
/** A player asks for many ranges: a link that was fresh a moment ago is tried first. */
const rememberMs = 10 * 60_000;
const mostRemembered = 1_000;

export function createRecordings(deps: RecordingDeps): Recordings {
  const trustedOrigin = new URL(deps.providerBaseUrl).origin;
  const fresh = new Map<string, { readonly url: string; readonly untilMs: number }>();

  /** What get-call says now; remembered here, and stored like any report of the call. */
  async function askForUrl(workspaceId: string, callId: string): Promise<string | null> {
    const call = await orUnavailable(lookUpCall(deps, workspaceId, callId));
    const url = call && recordingUrlOf(call);
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

  async function download(url: string, range: string | undefined): Promise<Download> {
    try {
      return await openRecording(url, { trustedOrigin, range });
    } catch (error) {
      if (error instanceof RecordingGoneError) throw error;
      deps.log.warn({ err: error }, 'a recording could not be fetched');
      throw new AppError('provider_unavailable', { message: 'Grabación no disponible', cause: error });
    }
  }

  return {
    async isAvailable(workspaceId, call) {
      if (call.recordingUrl !== null) return true;
      // A call under way has none yet.
      return call.isOver && (await askForUrl(workspaceId, call.id)) !== null;
    },
    async open(workspaceId, call, range) {
      const known = remembered(workspaceId, call.id) ?? call.recordingUrl;
      try {
        if (known !== null) return await download(known, range);
      } catch (error) {
        if (!(error instanceof RecordingGoneError)) throw error;
      }
      const url = call.isOver ? await askForUrl(workspaceId, call.id) : null;
      if (url === null) throw new AppError('not_found', { message: missing });
      try {
        return await download(url, range);
      } catch (error) {
        if (error instanceof RecordingGoneError) throw new AppError('not_found', { message: missing, cause: error });
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
