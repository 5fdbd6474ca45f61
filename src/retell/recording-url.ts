// Chooses the URL of a call's recording: plain, else scrubbed, else with a channel for each party.
import type { WireCall } from './wire-call.ts';

type Recorded = Pick<
  WireCall,
  'recording_url' | 'scrubbed_recording_url' | 'recording_multi_channel_url' | 'scrubbed_recording_multi_channel_url'
>;

/** Returns the URL of a call's recording. Null if none is stored. It may expire; get-call returns a new one. */
export function pickRecordingUrl(call: Recorded): string | null {
  const urls: unknown[] = [
    call.recording_url,
    call.scrubbed_recording_url,
    call.recording_multi_channel_url,
    call.scrubbed_recording_multi_channel_url,
  ];
  return urls.find((url): url is string => typeof url === 'string' && url !== '') ?? null;
}
