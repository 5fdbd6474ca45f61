/** Texts that a call's page shows during the call, mainly for the live transcript. */
import { formatCountWithNoun } from '../../../labels/counted.ts';
import type { LiveSpeaker } from '../../../contract/live-lines.ts';

export const liveCallLabels = {
  bar: 'En vivo',
  speaks: {
    agent: 'Habla el agente',
    user: 'Habla el cliente',
    transfer_target: 'Habla la persona a quien se transfirió',
  } satisfies Record<LiveSpeaker, string>,
  nothingYet: 'Todavía nadie habló.',
  before: (count: string) => `Antes de la conversación: ${formatCountWithNoun(count, 'herramienta', 'herramientas')}`,
  toEnd: 'Ir al final',
  toEndWith: (count: string) => `Ir al final: ${formatCountWithNoun(count, 'línea nueva', 'líneas nuevas')}`,
  retry: 'Reintentar',
  event: {
    node: 'Paso',
    key: 'Tecla',
    sms: 'SMS',
    other: 'Evento',
    unnamed: 'sin nombre',
    from: (name: string) => `Venía de: ${name}`,
  },
} as const;

/** Texts for the states of a live transcript. The normal state has an empty text. */
export const liveTranscriptStateLabels = {
  connecting: 'Esperando que empiece la conversación…',
  live: '',
  reconnecting: 'Se cortó la lectura. Reintentando…',
  ended: 'La llamada terminó. La transcripción llega en unos segundos.',
  taken_over: 'Una persona tomó la llamada. Lo que sigue no se transcribe.',
  busy: 'Otras cinco pantallas ya leen esta llamada en Retell. Cuando se cierre una, abre la llamada de nuevo.',
  refused: 'Retell no permite leer esta llamada en vivo.',
  unavailable: 'No se pudo leer la llamada en vivo.',
  failed: 'No se pudo leer la llamada en vivo.',
  forbidden: 'Tu rol no lee llamadas en vivo en este workspace. Lo decide un administrador en Configuración.',
} as const;
