/** Reason why listening to calls can't be switched on yet, in the server's answer and the settings' hint. */
export const listeningUntestedText =
  'Primero hay que probarlo en esta cuenta de Retell: quien opera el servidor ejecuta npm run check-provider -- --call.';
