/** Texts of listening to a live call and of taking it over, on the call's page. */

export const liveCallListeningLabels = {
  listen: 'Escuchar',
  notStarted: 'La llamada todavía no empezó. Se escucha desde que alguien atiende.',
  stop: 'Dejar de escuchar',
  mute: 'Silenciar',
  unmute: 'Activar sonido',
  takeOver: 'Tomar la llamada',
  muteMicrophone: 'Silenciar micrófono',
  unmuteMicrophone: 'Activar micrófono',
  hangUp: 'Cortar',
  connecting: 'Conectando…',
  listening: 'Escuchas la llamada. Nadie te oye.',
  muted: 'Escuchas la llamada, con el sonido apagado.',
  speaking: 'Hablas con el cliente.',
  microphoneMuted: 'El cliente no te oye: tu micrófono está silenciado.',
  microphoneLost: 'Tu micrófono dejó de funcionar: el cliente no te oye.',
  askingMicrophone: 'Permite que el navegador use tu micrófono…',
  away: 'Reconectando…',
  quiet: 'No llega sonido de la llamada.',
  question: 'El agente sale de la llamada y sigues tú con el cliente. No se puede deshacer.',
  warning: 'Si te vas de esta página o cierras la pestaña, la llamada se corta.',
  sending: 'Tomando...',
  leaveTitle: '¿Cortar la llamada?',
  leaveText: 'Hablas con el cliente. Si te vas de esta página, la llamada se corta.',
  leave: 'Cortar y salir',
} as const;

/** Reasons for the end of listening. */
export const liveCallListeningEndReasonLabels = {
  ended: 'La llamada terminó.',
  replaced: 'Dejaste de escuchar: otra sesión ocupó tu lugar en la llamada.',
  lost: 'Se perdió la conexión con la llamada.',
  lost_speaking: 'Se perdió la conexión mientras hablabas. La llamada se corta.',
  gone: 'La escucha terminó. Puede que la llamada haya acabado.',
  failed: 'No se pudo escuchar la llamada.',
  hung_up: 'Cortaste la llamada.',
} as const;

export const microphoneErrorTexts = {
  microphone_refused:
    'El navegador no dio acceso al micrófono. Permítelo y vuelve a intentar; la llamada sigue con el agente.',
  microphone_insecure: 'El navegador da el micrófono solo a direcciones https. La llamada sigue con el agente.',
  microphone_missing:
    'No se encontró ningún micrófono. Conecta uno y vuelve a intentar; la llamada sigue con el agente.',
} as const;
