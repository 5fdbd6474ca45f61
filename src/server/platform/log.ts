// The server's log: JSON lines on stdout. Secrets are removed from fields by name, and from URLs and error texts by
// pattern.
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

export interface LoggerOptions {
  readonly level: string;
  /** Stream for the log lines; stdout by default. */
  readonly destination?: DestinationStream;
  /** True for readable log lines on a terminal instead of JSON. */
  readonly pretty?: boolean;
}

/** Creates a logger that removes secrets. Errors are logged as `err`, requests as `req` and URLs as `url`. */
export function createLogger({ level, destination, pretty }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: secretFields.flatMap(atAnyDepth), censor: '[oculto]' },
    serializers: {
      url: redactSecretsInLogText,
      err: (error: Error) => cleanTexts(stdSerializers.err(error)),
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        url: redactSecretsInLogText(request.url),
        ip: request.ip,
      }),
    },
  };
  if (pretty === true) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  }
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Removes secrets from a text: webhook tokens, passwords in URLs, bearer tokens, and search terms. */
export function redactSecretsInLogText(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  return text
    .replaceAll(/(\/api\/webhooks\/[^/\s]+\/)[^/?#\s"]+/gu, '$1[oculto]')
    .replaceAll(/(:\/\/[^:/@\s]*:)[^@\s]+@/gu, '$1[oculto]@')
    .replaceAll(/(Bearer\s+)[^\s"',]+/giu, '$1[oculto]')
    .replaceAll(/([?&](?:token|key|password|q)=)[^&#\s"]+/giu, '$1[oculto]');
}

function cleanTexts(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactSecretsInLogText(value)]));
}

// Lists the paths under which a secret field may be in a logged object, for the logger pino. Each depth needs its own
// path, because a wildcard of pino covers one level. Logged objects have at most three levels.
function atAnyDepth(field: string): string[] {
  const suffix = field.startsWith('[') ? field : `.${field}`;
  return [field, `*${suffix}`, `*.*${suffix}`, `*.*.*${suffix}`];
}
