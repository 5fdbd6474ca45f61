/** Why listening can't be switched on yet: the server's answer, and the settings' own hint. */
export const listeningUntried =
  'Primero hay que probarlo en esta cuenta de Retell: quien opera el servidor ejecuta npm run check-provider -- --call.';
