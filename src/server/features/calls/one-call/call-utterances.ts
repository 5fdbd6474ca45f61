/** Converts a call's transcript to utterances for the call's page. */
import type { TranscriptUtterance } from '../../../../contract/calls.ts';
import { wireCallSchema } from '../../../../retell/wire-call.ts';

const speakers: Readonly<Record<string, string>> = {
  agent: 'Agente',
  user: 'Cliente',
  transfer_target: 'Transferencia',
};

/** Converts a call's transcript to utterances. If there is none with word times, uses the plain text, without times. */
export function toTranscriptUtterances(transcriptObject: unknown, transcript: string | null): TranscriptUtterance[] {
  const parsed = wireCallSchema.shape.transcript_object.safeParse(transcriptObject);
  const spoken = (parsed.data ?? []).flatMap(({ role, content, words }) => {
    const text = content?.trim() ?? '';
    if (text === '') return [];
    const timed = (words ?? []).flatMap((word) =>
      word.word == null || word.start == null || word.end == null
        ? []
        : [{ word: word.word, start: word.start, end: word.end }],
    );
    return [
      {
        speaker: speakerOf(role ?? ''),
        text,
        startSeconds: timed[0]?.start ?? null,
        endSeconds: timed.at(-1)?.end ?? null,
        words: timed,
      },
    ];
  });
  return spoken.length > 0 ? spoken : fromText(transcript ?? '');
}

/**
 * Splits transcript lines such as 'Agent: Hola' at the first colon. A line without a colon is part of the previous
 * line.
 */
function fromText(transcript: string): TranscriptUtterance[] {
  const utterances: TranscriptUtterance[] = [];
  for (const line of transcript.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const last = utterances.at(-1);
    if (colon < 0 && last) last.text += ` ${line}`;
    else {
      const speaker = colon < 0 ? '' : speakerOf(line.slice(0, colon).trim());
      utterances.push({ speaker, text: line.slice(colon + 1).trim(), startSeconds: null, endSeconds: null, words: [] });
    }
  }
  return utterances;
}

function speakerOf(role: string): string {
  return speakers[role.toLowerCase().replaceAll(' ', '_')] ?? role;
}
