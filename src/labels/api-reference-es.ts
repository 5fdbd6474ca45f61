/** Spanish texts of the API page, which explains to programmers how to begin. */
import { formatCountWithNoun } from './counted.ts';

export const apiReferenceLabels = {
  title: 'Referencia de la API',
  back: 'Volver a la configuración',
  intro: 'Los mismos pedidos que hace esta consola, para tus sistemas.',
  begin: 'Para empezar',
  token: '1. Crea un token',
  tokenText:
    'Se crea en Configuración → API y se muestra una sola vez. Vale para este workspace y con el rol que elijas.',
  tokenAsked: 'Lo crea un administrador en Configuración → API. Vale para este workspace y con el rol que elija.',
  toTokens: 'Ir a los tokens',
  request: '2. Haz tu primer pedido',
  requestText: 'Con el token en la variable VOCERO_TOKEN, así no queda en el historial de tu terminal.',
  document: '3. Abre el documento en tu herramienta',
  documentText:
    'Está en formato OpenAPI 3.1 y en castellano: cada pedido, sus campos, sus respuestas y un ejemplo. Con esta dirección lo importan Postman, Insomnia y los generadores de clientes.',
  open: 'Abrir',
  download: 'Descargar OpenAPI',
  copy: 'Copiar',
  copyRequest: 'Copiar el pedido',
  copyAddress: 'Copiar la dirección del documento',
  copied: 'Copiado',
  rules: 'Qué tener en cuenta',
  limit: 'Límite',
  limitText: (requests: string) =>
    `${formatCountWithNoun(requests, 'pedido', 'pedidos')} por minuto y token. x-ratelimit-remaining dice cuántos quedan; con la respuesta 429, retry-after dice cuántos segundos esperar.`,
  once: 'Una sola vez',
  onceText:
    'Envía Idempotency-Key con cada pedido que crea algo. Repetido con la misma clave dentro de un día, no hace nada y contesta lo mismo que la primera vez.',
  errors: 'Errores',
  errorsText: 'Llevan siempre message, en castellano para mostrar a una persona; code, para programas; y requestId.',
  events: 'Eventos',
  eventsText:
    'En lugar de preguntar, recibe lo que pasa en el workspace con webhooks firmados. El documento los describe en webhooks.',
  toEvents: 'Ir a los eventos salientes',
} as const;
