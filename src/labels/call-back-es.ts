/** Spanish texts of scheduled call backs, which the called person has asked for or a user has scheduled. */
import type { CallBackRefusalReason } from '../contract/campaigns.ts';

export const callBackRefusalReasonLabels = {
  no_campaign: 'La llamada no es de una campaña: solo los destinatarios de una campaña se vuelven a llamar.',
  campaign_ended: 'La campaña ya terminó: sus destinatarios no se vuelven a llamar.',
  forgotten: 'Se eliminaron los datos de esta persona: no hay a quién llamar.',
  being_called: 'Se está llamando a esta persona en este momento: espera a que termine.',
  unconfirmed: 'No se sabe si la última llamada a esta persona llegó a hacerse: no se la vuelve a llamar.',
  do_not_call: 'El número está en la lista No Llamar.',
} satisfies Record<CallBackRefusalReason, string>;

export const callBackLabels = {
  action: 'Volver a llamar',
  change: 'Cambiar',
  at: (moment: string) => `Volver a llamar el ${moment}`,
  /**
   * Text with the agent's note that the person asked for another call. Shown if the note has not led to a scheduled
   * call back.
   */
  said: (words: string) => `Pidió otra llamada: «${words}»`,
  title: 'Volver a llamar',
  text: 'Es el próximo intento a esta persona. Si a esa hora no se puede llamar, se espera a que abra el horario.',
  date: 'Fecha',
  time: 'Hora',
  /** The workspace's time zone. */
  zone: (name: string) => `Hora de ${name}`,
  incomplete: 'Indica fecha y hora.',
  save: 'Guardar',
  saving: 'Guardando…',
  cancel: 'No volver a llamar',
  saved: 'Llamada acordada',
  cancelled: 'No se vuelve a llamar',
  failed: 'No se pudo guardar',
} as const;
