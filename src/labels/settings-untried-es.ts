/** Reason why listening to calls can't be switched on yet. In the server's response, and as a hint in the settings. */
export const listeningUntestedText =
  'Primero hay que probarlo en esta cuenta de Retell: quien opera el servidor ejecuta npm run check-provider -- --call.';
