/**
 * Heap of a Node process after garbage collection, read by its inspector. SIGUSR1 opens that, so that until then the
 * process runs as in production. With `--inspect-port=0` it takes a free port and prints it.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { waitFor } from '../src/server/testing/wait-for.ts';

export interface HeapProbe {
  /** Bytes that JavaScript still reaches, after a full collection. */
  readLiveBytes(): Promise<number>;
  /** Evaluates an expression in the process and returns its value; for JSON values. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
}

export const inspectorArguments = '--inspect-port=0';

interface Answer {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: Record<string, unknown>;
}

/** @param readOutput returns the process's output so far, which includes the inspector's address. */
export async function openHeapProbe(pid: number, readOutput: () => string): Promise<HeapProbe> {
  process.kill(pid, 'SIGUSR1');
  const readAddress = (): string | undefined => /Debugger listening on (ws:\S+)/.exec(readOutput())?.[1];
  await waitFor('the inspector', () => readAddress() !== undefined);
  const socket = new WebSocket(readAddress() ?? '', { perMessageDeflate: false });
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let asked = 0;
  socket.on('message', (data: Buffer) => {
    const { id, error, result } = JSON.parse(data.toString()) as Answer;
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result ?? {});
    waiting.delete(id);
  });
  socket.on('close', () => waiting.forEach(({ reject }) => reject(new Error('the inspector is gone'))));
  await once(socket, 'open');

  function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++asked;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, answer);
    socket.send(JSON.stringify({ id, method, params }));
    return answer.promise;
  }

  await ask('HeapProfiler.enable');
  return {
    async readLiveBytes() {
      // The second collection frees memory released by the first one's finalizers.
      for (let collected = 0; collected < 2; collected += 1) await ask('HeapProfiler.collectGarbage');
      return Number((await ask('Runtime.getHeapUsage'))['usedSize']);
    },
    async evaluate(expression) {
      const { result } = (await ask('Runtime.evaluate', { expression, returnByValue: true })) as {
        result: { value: unknown };
      };
      return result.value;
    },
    close: () => socket.terminate(),
  };
}
