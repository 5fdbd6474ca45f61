// Tools that simulated agents call, with arguments and results built from the conversation's variables.
import { createSeededRandomGenerator, hashSeedPartsToHex } from '../random.ts';

type Variables = Readonly<Record<string, string | undefined>>;

interface Tool {
  readonly ask: (variables: Variables) => Record<string, unknown>;
  readonly answer: (variables: Variables) => Record<string, unknown>;
}

const tools = {
  consultar_deuda: {
    ask: ({ nombre }) => ({ cliente: nombre }),
    answer: ({ monto, vencimiento }) => ({ estado: 'vencida', monto, vencimiento }),
  },
  registrar_compromiso: {
    ask: ({ dia, monto }) => ({ fecha: dia, monto }),
    answer: ({ dia }) => ({ registrado: true, fecha: dia }),
  },
  enviar_link_de_pago: { ask: ({ monto }) => ({ canal: 'whatsapp', monto }), answer: () => ({ enviado: true }) },
  agendar_llamada: { ask: ({ dia }) => ({ dia }), answer: ({ dia }) => ({ agendada: true, dia }) },
  registrar_reclamo: {
    ask: () => ({ motivo: 'pago no reconocido', prioridad: 'media' }),
    answer: () => ({ registrado: true }),
  },
  confirmar_turno: {
    ask: ({ especialidad, fecha, hora }) => ({ especialidad, fecha, hora }),
    answer: () => ({ confirmado: true }),
  },
  agendar_turno: {
    ask: ({ especialidad }) => ({ especialidad, desde: 'mañana' }),
    answer: ({ dia, hora }) => ({ disponibles: [{ dia, hora }], reservado: true }),
  },
  cancelar_turno: { ask: ({ fecha, hora }) => ({ fecha, hora }), answer: () => ({ cancelado: true }) },
  agendar_instalacion: {
    ask: ({ direccion, dia }) => ({ direccion, dia, franja: '9 a 13' }),
    answer: ({ dia }) => ({ agendada: true, dia }),
  },
  buscar_cuenta: {
    ask: ({ dni }) => ({ dni_termina_en: dni }),
    answer: ({ nombre }) => ({ titular: nombre, activa: true }),
  },
  registrar_gestion: { ask: ({ tema }) => ({ tema }), answer: ({ gestion }) => ({ gestion }) },
  transferir_llamada: { ask: () => ({ destino: '+541143210000' }), answer: () => ({ transferida: true }) },
} as const satisfies Record<string, Tool>;
export type SimulatedToolName = keyof typeof tools;

export interface SimulatedToolInvocation {
  role: 'tool_call_invocation';
  tool_call_id: string;
  name: string;
  /** JSON. */
  arguments: string;
}

export interface SimulatedToolResult {
  role: 'tool_call_result';
  tool_call_id: string;
  content: string;
  successful: boolean;
}

/** Share of simulated tool calls that fail at first and are then repeated. */
const hiccups = 0.05;

/**
 * Simulates a tool call and its result in the provider's form. By chance, some tool calls fail at first and are then
 * repeated. With `isLost`, the tool call fails and is not repeated. `nth`: number of the tool call within the
 * conversation.
 */
export function simulateToolCall(
  name: SimulatedToolName,
  variables: Variables,
  { seed, nth, isLost }: { seed: number; nth: number; isLost: boolean },
): (SimulatedToolInvocation | SimulatedToolResult)[] {
  const { ask, answer }: Tool = tools[name];
  const failure = { error: isLost ? 'sin respuesta en el destino' : 'tiempo de espera agotado' };
  const exchange = (attempt: string, successful: boolean): (SimulatedToolInvocation | SimulatedToolResult)[] => {
    const tool_call_id = `tool_call_${hashSeedPartsToHex(12, seed, 'tool', nth, attempt)}`;
    return [
      { role: 'tool_call_invocation', tool_call_id, name, arguments: JSON.stringify(ask(variables)) },
      {
        role: 'tool_call_result',
        tool_call_id,
        content: JSON.stringify(successful ? answer(variables) : failure),
        successful,
      },
    ];
  };
  const hasHiccup = !isLost && createSeededRandomGenerator(seed, 'tool', nth).chance(hiccups);
  return [...(hasHiccup ? exchange('first', false) : []), ...exchange('last', !isLost)];
}
