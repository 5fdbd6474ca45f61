// The simulated account's agents and phone numbers: six realistic standard agents, or the agents of the options.
import type { DataStorageSetting, ProviderWebhookEventName } from '../retell/index.ts';
import type {
  SimulatedAccountOptions,
  SimulatedAgentSeed,
  SimulatedPhoneNumberSeed,
  SimulatedAgentScriptName,
  SimulatedAgentLanguage,
} from './options.ts';
import { createSeededRandomGenerator, hashSeedParts, hashSeedPartsToHex } from './random.ts';

/** A simulated agent, with data that the provider's response does not contain. */
export interface SimulatedAgent {
  wire: SimulatedWireAgent;
  /** The stored versions, oldest first. */
  versions: SimulatedWireAgent[];
  /** The agent version that a request published last. If undefined, it is the highest published version. */
  publishedLast?: number;
  script: SimulatedAgentScriptName;
  /** The name that the agent says. */
  persona: string;
  /** How often the simulated agent succeeds, relative to an average agent (1). */
  skill: number;
  /** The agent's average end-to-end latency in ms. */
  latencyMs: number;
  drafts: readonly number[];
  analysisOf: Readonly<Record<number, readonly string[]>>;
}

/** An agent in get-agent's form. */
export interface SimulatedWireAgent {
  agent_id: string;
  agent_name: string;
  version: number;
  is_published: boolean;
  language: SimulatedAgentLanguage | SimulatedAgentLanguage[];
  voice_id: string;
  voice_model: VoiceModel;
  voice_temperature: number;
  voice_speed: number;
  ambient_sound?: 'call-center';
  responsiveness: number;
  interruption_sensitivity: number;
  enable_backchannel: boolean;
  voicemail_option: SimulatedVoicemailOption | null;
  response_engine:
    | { type: 'retell-llm'; llm_id: string; version: number }
    | { type: 'conversation-flow'; conversation_flow_id: string; version: number };
  base_version?: number;
  webhook_url?: string | null;
  webhook_events: ProviderWebhookEventName[];
  data_storage_setting: DataStorageSetting;
  post_call_analysis_data: SimulatedAnalysisItem[];
  last_modification_timestamp: number;
}

type VoiceModel =
  | 'eleven_flash_v2_5'
  | 'eleven_multilingual_v2'
  | 'sonic-3'
  | 'sonic-3.5'
  | 'speech-2.8-turbo'
  | 'gpt-4o-mini-tts';

interface SimulatedVoicemailOption {
  action: { type: 'hangup' } | { type: 'static_text' | 'prompt'; text: string };
}

type SimulatedAnalysisItem =
  | { type: 'system-presets'; name: 'call_summary' | 'call_successful' | 'user_sentiment'; description: string }
  | { type: 'boolean' | 'number'; name: string; description: string; required?: boolean }
  | { type: 'enum'; name: string; description: string; choices: string[]; required?: boolean };

/** An agent as the simulated list-agents returns it. It has few fields besides the name. */
export interface SimulatedAgentItem {
  agent_id: string;
  agent_name: string;
  channel: 'voice';
  tags: Record<string, { version: number }>;
  user_modified_timestamp: number;
}

export function toSimulatedAgentListItem({ wire }: SimulatedAgent): SimulatedAgentItem {
  return {
    agent_id: wire.agent_id,
    agent_name: wire.agent_name,
    channel: 'voice',
    tags: wire.is_published ? { prod: { version: wire.version } } : {},
    user_modified_timestamp: wire.last_modification_timestamp,
  };
}

/**
 * Returns a version of a simulated agent by number or tag. 'latest' is the newest version, 'latest_published' the one
 * published last, and 'prod' the newest if it is published. Without a reference, the newest is returned. Undefined if
 * there is no such version.
 */
