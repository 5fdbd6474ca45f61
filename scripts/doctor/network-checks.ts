// Checks of the network: port, PUBLIC_URL and its TLS, mail, provider, and the clock for signatures.
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import http from 'node:http';
import https from 'node:https';
import { connect, rootCertificates, type TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { providerWebhookSignatureToleranceMs } from '../../src/retell/signature.ts';
import { isPublicIpAddress } from '../../src/server/platform/public-address.ts';
import {
  fail,
  isOurHealth,
  ok,
  skipped,
  warn,
  type Check,
  type Machine,
  type Outcome,
  type Situation,
} from './check.ts';

const askWithinMs = 8_000;
const certificateEndsSoonMs = 14 * 86_400_000;
/** With a larger offset of the clock, screens show wrong times of live calls. */
const clockOffMs = 30_000;

export const networkChecks: readonly Check[] = [
  {
    id: 'port',
    name: 'Puerto',
    async run({ settings: { host, port }, isRunning }) {
      const code = await tryToListen(host, port);
      if (code === null) return ok(`${host}:${port} está libre.`);
      if (code === 'EADDRINUSE')
        return (await isRunning())
          ? ok(`En ${host}:${port} ya responde un Vocero.`)
          : fail(`Otro programa usa ${host}:${port}.`, 'Detenlo, o elige otro puerto con PORT.');
      if (code === 'EACCES') return fail(`No hay permiso para el puerto ${port}.`, 'Elige con PORT uno desde 1024.');
      return fail(`${host} no es una dirección de este equipo (${code}).`, 'Corrige HOST.');
    },
  },
  {
    id: 'public_url',
    name: 'PUBLIC_URL',
    async run(situation) {
      const { publicUrl } = situation.settings;
      if (publicUrl === null)
        return warn(
          'No está definida.',
          'Define PUBLIC_URL con la dirección https a la que el proveedor envía los webhooks.',
        );
      const { hostname, protocol } = new URL(publicUrl);
      const addresses = await lookup(hostname.replaceAll(/[[\]]/gu, ''), { all: true }).catch(() => []);
      if (addresses.length === 0)
        return fail(`El nombre ${hostname} no se encuentra.`, 'Corrige PUBLIC_URL, o crea el nombre en el DNS.');
      const answer = await askHealth(publicUrl);
      if (!answer?.isOurs) {
        const told = answer
          ? `En ${publicUrl} responde otra cosa (estado ${answer.status}).`
          : `${publicUrl} no responde.`;
        return (await situation.isRunning())
          ? fail(
              told,
              'Haz que el balanceador lleve esa dirección a este servidor (deploy/nginx.conf), y abre el cortafuegos.',
            )
          : warn(told, 'Arranca el servidor y repite.');
      }
      if (protocol !== 'https:')
        return warn(
          'Responde, sin cifrar.',
          'Usa https: por http viajan a la vista las sesiones y lo que dice cada llamada.',
        );
      if (addresses.some(({ address }) => !isPublicIpAddress(address)))
        return warn(
          `Responde, pero ${hostname} lleva desde aquí a una red privada.`,
          'Comprueba desde afuera que el nombre lleve a una dirección pública.',
        );
      return ok('Responde este Vocero. Que el proveedor la alcanza lo dicen los webhooks recibidos.');
    },
  },
  {
    id: 'tls',
    name: 'Certificado',
    async run({ settings: { publicUrl }, machine }) {
      if (publicUrl === null || !publicUrl.startsWith('https:')) return skipped('PUBLIC_URL no es https.');
      return checkCertificate(new URL(publicUrl), machine);
    },
  },
  {
    id: 'smtp',
    name: 'Correo',
    async run({ settings: { smtpUrl } }) {
      if (smtpUrl === null) return ok('Sin SMTP_URL no se envían correos.');
      // The mailer is imported only if there is mail, because it loads half of the server.
      const { testMailServerSignIn: checkMailServer } = await import('../../src/server/platform/mail/mailer.ts');
      try {
        await checkMailServer(smtpUrl);
        return ok('El servidor de correo acepta la conexión y la clave. No se envió nada.');
      } catch (error) {
        return fail((error as Error).message, 'Corrige SMTP_URL: servidor, puerto, smtp o smtps, usuario y clave.');
      }
    },
  },
  {
    id: 'provider',
    name: 'Proveedor',
    async run({ settings: { retellBaseUrl }, mayAskOutside }) {
      if (!mayAskOutside) return skipped('No se le preguntó: hace falta --ask-outside.');
      const answer = await dateOf(retellBaseUrl);
      return answer.isReached
        ? ok(`${retellBaseUrl} responde.`)
        : fail(`${retellBaseUrl} no responde.`, 'Deja salir a este equipo por https, o corrige RETELL_BASE_URL.');
    },
  },
  {
    id: 'clock',
    name: 'Reloj',
    async run(situation) {
      const offsets = [await offsetOfDatabase(situation), await offsetOfProvider(situation)].filter(
        (each) => each !== null,
      );
      if (offsets.length === 0)
        return skipped('No hay con qué compararlo: con --ask-outside se compara con el del proveedor.');
      const offMs = Math.max(...offsets.map(Math.abs));
      const told = `Difiere ${Math.round(offMs / 1_000)} s.`;
      const action = 'Sincroniza el reloj (systemd-timesyncd o chrony).';
      // Half of the tolerance is left for the transfer.
      if (offMs > providerWebhookSignatureToleranceMs / 2)
        return fail(`${told} Con 5 minutos se rechazan los webhooks.`, action);
      return offMs > clockOffMs ? warn(told, action) : ok(told);
    },
  },
];

/** Code of the error that prevents listening; null if there is none. */
async function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

/** Answer of /healthz; null without one. Another check tests the certificate. */
async function askHealth(publicUrl: string): Promise<{ readonly isOurs: boolean; readonly status: number } | null> {
  const answer = await get(`${publicUrl}/healthz`, { rejectUnauthorized: false });
  return answer && { isOurs: isOurHealth(answer.text), status: answer.status };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly date: string | undefined;
}

const longestText = 1_000;

async function get(url: string, options: https.RequestOptions = {}): Promise<Answer | null> {
  const client = url.startsWith('https:') ? https : http;
  return new Promise((resolve) => {
    const request = client.get(
      url,
      { ...options, agent: false, signal: AbortSignal.timeout(askWithinMs) },
      (response) => {
        let text = '';
        const settle = (): void => resolve({ status: response.statusCode ?? 0, text, date: response.headers.date });
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          if (text.length > longestText) response.destroy();
        });
        response.once('close', settle);
        response.once('error', settle);
      },
    );
    request.once('error', () => resolve(null));
  });
}

