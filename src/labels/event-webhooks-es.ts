/** Spanish texts of event webhooks ('Eventos salientes'), which send a workspace's events to its URLs. */
import type { EventWebhookDelivery, EventWebhook, outgoingEventKinds } from '../contract/event-webhooks.ts';
import { formatCountWithNoun } from './counted.ts';

export const outgoingEventKindLabels = {
  'call.started': 'Llamada iniciada',
  'call.ended': 'Llamada terminada',
  'call.analyzed': 'Llamada analizada',
  'campaign.started': 'Campaña iniciada',
  'campaign.paused': 'Campaña pausada',
  'campaign.completed': 'Campaña completada',
  'recipient.finished': 'Destinatario con resultado final',
  'do_not_call.added': 'Número agregado a No Llamar',
  'alert.raised': 'Alerta nueva',
  'alert.cleared': 'Alerta resuelta',
} satisfies Record<(typeof outgoingEventKinds)[number], string>;

export const eventWebhookStateLabels = {
  active: 'Activo',
  paused: 'Pausado',
  failing: 'Pausado: no responde hace 3 días',
} satisfies Record<EventWebhook['state'], string>;

export const eventDeliveryStateLabels = {
  pending: 'Pendiente',
  delivered: 'Entregado',
  set_aside: 'Sin entregar',
} satisfies Record<EventWebhookDelivery['state'], string>;

export const eventWebhooksLabels = {
  title: 'Eventos salientes',
  text: 'Avisa a otros sistemas lo que pasa en este workspace, con webhooks firmados (Standard Webhooks). Se intenta durante 3 días.',
  add: 'Agregar destino',
  empty: 'Sin destinos',
  emptyText: 'Agrega la dirección de tu CRM o de un flujo de n8n para que reciba los eventos.',
  failedTitle: 'No se pudieron leer los destinos',
  events: (count: string) => formatCountWithNoun(count, 'evento', 'eventos'),
  allEvents: 'Todos los eventos',
  relayed: 'Webhooks de Retell.AI, sin cambios',
  pending: (count: string) => formatCountWithNoun(count, 'por entregar', 'por entregar'),
  failingSince: (moment: string) => `Falla desde ${moment}`,
  deliveries: 'Entregas',
  pause: 'Pausar',
  resume: 'Reanudar',
  remove: 'Eliminar',
  more: (host: string) => `Más acciones: ${host}`,
  url: 'Dirección',
  urlHint: 'Comienza con https://',
  what: 'Qué recibe',
  choices: {
    events: { label: 'Eventos de este workspace', help: 'Los que elijas, firmados por la consola.' },
    relay: {
      label: 'Webhooks de Retell.AI, sin cambios',
      help: 'Con la firma de Retell.AI, que vale 5 minutos: se intenta durante 4. Un destino por workspace.',
    },
  },
  which: 'Eventos',
  submit: 'Agregar',
  submitting: 'Agregando...',
  added: 'Destino agregado',
  failed: 'No se pudo guardar el destino',
  secretTitle: 'Secreto de la firma',
  secretText: 'Cópialo ahora: no se vuelve a mostrar. Con él, quien recibe comprueba que el evento viene de aquí.',
  copied: 'Secreto copiado',
  removeTitle: (host: string) => `¿Eliminar el destino ${host}?`,
  removeText: 'Deja de recibir eventos, y los que faltan entregar se descartan.',
  removed: 'Destino eliminado',
  paused: 'Destino pausado',
  resumed: 'Destino reanudado',
} as const;

export const eventDeliveriesLabels = {
  title: (host: string) => `Entregas a ${host}`,
  text: 'Las últimas 100. Se conservan 7 días.',
  empty: 'Sin entregas todavía',
  emptyText: 'Aparecen cuando pasa algo de lo elegido.',
  failedTitle: 'No se pudieron leer las entregas',
  attempts: (count: string) => formatCountWithNoun(count, 'intento', 'intentos'),
  next: (moment: string) => `Próximo intento: ${moment}`,
  answered: (status: number, ms: string) => `Respondió ${status} en ${ms} ms`,
  show: 'Ver pedido y respuesta',
  request: 'Pedido',
  answer: 'Respuesta',
  noAnswer: 'Sin respuesta',
  resend: 'Reenviar',
  resendOne: (kind: string, moment: string) => `Reenviar ${kind}, ${moment}`,
  resendAll: 'Reenviar todo desde',
  since: { hour: 'hace 1 hora', day: 'hace 24 horas', week: 'hace 7 días' },
  resent: (count: string, one: boolean) => (one ? 'Se reenvía 1 evento' : `Se reenvían ${count} eventos`),
  resendFailed: 'No se pudo reenviar',
} as const;
