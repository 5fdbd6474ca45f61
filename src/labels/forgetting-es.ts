/** Texts for erasing personal data: those of one call, those of one phone number, and automatic erasure. */

export const forgetCallLabels = {
  title: '¿Eliminar los datos de la llamada?',
  what: 'Se eliminan para siempre, aquí y en Retell: el número, el nombre, la grabación, la transcripción y los datos y variables de la llamada.',
  stays:
    'La llamada sigue en el historial sin nada de eso: quedan su fecha, duración, agente, resultado y costo, y las cifras no cambian.',
  confirm: 'Eliminar datos',
  pending: 'Eliminando...',
  done: 'Datos eliminados',
  doneText: 'La llamada ya no guarda datos de la persona. La copia en Retell se elimina a continuación.',
  failed: 'No se pudieron eliminar los datos de la llamada.',
} as const;

/** Replaces a forgotten number within a text. */
export const erasedNumberText = '«número eliminado»';
/** Replaces a person whose data were deleted. */
export const erasedPersonText = 'Datos eliminados';

/** Writes how much data of a person there is: '12 llamadas y 3 destinatarios de campañas'. Leaves out zeros. */
function whatIsHeld(calls: number, recipients: number, format: (figure: number) => string): string {
  const parts = [
    { figure: calls, one: 'llamada', many: 'llamadas' },
    { figure: recipients, one: 'destinatario de campañas', many: 'destinatarios de campañas' },
  ];
  return parts
    .filter(({ figure }) => figure > 0)
    .map(({ figure, one, many }) => (figure === 1 ? `1 ${one}` : `${format(figure)} ${many}`))
    .join(' y ');
}

export const dataRetentionLabels = {
  title: 'Retención de datos',
  text: 'Cuánto se guardan los datos de las personas en las llamadas: número, nombre, grabación, transcripción y variables.',
  days: 'Días que se conservan',
  unit: 'días',
  hint: 'De 7 a 3.650. Vacío: no se eliminan nunca.',
  never: 'Los datos no se eliminan por sí solos.',
  effect: (date: string) =>
    `Cada noche se eliminan, aquí y en Retell, los datos de las llamadas más viejas: hoy, los de antes del ${date}. Las llamadas y sus cifras siguen.`,
  confirmTitle: '¿Guardar el plazo de retención?',
  confirmText: (date: string) =>
    `Esta noche se eliminan para siempre, aquí y en Retell, los datos de todas las llamadas de antes del ${date}: números, nombres, grabaciones y transcripciones. Las cifras no cambian.`,
  confirm: 'Guardar plazo',
} as const;

export const forgetNumberLabels = {
  title: 'Olvidar un número',
  text: 'Elimina todo lo que el workspace guarda de una persona por su número, se haya escrito como se haya escrito.',
  number: 'Número',
  placeholder: '+54 11 5555-1234',
  check: 'Olvidar',
  checking: 'Buscando...',
  confirmTitle: '¿Olvidar este número?',
  what: (number: string, calls: number, recipients: number, format: (figure: number) => string) =>
    calls + recipients === 0
      ? `No hay llamadas ni destinatarios de campañas con ${number}.`
      : `Se eliminarán para siempre los datos de ${whatIsHeld(calls, recipients, format)} con ${number}, aquí y en Retell.`,
  never:
    'Ninguna campaña volverá a llamarlo: de él solo queda una huella en la lista No Llamar. Las cifras no cambian.',
  contact:
    'También se vacía su contacto en Retell (nombre, memoria, etiquetas y campos). El contacto es de toda la organización de Retell: quienes la comparten lo pierden también. Su marca de «no llamar» queda.',
  confirm: 'Olvidar número',
  pending: 'Eliminando...',
  open: (calls: string, isOne: boolean) =>
    isOne
      ? 'Hay 1 llamada en curso con este número. Espera a que termine.'
      : `Hay ${calls} llamadas en curso con este número. Espera a que terminen.`,
  leaveTitle: '¿Salir sin olvidar el número?',
  leaveText: 'Del número que escribiste todavía no se eliminó nada. Si sales ahora, se pierde lo escrito.',
  leave: 'Salir sin olvidar',
  done: 'Número olvidado',
  doneText: (calls: number, recipients: number, format: (figure: number) => string) =>
    calls + recipients === 0
      ? 'No había datos que eliminar. Ninguna campaña lo llamará.'
      : `Se eliminaron los datos de ${whatIsHeld(calls, recipients, format)}. Ninguna campaña volverá a llamarlo.`,
  doneContact: (contacts: number | null) =>
    contacts === null
      ? 'Tu API Key no deja leer los contactos de Retell: si hay uno con este número, vacíalo en el panel de Retell.'
      : contacts > 0
        ? 'Su contacto en Retell se vacía a continuación.'
        : 'En Retell no hay un contacto con este número.',
  pendingTitle: 'Contactos de números olvidados que Retell todavía no vació',
  pendingText: (contactId: string, ordered: string) => `${contactId}, pedido el ${ordered}.`,
  refusals: {
    crm: 'Retell no deja cambiarlo porque se sincroniza con un CRM: bórralo también allí. Se vuelve a intentar.',
    other: 'Retell no lo vació. Se vuelve a intentar.',
    none: 'Está en curso.',
  },
  failed: 'No se pudo olvidar el número.',
} as const;