async function checkCertificate({ hostname, port }: URL, { now, extraAuthority }: Machine): Promise<Outcome> {
  const host = hostname.replaceAll(/[[\]]/gu, '');
  const socket = await handshake(host, Number(port || 443), extraAuthority);
  if (!socket) return fail(`${host} no habla TLS.`, 'Pon delante un balanceador con certificado (deploy/nginx.conf).');
  const { authorized, authorizationError } = socket;
  const endsAtMs = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  const day = Number.isNaN(endsAtMs) ? '' : new Date(endsAtMs).toISOString().slice(0, 10);
  if (endsAtMs <= now().getTime())
    return fail(`Venció el ${day}.`, 'Renueva el certificado y revisa por qué no se renovó solo.');
  if (!authorized)
    return fail(
      `No es de confianza (${String(authorizationError)}): el proveedor no entrega webhooks ahí.`,
      'Usa el de una autoridad pública, a ese nombre y con su cadena completa.',
    );
  if (endsAtMs - now().getTime() < certificateEndsSoonMs) return warn(`Vence el ${day}.`, 'Renuévalo.');
  return ok(`Vale hasta el ${day}.`);
}

async function handshake(host: string, port: number, authority: string | undefined): Promise<TLSSocket | null> {
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      servername: /^[\d.]+$|:/u.test(host) ? '' : host,
      rejectUnauthorized: false,
      timeout: askWithinMs,
      ...(authority !== undefined && { ca: [...rootCertificates, authority] }),
    });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
  });
}

/** Ms by which the database's clock is ahead of ours; null for the embedded database, which shares our clock. */
async function offsetOfDatabase({ settings: { databaseUrl }, machine }: Situation): Promise<number | null> {
  if (databaseUrl === null) return null;
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: askWithinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const before = machine.now().getTime();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const middle = (before + machine.now().getTime()) / 2;
    return (rows[0]?.at.getTime() ?? middle) - middle;
  } catch {
    return null;
  } finally {
    await client.end();
  }
}

async function offsetOfProvider({
  settings: { retellBaseUrl },
  machine,
  mayAskOutside,
}: Situation): Promise<number | null> {
  if (!mayAskOutside) return null;
  const { date } = await dateOf(retellBaseUrl);
  // The header has whole seconds, so half a second is added.
  return date === undefined ? null : Date.parse(date) + 500 - machine.now().getTime();
}

async function dateOf(url: string): Promise<{ readonly isReached: boolean; readonly date: string | undefined }> {
  const answer = await get(url);
  return { isReached: answer !== null, date: answer?.date };
}
