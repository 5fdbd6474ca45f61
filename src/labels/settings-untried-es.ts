/**
 * Reason why listening to calls can't be switched on yet. The server sends it in its response, and the settings show it
 * as a hint.
 */
export const listeningUntestedText =
  'Primero hay que probarlo en esta cuenta de Retell: quien opera el servidor ejecuta npm run check-provider -- --call.';
