/** Texts of the settings on alerts: channels, recipients, webhook and thresholds. */

export const alertNotificationSettingsLabels = {
  title: 'Notificaciones',
  text: 'Las alertas aparecen siempre en la campana. Elige por qué otros medios avisar, una vez cuando empiezan y otra cuando terminan.',
  email: 'E-mail',
  emailHint: 'A los destinatarios de abajo.',
  noMailServer: 'El servidor no tiene correo configurado (SMTP_URL): no se envía ningún e-mail.',
  browser: 'Navegador',
  browserHint: 'A cada persona que tenga la consola abierta y haya dado permiso en su navegador.',
  webhook: 'Webhook saliente',
  webhookHint: 'A la dirección de abajo, con firma y reintentos.',
  webhookMissing: 'Todavía no hay una dirección a la que enviar.',
  allow: 'Permitir en este navegador',
  permissions: {
    granted: 'Permitidas en este navegador.',
    default: 'Este navegador todavía no tiene permiso.',
    denied: 'Este navegador las tiene bloqueadas. Cámbialo en los permisos del sitio, junto a la dirección.',
    unsupported: 'Este navegador no admite notificaciones.',
  },
  test: 'Enviar prueba',
  testing: 'Enviando...',
  testSent: 'Prueba enviada',
  testFailed: 'La prueba no salió',
  testUnexpected: 'No se pudo enviar la prueba.',
  saveFirst: 'La prueba usa lo guardado. Guarda los cambios antes de probar.',
  browserTestTitle: 'Vocero',
  browserTestText: 'Así se verá una alerta.',
} as const;

export const alertRecipientLabels = {
  title: 'Destinatarios de e-mail',
  text: 'Sin ninguno, las alertas van a quienes administran el workspace y tienen e-mail.',
  address: 'Agregar un e-mail',
  placeholder: 'nombre@ejemplo.com',
  add: 'Agregar',
  remove: (address: string) => `Quitar ${address}`,
  invalid: 'Email inválido',
  repeated: 'Ya está en la lista',
  full: 'Como máximo 20 destinatarios',
} as const;

export const alertWebhookLabels = {
  title: 'Webhook saliente',
  text: 'Cada alerta se envía como POST con JSON a una dirección pública https, y se reintenta si falla.',
  url: 'URL de destino',
  urlPlaceholder: 'https://ejemplo.com/alertas',
  urlHint: 'Vacía: no se envía nada y se olvida el secreto.',
  secret: 'Secreto de la firma',
  secretStored: 'Guardado. No se puede volver a ver.',
  secretNone: 'Sin secreto los envíos van sin firma.',
  secretNew: 'Cópialo ahora: después de guardar no se vuelve a mostrar.',
  replace: 'Reemplazar',
  create: 'Definir un secreto',
  keep: 'Conservar el guardado',
  cancel: 'Cancelar',
  generate: 'Generar',
  copy: 'Copiar',
  copied: 'Secreto copiado',
  verifyTitle: 'Cómo verificar la firma',
  verifyText:
    'El encabezado x-vocero-signature trae v, la hora del envío en milisegundos, y d, el HMAC-SHA256 en hexadecimal del cuerpo seguido de v. Rechaza lo que tenga más de 5 minutos.',
} as const;

/** Sample Node code for verifying the signature of alerts. People copy and run it, so it must be complete. */
export const verifyAlertSignatureSampleCode = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromVocero(body, header, secret) {
  const [, v, d] = /^v=(\\d+),d=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!v || Math.abs(Date.now() - Number(v)) > 300_000) return false;
  const own = createHmac('sha256', secret).update(body + v).digest();
  return timingSafeEqual(own, Buffer.from(d, 'hex'));
}`;

export const alertThresholdLabels = {
  title: 'Umbrales de alerta',
  text: 'Cuándo una cifra levanta una alerta. 0 la apaga.',
  notSaved: 'Las alertas comienzan cuando guardes los umbrales',
  callsPerHour: 'Llamadas por hora',
  callsPerHourHint: 'Alerta si en la última hora hubo más.',
  successPercent: 'Tasa de éxito mínima',
  successPercentHint: 'Alerta si la de hoy es menor. Necesita 20 llamadas finalizadas.',
  longWaitSeconds: 'Espera larga',
  longWaitSecondsHint: 'Alerta si una llamada sigue registrada sin empezar durante más tiempo.',
  callsUnit: 'llamadas',
  percentUnit: '%',
  secondsUnit: 'segundos',
  off: 'Apagada',
} as const;
