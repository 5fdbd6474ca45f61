/**
 * Computes a call's measures that the provider does not send, from transcript and analysis. They are stored in the
 * call's row, so that erasing a person's data changes no figure. If transcript and analysis did not change, they are
 * not read again. Pure.
 */
import { analysisFiguresOf, countFilledFields } from '../../../../retell/analysis-figures.ts';
import { agentSpokeIn, talkTimesOf } from '../../../../retell/talk-times.ts';
import type { CallDetailsRow, CallMeasureValues, RequiredAnalysisFields } from './call-columns.ts';
import { isSameJson, type JsonObject } from './wire-values.ts';

/** The details from which measures are read. */
type Sources = Pick<CallDetailsRow, 'transcript' | 'transcriptObject' | 'callAnalysis' | 'requiredFields'>;

/**
 * Returns the analysis fields that a call's agent requires. If the call already has stored fields (`known`) of this
 * agent, they stay, even if the agent requires others today. Null if the agent's fields are unknown.
 */
export function resolveRequiredAnalysisFields(
  known: RequiredAnalysisFields | null,
  agentId: string | null,
  ofAgents: ReadonlyMap<string, readonly string[]>,
): RequiredAnalysisFields | null {
  if (agentId === null || known?.agent === agentId) return known;
  const fields = ofAgents.get(agentId);
  return fields === undefined ? null : { agent: agentId, fields };
}

/**
 * Computes a call's measures, such as talk times, from its details. An empty transcript is not stored. If there is no
 * transcript, the parameter `agentSpoke` therefore says whether the agent spoke.
 */
export function computeCallMeasures(
  details: Sources,
  agentSpoke: boolean | null,
  known: { readonly state: CallMeasureValues; readonly details: Sources } | null,
): CallMeasureValues {
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

type Talk = Pick<CallMeasureValues, 'greetingMs' | 'silenceMs' | 'overlapMs'>;
type Judged = Pick<CallMeasureValues, 'figures' | 'fieldsFilled' | 'fieldsExpected'>;

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

function readJudged(
  callAnalysis: JsonObject | null,
  required: RequiredAnalysisFields | null,
  before: Judged | null,
): Judged {
  const figures = analysisFiguresOf(callAnalysis);
  const isSame = before !== null && isSameJson(figures, before.figures);
  const names = callAnalysis === null ? null : (required?.fields ?? null);
  return {
    figures: isSame ? before.figures : figures,
    fieldsFilled: names && countFilledFields(callAnalysis, names),
    fieldsExpected: names && names.length,
  };
}