export function findSimulatedAgentVersion(
  agent: SimulatedAgent,
  reference: string | number | null | undefined,
): SimulatedAgent | undefined {
  const { wire } = agent;
  const kept = (version: number) => agent.versions.find((each) => each.version === version);
  const isPublished = (version: number): boolean => kept(version)?.is_published ?? !agent.drafts.includes(version);
  const version = Array.from({ length: wire.version + 1 }, (_, index) => wire.version - index).find((each) => {
    if (reference == null || reference === 'latest') return true;
    if (reference === 'latest_published') return isPublished(each) && each === (agent.publishedLast ?? each);
    return reference === 'prod' ? wire.is_published : String(each) === String(reference);
  });
  if (version === undefined) return undefined;
  const own = agent.analysisOf[version]?.map((name) => ({ type: 'boolean' as const, name, description: name }));
  // If the requested agent version is not stored, copy the oldest stored version and set the requested number.
  const base = kept(version) ?? agent.versions[0] ?? wire;
  return {
    ...agent,
    wire: {
      ...base,
      version,
      is_published: isPublished(version),
      post_call_analysis_data: own ?? base.post_call_analysis_data,
    },
  };
}

/** A page of a list. */
export interface SimulatedPage<T> {
  items: T[];
  has_more: boolean;
  pagination_key?: string;
}

const standardAgents: (Omit<SimulatedAgentSeed, 'agentId'> & {
  persona: string;
  voice: string;
  model: VoiceModel;
  storesContent?: boolean;
})[] = [
  {
    agentName: 'Cobranza Amistosa',
    script: 'collections',
    language: 'es-419',
    isPublished: true,
    persona: 'Sofía',
    voice: '11labs-Sofia-AR',
    model: 'eleven_flash_v2_5',
  },
  {
    agentName: 'Confirmación de Turnos',
    script: 'appointment',
    language: 'es-AR',
    isPublished: true,
    persona: 'Martina',
    voice: 'cartesia-Martina',
    model: 'sonic-3',
  },
  {
    agentName: 'Encuesta de Satisfacción',
    script: 'survey',
    language: 'es-419',
    isPublished: true,
    persona: 'Camila',
    voice: '11labs-Camila',
    model: 'eleven_multilingual_v2',
  },
  {
    agentName: 'Venta Fibra Óptica',
    script: 'sales',
    language: ['es-419', 'en-US'],
    isPublished: true,
    persona: 'Nicolás',
    voice: 'cartesia-Nicolas',
    model: 'sonic-3.5',
  },
  {
    agentName: 'Atención al Cliente',
    script: 'support',
    language: ['es-419', 'pt-BR'],
    isPublished: true,
    persona: 'Valentina',
    voice: 'minimax-Valentina',
    model: 'speech-2.8-turbo',
  },
  {
    agentName: 'Cobranza Tardía (prueba)',
    script: 'collections',
    language: 'es-ES',
    isPublished: false,
    persona: 'Tomás',
    voice: 'openai-Tomas',
    model: 'gpt-4o-mini-tts',
    storesContent: false,
  },
];
const dayMs = 86_400_000;
/**
 * Reference time for the simulated agents, all of which were last changed earlier. It is fixed, so that responses don't
 * depend on today's date.
 */
const catalogueTime = Date.UTC(2026, 9, 1, 15);

/** Builds the account's simulated agents. Their ids depend only on the seed and the account's key. */
export function buildSimulatedAgents(seed: number, account: SimulatedAccountOptions): SimulatedAgent[] {
  const wanted = account.agents ?? standardAgents.length;
  const seeds: SimulatedAgentSeed[] =
    typeof wanted === 'number'
      ? Array.from({ length: wanted }, (_, index) => {
          const standard = standardAgents[index % standardAgents.length] ?? standardAgents[0];
          if (standard === undefined) throw new Error('There is no standard agent');
          const round = Math.floor(index / standardAgents.length);
          return {
            ...standard,
            agentName: round === 0 ? standard.agentName : `${standard.agentName} ${round + 1}`,
            agentId: `agent_${hashSeedPartsToHex(26, seed, account.key, 'agent', index)}`,
          };
        })
      : wanted;
  return seeds.map((agent, index) => buildAgent(seed, account, agent, index));
}

