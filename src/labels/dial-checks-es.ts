/**
 * Spanish texts of dial checks. A dial check is a URL of the company's systems that is requested about each person
 * before the call.
 */
export const campaignDialCheckFieldLabels = {
  fieldHint:
    'Se pregunta por cada persona justo antes de llamarla. Sin una respuesta clara en 3 segundos se la deja para más tarde.',
  none: 'Sin consulta',
  option: (name: string, host: string) => `${name} (${host})`,
  gone: 'Una consulta eliminada',
} as const;

export const dialCheckSettingsLabels = {
  title: 'Consultas antes de llamar',
  text: 'Direcciones a las que una campaña puede preguntar, justo antes de cada llamada, si la persona debe ser llamada.',
  add: 'Agregar consulta',
  empty: 'Sin consultas',
  emptyText: 'Agrega la dirección de un sistema que sepa, por ejemplo, quién pagó hace un minuto.',
  failedTitle: 'No se pudieron leer las consultas',
  name: 'Nombre',
  url: 'Dirección',
  urlHint:
    'Comienza con https://. Recibe número y variables, y responde {"call": true} o {"call": false, "reason": "…"}.',
  submit: 'Agregar',
  submitting: 'Agregando...',
  added: 'Consulta agregada',
  failed: 'No se pudo guardar la consulta',
  secretTitle: 'Secreto de la firma',
  secretText: 'Cópialo ahora: no se vuelve a mostrar. Con él, tu sistema comprueba que la consulta viene de aquí.',
  copied: 'Secreto copiado',
  remove: 'Eliminar',
  removeOne: (name: string) => `Eliminar ${name}`,
  removeTitle: (name: string) => `¿Eliminar la consulta ${name}?`,
  removeText: 'Las campañas nuevas ya no la pueden usar.',
  removed: 'Consulta eliminada',
} as const;
