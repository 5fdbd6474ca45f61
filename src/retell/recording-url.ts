// Where a call's sound is: the plain recording, else the one without what names people, else one with a channel for each party.
import type { WireCall } from './wire-call.ts';

type Recorded = Pick<
  WireCall,
  'recording_url' | 'scrubbed_recording_url' | 'recording_multi_channel_url' | 'scrubbed_recording_multi_channel_url'
>;

/** Null where the provider keeps none. A signed link ends: who finds it gone asks get-call for another. */
export function recordingUrlOf(call: Recorded): string | null {
  const urls: unknown[] = [
    call.recording_url,
    call.scrubbed_recording_url,
    call.recording_multi_channel_url,
    call.scrubbed_recording_multi_channel_url,
  ];
  return urls.find((url): url is string => typeof url === 'string' && url !== '') ?? null;
}
