/** The product as a process that a test or benchmark may kill or stop: `npm start` at a fixed port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';

const mainFile = path.join(import.meta.dirname, '../start.mjs');
/** The time limit of a start. Many start at once, perhaps on a busy machine. */
const readyWithinMs = 120_000;
/** The time limit of a stop, longer than any deadline of a running request. */
const stopWithinMs = 120_000;
const keptOutput = 200_000;

export interface ServerProcess {
  readonly url: string;
  /** Starts the process and resolves once it accepts requests. */
  start(): Promise<void>;
  /** SIGKILL: nothing is finished or released. */
  kill(): Promise<void>;
  /** SIGSTOP: the process pauses between two instructions, and its sockets stay open. */
  halt(): void;
  /** SIGCONT: the process continues as if nothing had happened. */
  goOn(): void;
  /** SIGTERM: the process finishes its work and ends its database. */
  stop(): Promise<void>;
  /** Resolves with the exit code when the process ends by itself. */
  whenEnded(): Promise<number | null>;
  /** The last lines of the process's output. */
  readOutput(): string;
  /** The process id. Undefined while it is not running. */
  readPid(): number | undefined;
}

export async function createServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let output = '';

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const exited = once(ending, 'exit');
    ending.kill(signal);
    const hanging = setTimeout(() => ending.kill('SIGKILL'), stopWithinMs);
    await exited;
    clearTimeout(hanging);
    if (signal !== 'SIGKILL' && ending.signalCode === 'SIGKILL') throw new Error(`the server did not stop:\n${output}`);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    readOutput: () => output,
    readPid: () => child?.pid,
    async whenEnded() {
      if (child && child.exitCode === null) await once(child, 'close');
      return child?.exitCode ?? null;
    },
    async start() {
      const starting = spawn(process.execPath, [mainFile], {
        env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = starting;
      const ready = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`the server did not start:\n${output}`)), readyWithinMs);
        const listen = (chunk: Buffer): void => {
          output = (output + chunk.toString()).slice(-keptOutput);
          if (!chunk.toString().includes('Vocero escucha en')) return;
          clearTimeout(timer);
          resolve();
        };
        starting.stdout.on('data', listen);
        starting.stderr.on('data', listen);
        starting.once('exit', (code) => {
          clearTimeout(timer);
          reject(new Error(`the server ended with ${code}:\n${output}`));
        });
      });
      await ready;
    },
    kill: () => end('SIGKILL'),
    halt: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
