/** Of a call back: somebody asked to be called again at a moment, or a person of the workspace decided so. */
import type { CallbackRefusal } from '../contract/campaigns.ts';

/** Why it cannot be set from this call. */
export const callbackRefusalLabels = {
  no_campaign: 'La llamada no es de una campaña: solo los destinatarios de una campaña se vuelven a llamar.',
  campaign_ended: 'La campaña ya terminó: sus destinatarios no se vuelven a llamar.',
  forgotten: 'Se eliminaron los datos de esta persona: no hay a quién llamar.',
  being_called: 'Se está llamando a esta persona en este momento: espera a que termine.',
  unconfirmed: 'No se sabe si la última llamada a esta persona llegó a hacerse: no se la vuelve a llamar.',
  do_not_call: 'El número está en la lista No Llamar.',
} satisfies Record<CallbackRefusal, string>;

export const callBackLabels = {
  action: 'Volver a llamar',
  change: 'Cambiar',
  at: (moment: string) => `Volver a llamar el ${moment}`,
  /** What the agent wrote down, and nobody is called by it. */
  said: (words: string) => `Pidió otra llamada: «${words}»`,
  title: 'Volver a llamar',
  text: 'Es el próximo intento a esta persona. Si a esa hora no se puede llamar, se espera a que abra el horario.',
  date: 'Fecha',
  time: 'Hora',
  /** Of the workspace. */
  zone: (name: string) => `Hora de ${name}`,
  incomplete: 'Indica fecha y hora.',
  save: 'Guardar',
  saving: 'Guardando…',
  cancel: 'No volver a llamar',
  saved: 'Llamada acordada',
  cancelled: 'No se vuelve a llamar',
  failed: 'No se pudo guardar',
} as const;
