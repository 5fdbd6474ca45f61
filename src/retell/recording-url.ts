// The URL of a call's recording: the plain recording, else the scrubbed one, else one with a channel for each party.
import type { WireCall } from './wire-call.ts';

type Recorded = Pick<
  WireCall,
  'recording_url' | 'scrubbed_recording_url' | 'recording_multi_channel_url' | 'scrubbed_recording_multi_channel_url'
>;

/** The URL of a call's recording, null if the provider stores none. It may expire; get-call returns a new one. */
export function recordingUrlOf(call: Recorded): string | null {
  const urls: unknown[] = [
    call.recording_url,
    call.scrubbed_recording_url,
    call.recording_multi_channel_url,
    call.scrubbed_recording_multi_channel_url,
  ];
  return urls.find((url): url is string => typeof url === 'string' && url !== '') ?? null;
}
