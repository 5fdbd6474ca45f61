/** Of a call back: somebody asked to be called again at a moment, or a person of the workspace decided so. */
import type { CallbackRefusal } from '../contract/campaigns.ts';

/** Why it cannot be set from this call. */
export const callbackRefusalLabels = {
  no_campaign: 'La llamada no es de una campaña: solo los destinatarios de una campaña se vuelven a llamar.',
  campaign_ended: 'La campaña ya terminó: sus destinatarios no se vuelven a llamar.',
  forgotten: 'Se eliminaron los datos de esta persona: no hay a quién llamar.',
  being_called: 'Se está llamando a esta persona en este momento: esperá a que termine.',
  unconfirmed: 'No se sabe si la última llamada a esta persona llegó a hacerse: no se la vuelve a llamar.',
  do_not_call: 'El número está en la lista No Llamar.',
} satisfies Record<CallbackRefusal, string>;
