/** Texts of the right to be forgotten: one call, one number, and how long what calls hold of people is kept. */

export const forgetCallLabels = {
  title: '¿Eliminar los datos de la llamada?',
  what: 'Se eliminan para siempre, aquí y en Retell: el número, el nombre, la grabación, la transcripción y los datos y variables de la llamada.',
  stays: 'La llamada sigue en el historial sin nada de eso: quedan su fecha, duración, agente, resultado y costo, y las cifras no cambian.',
  confirm: 'Eliminar datos',
  pending: 'Eliminando...',
  done: 'Datos eliminados',
  doneText: 'La llamada ya no guarda datos de la persona. La copia en Retell se elimina a continuación.',
  failed: 'No se pudieron eliminar los datos de la llamada.',
} as const;

/** Stands where a text held a number that was forgotten. */
export const erasedNumber = '«número eliminado»';
/** In place of a person whose data were deleted. */
export const erasedPerson = 'Datos eliminados';
