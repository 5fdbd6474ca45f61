/** Debian's nginx in front of several servers, by the very file that an installation would use: deploy/nginx.conf. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Balancer } from './bench-server.ts';

const reference = path.resolve(import.meta.dirname, '../deploy/nginx.conf');
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];
const readyWithinMs = 10_000;

/** As `nginx -v` says it. @throws one clear line where there is none. */
export function describeNginx(): string {
  return spawnSync(findNginx(), ['-v'], { encoding: 'utf8' }).stderr.trim().replace('nginx version: ', '');
}

/** Starts it on a free port, with all that it writes in a folder of its own. */
export async function startNginx(urls: readonly string[]): Promise<Balancer> {
  const program = findNginx();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-nginx-'));
  const port = await freePort();
  // Started by root, its workers are somebody else.
  await chmod(folder, 0o755);
  await mkdir(path.join(folder, 'logs'));
  await writeFile(path.join(folder, 'vocero.conf'), atPort(await readFile(reference, 'utf8'), urls, port));
  await writeFile(path.join(folder, 'nginx.conf'), frame(folder));
  const child = spawn(
    program,
    ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const exited = once(child, 'exit');
  const abandon = (): void => void child.kill('SIGTERM');
  process.once('exit', abandon);
  const stop = async (): Promise<void> => {
    process.off('exit', abandon);
    abandon();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + readyWithinMs;
  while (!(await accepts(port))) {
    if (child.exitCode === null && performance.now() < deadline) {
      await delay(20);
      continue;
    }
    await stop();
    throw new Error(`nginx did not start: ${complaints}`);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

function findNginx(): string {
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error("this part wants Debian's nginx: apt install nginx (it need not be running)");
  return found;
}

/** The reference with other addresses and without what only TLS needs. @throws where it no longer has what is replaced here. */
function atPort(text: string, urls: readonly string[], port: number): string {
  const servers = urls.map((url) => `    server ${new URL(url).host} max_fails=1 fail_timeout=5s;\n`).join('');
  const [secure, ...others] = replaced(text, /(?: {4}server 10\.0\.0\.\d+:3000 [^\n]*\n)+/g, servers, 2).split(
    /^server \{\n {4}listen 80;/m,
  );
  if (others.length !== 1 || secure === undefined)
    throw new Error(`${reference} has no redirection that could be left out`);
  const plain = replaced(
    secure,
    / {4}(?:ssl_certificate|ssl_certificate_key|add_header Strict-Transport-Security) [^\n]*\n/g,
    '',
    3,
  );
  return replaced(plain, /listen 443 ssl http2;/g, `listen 127.0.0.1:${port};`, 1);
}

function replaced(text: string, what: RegExp, by: string, times: number): string {
  const found = text.match(what)?.length ?? 0;
  if (found !== times) throw new Error(`${reference}: ${String(what)} stands there ${found} times, not ${times}`);
  return text.replace(what, () => by);
}

/** What Debian's /etc/nginx/nginx.conf would be, without the system's paths and users. */
function frame(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `    ${name}_temp_path ${folder}/${name};`,
  );
  return [
    'daemon off;',
    'worker_processes auto;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log;`,
    'events { worker_connections 4096; }',
    'http {',
    '    access_log off;',
    ...temporary,
    `    include ${folder}/vocero.conf;`,
    '}',
    '',
  ].join('\n');
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
