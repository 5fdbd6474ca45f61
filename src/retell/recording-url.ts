// Chooses the URL of a call's recording. The plain recording is preferred, then the scrubbed one, then those with a
// channel for each party.
import type { WireCall } from './wire-call.ts';

type Recorded = Pick<
  WireCall,
  'recording_url' | 'scrubbed_recording_url' | 'recording_multi_channel_url' | 'scrubbed_recording_multi_channel_url'
>;

/**
 * Returns the URL of a call's recording. Null if none is stored. The URL may expire, and get-call then returns a new
 * one.
 */
export function pickRecordingUrl(call: Recorded): string | null {
  const urls: unknown[] = [
    call.recording_url,
    call.scrubbed_recording_url,
    call.recording_multi_channel_url,
    call.scrubbed_recording_multi_channel_url,
  ];
  return urls.find((url): url is string => typeof url === 'string' && url !== '') ?? null;
}
