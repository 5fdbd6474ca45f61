/** A flood of webhooks by a process of its own (flood-process.ts): prepared first, then sent on demand. */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { StoryOptions } from './webhook-stories.ts';

export interface Flood {
  readonly stories: StoryOptions;
  /** Addresses of the workspace's webhooks, one for each server, used in turn. */
  readonly urls: readonly string[];
  /** Key that signs the webhooks. */
  readonly key: string;
  /** Connections to all servers together. */
  readonly connections: number;
  /** Webhooks a second; null for as fast as they are answered. */
  readonly perSecond: number | null;
  /** Seconds after which nothing new is sent. */
  readonly seconds: number;
}

export interface FloodResult {
  readonly webhooks: number;
  readonly seconds: number;
  /** Different calls in the webhooks, and calls whose end was among them. */
  readonly calls: number;
  readonly finished: number;
  readonly bytes: number;
  /** Time in ms to the answer; at a steady rate, since the webhook was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Processor time of the sender. */
  readonly cpuMs: number;
}

interface PreparedFlood {
  /** Sends the flood, once; rejects if any webhook was refused. */
  run(): Promise<FloodResult>;
  close(): void;
}

type Told = { readonly prepared: number } | { readonly result: FloodResult } | { readonly error: string };

const processFile = path.join(import.meta.dirname, 'flood-process.ts');

/** Resolves when every request is signed. A signature is valid for some minutes, so the flood must be sent by then. */
export async function prepareFlood(flood: Flood): Promise<PreparedFlood> {
  const child = fork(processFile, {
    env: { PATH: process.env['PATH'], FLOOD: JSON.stringify(flood) },
    execArgv: ['--max-old-space-size=2048'],
  });
  const abandon = (): void => void child.kill();
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const heard = (): Promise<Told> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as Told));
      child.once('exit', (code) => reject(new Error(`the sender of webhooks ended with ${String(code)}`)));
    });
  await heard();
  return {
    async run() {
      const answer = heard();
      child.send('go');
      const told = await answer;
      if ('result' in told) return told.result;
      throw new Error('error' in told ? told.error : 'the sender of webhooks said nothing');
    },
    close: abandon,
  };
}