function buildAgent(
  seed: number,
  account: SimulatedAccountOptions,
  agent: SimulatedAgentSeed,
  index: number,
): SimulatedAgent {
  const random = createSeededRandomGenerator(seed, account.key, 'agent', agent.agentId);
  const standard = standardAgents.find(({ script }) => script === agent.script);
  const look = standardAgents.find(({ agentName }) => agentName === agent.agentName) ?? standard;
  const engine: SimulatedWireAgent['response_engine'] =
    index % 3 === 2
      ? {
          type: 'conversation-flow',
          conversation_flow_id: `conversation_flow_${hashSeedPartsToHex(12, seed, agent.agentId)}`,
          version: 1,
        }
      : { type: 'retell-llm', llm_id: `llm_${hashSeedPartsToHex(28, seed, agent.agentId)}`, version: 1 };
  const drawn = random.int(1, 14);
  const version = agent.version ?? (agent.isPublished === false ? 0 : drawn);
  const built: Omit<SimulatedAgent, 'versions'> = {
    script: agent.script,
    persona: look?.persona ?? 'Sofía',
    skill: random.between(0.75, 1.3),
    latencyMs: random.between(800, 1350),
    drafts: agent.drafts ?? [],
    analysisOf: agent.analysisOf ?? {},
    wire: {
      agent_id: agent.agentId,
      agent_name: agent.agentName,
      version,
      is_published: agent.isPublished ?? true,
      language: agent.language ?? 'es-419',
      voice_id: look?.voice ?? '11labs-Sofia-AR',
      voice_model: look?.model ?? 'eleven_flash_v2_5',
      voice_temperature: Math.round(random.between(0.6, 1.2) * 100) / 100,
      voice_speed: Math.round(random.between(0.95, 1.12) * 100) / 100,
      ...(index % 2 === 0 ? { ambient_sound: 'call-center' } : {}),
      responsiveness: Math.round(random.between(0.7, 1) * 100) / 100,
      interruption_sensitivity: Math.round(random.between(0.5, 0.95) * 100) / 100,
      enable_backchannel: index % 2 === 0,
      voicemail_option: voicemailOptions[index % voicemailOptions.length] ?? null,
      response_engine: engine,
      ...(agent.webhookUrl === undefined ? {} : { webhook_url: agent.webhookUrl }),
      webhook_events: ['call_started', 'call_ended', 'call_analyzed'],
      data_storage_setting: look?.storesContent === false ? 'basic_attributes_only' : 'everything',
      post_call_analysis_data: analysisItems(agent.script),
      last_modification_timestamp: catalogueTime - random.int(0, 40) * dayMs - random.int(0, dayMs),
    },
  };
  return { ...built, versions: [built.wire] };
}

/** Answering machine settings of simulated agents: hang up, leave a message, or no detection. */
const voicemailOptions: readonly (SimulatedVoicemailOption | null)[] = [
  { action: { type: 'hangup' } },
  { action: { type: 'static_text', text: 'Hola, le hablamos por su consulta. Volveremos a llamar.' } },
  { action: { type: 'prompt', text: 'Dejá un mensaje breve con el motivo de la llamada.' } },
  null,
];

/** Scripts of agents that mark the result of the contact as a required analysis field. */
const strict: ReadonlySet<SimulatedAgentScriptName> = new Set(['collections', 'appointment', 'sales']);
const measuresHearing: ReadonlySet<SimulatedAgentScriptName> = new Set(['collections', 'sales', 'support']);
const measuresWrapUp: ReadonlySet<SimulatedAgentScriptName> = new Set(['collections', 'support']);

