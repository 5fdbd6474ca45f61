/** Texts of 'En vivo', the list of live calls. */
import { formatCountWithNoun } from './counted.ts';

const underWay = (count: string) => formatCountWithNoun(count, 'llamada en curso', 'llamadas en curso');

export const liveCallsPageLabels = {
  list: 'Llamadas en curso',
  count: underWay,
  countOf: (shown: string, all: string) => `${shown} de ${underWay(all)}`,
  newest: (count: string) => `Se muestran las ${count} más recientes.`,
  needing: (count: string) => formatCountWithNoun(count, 'requiere atención', 'requieren atención'),
  unreadable: 'Tu rol no lee lo que se dice en las llamadas. Lo decide un administrador en Configuración.',
  noAgent: 'Sin agente',
  over: 'Terminó',
  notStarted: 'sin empezar',
  waiting: (duration: string) => `Espera hace ${duration}`,
  /** Formats the attention rule that a live call matched, and the call's time at the match: 'Silencio · 1:05'. */
  hit: (rule: string, at: string) => `${rule} · ${at}`,
  none: 'No hay llamadas en curso',
  noneText: 'Las llamadas aparecen aquí apenas empiezan.',
  lastHour: (count: string) => `${formatCountWithNoun(count, 'llamada', 'llamadas')} en la última hora.`,
  noneInLastHour: 'Ninguna llamada en la última hora.',
  history: 'Ver el historial',
  noneFits: 'Ninguna llamada en curso con estos filtros',
  noneFitsText: 'Aparece aquí apenas haya una.',
} as const;

export const liveCallFilterLabels = {
  agent: 'Agente',
  campaign: 'Campaña',
  origin: 'Dirección',
  attention: 'Requieren atención',
  noCampaign: 'Campaña sin llamadas en curso',
} as const;

export const liveCallShortcutLabels = {
  title: 'En esta pantalla',
  next: 'Llamada siguiente',
  previous: 'Llamada anterior',
  open: 'Abrir la llamada',
  hangUp: 'Cortar la llamada',
  whisper: 'Susurrar al agente',
} as const;

/** Texts shown for a live call that has no transcript lines to show. */
export const liveConversationTailPlaceholders = {
  connecting: 'Todavía no se oye nada',
  live: 'Todavía no se oye nada',
  reconnecting: 'Reconectando...',
  ended: 'La conversación terminó',
  taken_over: 'La atiende una persona',
  busy: 'Ya la siguen cinco en Retell',
  refused: 'Retell no permite leerla',
  unavailable: 'No se puede leer ahora',
} as const;
