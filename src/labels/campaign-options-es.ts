/** Spanish texts of campaign options that can change during dialling. The build fails if one is missing. */
import type { ChangeableCampaignOptionName } from '../contract/campaign-options.ts';
import { parseLoggedCallingHours, type LoggedCampaignOptionValue } from '../contract/logged-value.ts';
import { formatCallingHours } from './campaign-window-es.ts';

interface OptionWords {
  readonly name: string;
  /** The line in the campaign's log. */
  readonly changed: (to: LoggedCampaignOptionValue) => string;
  /**
   * Verb phrase of the audit log about a change of the option, such as 'dejó abierta'. Its object 'la campaña «…»'
   * follows.
   */
  readonly did: (to: LoggedCampaignOptionValue) => string;
}

export const campaignOptionLabels: Readonly<Record<ChangeableCampaignOptionName, OptionWords>> = {
  isOpen: {
    name: 'Abierta a más destinatarios',
    changed: (to) =>
      to === true
        ? 'Campaña abierta: cuando termine de llamar, espera más destinatarios.'
        : 'Campaña cerrada a nuevos destinatarios.',
    did: (to) => (to === true ? 'dejó abierta' : 'cerró a nuevos destinatarios'),
  },
  weight: {
    name: 'Peso',
    changed: (to) => `Peso de la campaña: ${String(to)}.`,
    did: () => 'cambió el peso de',
  },
  bestHour: {
    name: 'Mejor hora',
    changed: (to) =>
      to === true
        ? 'Mejor hora encendida: primero se llama a quienes más atienden a cada hora.'
        : 'Mejor hora apagada: se llama en el orden del archivo.',
    did: (to) => (to === true ? 'encendió la mejor hora de' : 'apagó la mejor hora de'),
  },
  callingWindow: {
    name: 'Franja horaria',
    changed: (to) => {
      const own = parseLoggedCallingHours(to);
      return `Franja horaria de la campaña: ${own === null ? 'la del workspace' : formatCallingHours(own)}.`;
    },
    did: () => 'cambió la franja horaria de',
  },
};