function analysisItems(script: SimulatedAgentScriptName): SimulatedAnalysisItem[] {
  const boolean = (name: string, description: string): SimulatedAnalysisItem & { type: 'boolean' } => ({
    type: 'boolean',
    name,
    description,
  });
  const number = (name: string, description: string): SimulatedAnalysisItem => ({ type: 'number', name, description });
  const required = strict.has(script) ? { required: true } : {};
  return [
    { type: 'system-presets', name: 'call_summary', description: 'Resumí la llamada en español, en dos oraciones.' },
    { type: 'system-presets', name: 'call_successful', description: 'Si el agente cumplió el objetivo de la llamada.' },
    { type: 'system-presets', name: 'user_sentiment', description: 'Sentimiento del cliente durante la llamada.' },
    { ...boolean('right_party', 'Si se habló con la persona buscada.'), ...required },
    ...(script === 'collections' || script === 'sales'
      ? [boolean('commitment', 'Si la persona asumió un compromiso.')]
      : []),
    ...(script === 'collections' ? [boolean('promise_kept', 'Si cumplió su compromiso anterior.')] : []),
    number('csat', 'Satisfacción de 1 a 5, si la persona la expresó.'),
    boolean('complaint', 'Si presentó una queja.'),
    boolean('qa_pass', 'Si la llamada cumple la pauta de calidad.'),
    boolean('script_compliance', 'Si el agente respetó el guion.'),
    boolean('intent_correct', 'Si se entendió bien el motivo.'),
    {
      type: 'enum',
      name: 'motivo',
      description: 'Motivo principal.',
      choices: ['pago', 'turno', 'encuesta', 'venta', 'reclamo', 'consulta'],
      ...required,
    },
    ...(measuresHearing.has(script) ? [number('wer', 'Parte de las palabras mal reconocidas, de 0 a 1.')] : []),
    ...(measuresWrapUp.has(script) ? [number('acw_seconds', 'Segundos de trabajo después de la llamada.')] : []),
  ];
}

interface BoundAgent {
  agent_id: string;
  weight: number;
  agent_version?: string | number;
}

/** A phone number in list-phone-numbers' form. */
export interface SimulatedPhoneNumber {
  phone_number: string;
  phone_number_type: 'custom';
  phone_number_pretty: string;
  nickname: string | null;
  outbound_agents: BoundAgent[];
  inbound_agents: BoundAgent[];
  last_modification_timestamp: number;
}

/** The account's simulated phone numbers. Inbound calls go to the customer service agent, if there is one. */
export function buildSimulatedPhoneNumbers(
  account: SimulatedAccountOptions,
  agents: readonly SimulatedAgent[],
): SimulatedPhoneNumber[] {
  const wanted = account.numbers ?? 2;
  const first = 1000 + (hashSeedParts(account.key, 'numbers') % 8900);
  const published = agents.filter(({ wire }) => wire.is_published);
  const inbound = published.find(({ script }) => script === 'support') ?? published[0];
  const outbound = published.filter(({ script }) => script !== 'support');
  const nicknames = ['Línea Principal', 'Campañas', 'Turnos', 'Ventas'];
  const seeds: SimulatedPhoneNumberSeed[] =
    typeof wanted === 'number'
      ? Array.from({ length: wanted }, (_, index) => ({
          phoneNumber: `+54115263${first + index}`,
          nickname: `${account.orgName} · ${nicknames[index] ?? `Línea ${index + 1}`}`,
        }))
      : wanted;
  return seeds.map((number, index) => {
    const outboundId =
      number.outboundAgentId ?? (outbound[index % Math.max(1, outbound.length)] ?? inbound)?.wire.agent_id;
    const inboundId = number.inboundAgentId ?? inbound?.wire.agent_id;
    return {
      phone_number: number.phoneNumber,
      phone_number_type: 'custom',
      phone_number_pretty: prettyNumber(number.phoneNumber),
      nickname: number.nickname ?? null,
      outbound_agents: number.outboundAgents ?? (outboundId === undefined ? [] : [{ agent_id: outboundId, weight: 1 }]),
      inbound_agents: inboundId === undefined ? [] : [{ agent_id: inboundId, weight: 1 }],
      last_modification_timestamp: catalogueTime - (index + 1) * dayMs,
    };
  });
}

function prettyNumber(number: string): string {
  const buenosAires = /^\+5411(\d{4})(\d{4})$/.exec(number);
  return buenosAires === null ? number : `+54 11 ${buenosAires[1]}-${buenosAires[2]}`;
}
