/** Texts of 'Agregar destinatarios', the screen that adds people to a campaign. */
import { formatCountWithNoun } from './counted.ts';

const people = (count: string) => formatCountWithNoun(count, 'destinatario', 'destinatarios');

export const addRecipientsLabels = {
  title: 'Agregar destinatarios',
  text: (name: string) => `A «${name}». Quienes ya están en la campaña no se agregan otra vez.`,
  back: 'Volver a la campaña',
  submit: (count: string) => `Agregar ${people(count)}`,
  submitting: 'Agregando…',
  refused: 'Esta campaña ya llamó a todos o terminó',
  refusedText: 'Solo se agregan destinatarios mientras llama, espera o está abierta.',
  doneTitle: (count: string, one: boolean) =>
    one ? 'Se agregó 1 destinatario' : `Se agregaron ${count} destinatarios`,
  doneText: (count: string) =>
    formatCountWithNoun(count, 'ya estaba en la campaña o se repetía.', 'ya estaban en la campaña o se repetían.'),
  noneTitle: 'Nadie para agregar',
  failedTitle: 'No se pudieron agregar',
  failedText: 'Intenta de nuevo: nadie se agrega dos veces.',
  leaveTitle: '¿Salir sin agregar?',
  leaveText: 'Los destinatarios de esta lista no se agregaron todavía.',
  leave: 'Salir sin agregar',
} as const;
