/** A mail server for tests that speaks SMTP on loopback. It accepts all mail, or refuses it on request. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The raw message, including headers. */
  readonly raw: string;
  /** The header with this name, unfolded and decoded. Empty if missing. */
  header(name: string): string;
  /** The decoded part of this type, such as 'text/plain'. */
  part(type: string): string;
}

export interface MailReceiver {
  /** For SMTP_URL. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Refuses this many of the next messages after their data. */
  refuseNext(count: number): void;
  close(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusals = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, (mail) => {
      if (refusals > 0) {
        refusals--;
        return false;
      }
      mails.push(mail);
      return true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuseNext(count) {
      refusals = count;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, take: (mail: ReceivedMail) => boolean): void {
  let pending = '';
  let from = '';
  let to: string[] = [];
  let data: string[] | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

  function hear(line: string): void {
    if (data !== null) {
      if (line !== '.') data.push(line.replace(/^\./, ''));
      else {
        say(take(toMail(from, to, data.join('\n'))) ? '250 taken' : '554 not now');
        data = null;
      }
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') [from, to] = [addressIn(line), []];
    if (verb === 'RCPT') to.push(addressIn(line));
    if (verb === 'DATA') data = [];
    say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
    if (verb === 'QUIT') socket.end();
  }

  say('220 test');
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
}

function toMail(from: string, to: readonly string[], raw: string): ReceivedMail {
  return {
    from,
    to,
    raw,
    header: (name) => decodeWords(headerOf(raw, name)),
    part(type) {
      const boundary = /boundary="?([^"\n;]+)/.exec(headerOf(raw, 'content-type'))?.[1];
      const parts = boundary === undefined ? [raw] : raw.split(`--${boundary}`);
      const found = parts.find((part) => headerOf(part, 'content-type').startsWith(type)) ?? '';
      const body = found.slice(found.indexOf('\n\n', 1) + 2);
      const encoding = headerOf(found, 'content-transfer-encoding');
      if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
      return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\n/g, '')) : body;
    },
  };
}

function headerOf(part: string, name: string): string {
  const head =
    part
      .trimStart()
      .split('\n\n')[0]
      ?.replace(/\n[ \t]+/g, ' ') ?? '';
  const line = head.split('\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? '';
  return line.slice(name.length + 1).trim();
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
