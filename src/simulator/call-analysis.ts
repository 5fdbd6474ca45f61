// The analysis of a simulated call: summary, sentiment, success and extracted fields, by the applicable analysis items.
import type { DisconnectionReason, UserSentiment, WirePostCallAnalysisItem } from '../retell/index.ts';
import { getSimulatedConversationVariables } from './call-record.ts';
import type { SimulatedCallRecord } from './call-record.ts';
import { fillSimulatedScriptVariables, handoverDisconnectionReasons } from './content/conversation.ts';
import { simulatedAgentScripts } from './content/scripts.ts';
import { createSeededRandomGenerator } from './random.ts';
import type { RandomGenerator } from './random.ts';

export interface SimulatedCallAnalysis {
  call_summary: string;
  user_sentiment: UserSentiment;
  call_successful: boolean;
  in_voicemail: boolean;
  custom_analysis_data: Record<string, string | number | boolean>;
}

const humanCourses: ReadonlySet<string> = new Set(['achieved', 'undecided', 'refused', 'wrong_person']);
const motives = {
  collections: 'pago',
  appointment: 'turno',
  survey: 'encuesta',
  sales: 'venta',
  support: 'consulta',
} as const;

export function buildSimulatedCallAnalysis(record: SimulatedCallRecord): SimulatedCallAnalysis | undefined {
  if (record.analysisRound === 0) return undefined;
  const random = createSeededRandomGenerator(record.seed, 'analysis', record.analysisRound);
  const { outcome } = record;
  const isHuman = outcome.connected && humanCourses.has(outcome.course);
  const successful =
    isHuman && random.chance(outcome.course === 'achieved' ? 0.95 : outcome.course === 'undecided' ? 0.06 : 0.01);
  const sentiment = isHuman ? drawSentiment(outcome.course, random) : 'Unknown';
  const items = record.rerunItems ?? record.analysisItems ?? record.agent.wire.post_call_analysis_data;
  return {
    call_summary: summaryOf(record, items, successful, random),
    user_sentiment: sentiment,
    call_successful: successful,
    in_voicemail: outcome.connected && outcome.course === 'voicemail',
    custom_analysis_data: isHuman ? customData(record, items, { successful, sentiment }, random) : {},
  };
}

function drawSentiment(course: string, random: RandomGenerator): UserSentiment {
  if (course === 'achieved')
    return random.weighted([
      ['Positive', 62],
      ['Neutral', 36],
      ['Negative', 2],
    ]);
  if (course === 'refused')
    return random.weighted([
      ['Negative', 68],
      ['Neutral', 31],
      ['Positive', 1],
    ]);
  return random.weighted([
    ['Neutral', 76],
    ['Positive', 16],
    ['Negative', 8],
  ]);
}

function summaryOf(
  record: SimulatedCallRecord,
  items: readonly WirePostCallAnalysisItem[],
  successful: boolean,
  random: RandomGenerator,
): string {
  const { outcome, agent } = record;
  if (!outcome.connected) return 'La llamada no se conectó.';
  if (outcome.course === 'voicemail') return 'Atendió un contestador automático; el agente dejó un mensaje.';
  if (outcome.course === 'ivr') return 'Atendió un menú automático y el agente finalizó la llamada.';
  if (outcome.course === 'abandoned') return 'La persona atendió y cortó antes de que el agente hablara.';
  const script = simulatedAgentScripts[agent.script];
  const summary = fillSimulatedScriptVariables(
    random.pick(interruptedSummaries(outcome.reason) ?? script.summaries[outcome.course]),
    getSimulatedConversationVariables(record),
  );
  const definition = items.find(
    ({ type, name }) => type === 'system-presets' && name === 'call_successful',
  )?.description;
  const isOwn = record.rerunItems !== undefined || record.analysisItems === undefined;
  const goal = (isOwn ? undefined : definition) ?? script.goal;
  return `${summary} Objetivo: ${goal.replace(/\.$/, '')}. Resultado: ${successful ? 'cumplido' : 'no cumplido'}.`;
}

