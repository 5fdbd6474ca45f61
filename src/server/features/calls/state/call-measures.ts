/**
 * What figures need of a call that no column of the provider's says: read from transcript and analysis when these come, and
 * kept on the narrow row, so that forgetting a person changes no figure. Pure; a source that did not change is not read again.
 */
import { analysisFiguresOf, countFilledFields } from '../../../../retell/analysis-figures.ts';
import { agentSpokeIn, talkTimesOf } from '../../../../retell/talk-times.ts';
import type { CallDetails, CallMeasures, RequiredFields } from './call-columns.ts';
import { isSameJson, type JsonObject } from './wire-values.ts';

/** What measures are read from: of a call's wide half these. */
type Sources = Pick<CallDetails, 'transcript' | 'transcriptObject' | 'callAnalysis' | 'requiredFields'>;

/** `agentId`: of an analysed call, else null. Stays what it was while the agent is the same; of an unknown agent null. */
export function requiredFieldsOf(
  known: RequiredFields | null,
  agentId: string | null,
  ofAgents: ReadonlyMap<string, readonly string[]>,
): RequiredFields | null {
  if (agentId === null || known?.agent === agentId) return known;
  const fields = ofAgents.get(agentId);
  return fields === undefined ? null : { agent: agentId, fields };
}

/** `agentSpoke`: what the reports said, for an empty transcript is not stored. */
export function measuresOf(
  details: Sources,
  agentSpoke: boolean | null,
  known: { readonly state: CallMeasures; readonly details: Sources } | null,
): CallMeasures {
  const { transcriptObject, transcript, callAnalysis, requiredFields } = details;
  const before = known?.state ?? null;
  const isHeard = known?.details.transcriptObject === transcriptObject && known.details.transcript === transcript;
  const isJudged = known?.details.callAnalysis === callAnalysis && known.details.requiredFields === requiredFields;
  return {
    ...(before && isHeard ? talkOf(before) : readTalk(transcriptObject)),
    ...(before && isJudged ? judgedOf(before) : readJudged(callAnalysis, requiredFields, before)),
    agentSpoke:
      before && isHeard && hasTranscript(details)
        ? before.agentSpoke
        : (agentSpokeIn(transcriptObject, transcript) ?? agentSpoke),
  };
}

type Talk = Pick<CallMeasures, 'greetingMs' | 'silenceMs' | 'overlapMs'>;
type Judged = Pick<CallMeasures, 'figures' | 'fieldsFilled' | 'fieldsExpected'>;

const talkOf = ({ greetingMs, silenceMs, overlapMs }: Talk): Talk => ({ greetingMs, silenceMs, overlapMs });
const judgedOf = ({ figures, fieldsFilled, fieldsExpected }: Judged): Judged => ({
  figures,
  fieldsFilled,
  fieldsExpected,
});

function hasTranscript({ transcriptObject, transcript }: Sources): boolean {
  return transcriptObject !== null || transcript !== null;
}

function readTalk(transcriptObject: unknown): Talk {
  const times = talkTimesOf(transcriptObject);
  return {
    greetingMs: times?.greetingMs ?? null,
    silenceMs: times?.silenceMs ?? null,
    overlapMs: times?.overlapMs ?? null,
  };
}

function readJudged(callAnalysis: JsonObject | null, required: RequiredFields | null, before: Judged | null): Judged {
  const figures = analysisFiguresOf(callAnalysis);
  const isSame = before !== null && isSameJson(figures, before.figures);
  const names = callAnalysis === null ? null : (required?.fields ?? null);
  return {
    figures: isSame ? before.figures : figures,
    fieldsFilled: names && countFilledFields(callAnalysis, names),
    fieldsExpected: names && names.length,
  };
}
