// The server's log: JSON lines on stdout, with nothing in them that opens a door. Secrets are
// taken out by the name of their field, and out of URLs and error texts by their shape.
import { pino, stdSerializers } from 'pino';
import type { DestinationStream, Logger } from 'pino';

const secretFields = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  '["x-retell-signature"]',
  'password',
  'newPassword',
  'currentPassword',
  'apiKey',
  'api_key',
  'retellApiKey',
  'retellWebhookKey',
  'webhookKey',
  'webhookToken',
  'secretKey',
  'token',
  'connectionString',
];

export interface LogOptions {
  readonly level: string;
  /** Where lines go; stdout by default. */
  readonly destination?: DestinationStream;
  /** For people instead of machines (a terminal). */
  readonly pretty?: boolean;
}

/** Field names: `err` for an error, `req` for a request, `url` for an address: these are cleaned. */
export function createLogger({ level, destination, pretty }: LogOptions): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap(atAnyDepth), censor: '[oculto]' },
    serializers: {
      url: clean,
      err: (error: Error) => cleanTexts(stdSerializers.err(error)),
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        url: clean(request.url),
        ip: request.ip,
      }),
    },
  };
  if (pretty === true) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  }
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Takes webhook tokens, passwords in addresses, bearer keys and what was searched for, which may name a person, out of a text. */
export function clean(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return text
    .replaceAll(/(\/api\/webhooks\/[^/\s]+\/)[^/?#\s"]+/gu, '$1[oculto]')
    .replaceAll(/(:\/\/[^:/@\s]*:)[^@\s]+@/gu, '$1[oculto]@')
    .replaceAll(/(Bearer\s+)[^\s"',]+/giu, '$1[oculto]')
    .replaceAll(/([?&](?:token|key|password|q)=)[^&#\s"]+/giu, '$1[oculto]');
}

function cleanTexts(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value)]));
}

// The library's wildcards stand for one level each; nothing is logged deeper than three.
function atAnyDepth(field: string): string[] {
  const suffix = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${suffix}`, `*.*${suffix}`, `*.*.*${suffix}`];
}