/** Summaries for conversations that were cut short. */
function interruptedSummaries(reason: DisconnectionReason): readonly string[] | undefined {
  if (handoverDisconnectionReasons.has(reason))
    return ['{nombre} pidió hablar con una persona y la llamada se derivó a un asesor.'];
  if (reason === 'inactivity') return ['{nombre} dejó de responder y el agente finalizó la llamada.'];
  if (reason === 'manual_stopped') return ['La llamada con {nombre} fue detenida desde la consola.'];
  return reason.startsWith('error_') ? ['La llamada con {nombre} se interrumpió por una falla técnica.'] : undefined;
}

function customData(
  record: SimulatedCallRecord,
  items: readonly WirePostCallAnalysisItem[],
  result: { successful: boolean; sentiment: UserSentiment },
  random: RandomGenerator,
): Record<string, string | number | boolean> {
  const data: Record<string, string | number | boolean> = {};
  for (const item of items) {
    if (item.type === 'system-presets') continue;
    const value = fieldValue(record, item, result, random);
    if (value !== undefined) data[item.name] = value;
  }
  return data;
}

/** The simulated value of an analysis field; undefined, as at the provider, if the conversation gives no basis. */
function fieldValue(
  record: SimulatedCallRecord,
  item: WirePostCallAnalysisItem,
  { successful, sentiment }: { successful: boolean; sentiment: UserSentiment },
  random: RandomGenerator,
): string | number | boolean | undefined {
  const { course } = record.outcome;
  const rightParty = course !== 'wrong_person';
  const some = random.chance(0.9);
  switch (item.name) {
    case 'right_party':
      return some ? rightParty : undefined;
    case 'commitment':
      return rightParty && some ? successful : undefined;
    case 'promise_kept':
      return rightParty && random.chance(0.3) ? random.chance(0.74) : undefined;
    case 'csat':
      if (record.agent.script === 'survey' && course === 'achieved')
        return Number(getSimulatedConversationVariables(record)['puntaje']) || drawCsat(sentiment, random);
      return rightParty && random.chance(0.3) ? drawCsat(sentiment, random) : undefined;
    case 'complaint':
      return some ? course === 'refused' && random.chance(0.18) : undefined;
    case 'qa_pass':
      return random.chance(0.6) ? random.chance(0.92) : undefined;
    case 'script_compliance':
      return random.chance(0.6) ? random.chance(0.95) : undefined;
    case 'intent_correct':
      return random.chance(0.7) ? random.chance(0.95) : undefined;
    case 'wer':
      return Math.round(random.around(0.05, 0.06) * 1_000) / 1_000;
    case 'acw_seconds':
      return random.chance(0.8) ? Math.round(random.around(26, 24)) : undefined;
    case 'motivo':
      if (createSeededRandomGenerator(record.seed, 'motive', record.analysisRound).chance(0.05)) return undefined;
      return course === 'refused' && random.chance(0.4) ? 'reclamo' : motives[record.agent.script];
    default:
      return some ? unknownField(item, random) : undefined;
  }
}

function unknownField(item: WirePostCallAnalysisItem, random: RandomGenerator): string | number | boolean {
  if (item.type === 'boolean') return random.chance(0.5);
  if (item.type === 'number') return random.int(1, 10);
  const choices = item.choices ?? item.examples ?? [];
  return choices.length === 0 ? 'Sin especificar' : random.pick(choices);
}

function drawCsat(sentiment: UserSentiment, random: RandomGenerator): number {
  if (sentiment === 'Positive')
    return random.weighted([
      [5, 60],
      [4, 35],
      [3, 5],
    ]);
  if (sentiment === 'Negative')
    return random.weighted([
      [1, 45],
      [2, 40],
      [3, 15],
    ]);
  return random.weighted([
    [4, 50],
    [3, 35],
    [5, 10],
    [2, 5],
  ]);
}
