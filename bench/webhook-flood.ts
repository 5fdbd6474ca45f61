/** Floods of webhooks from a process of its own (flood-process.ts): made ready first, then sent when asked. */
import { fork } from 'node:child_process';
import path from 'node:path';
import type { StoryOptions } from './webhook-stories.ts';

export interface Flood {
  readonly stories: StoryOptions;
  /** Where the workspace's webhooks go: one address a server, which take turns. */
  readonly urls: readonly string[];
  /** Signs them. */
  readonly key: string;
  /** All servers together. */
  readonly connections: number;
  /** Null: as fast as they are answered. */
  readonly perSecond: number | null;
  /** Nothing new is sent after it. */
  readonly seconds: number;
}

export interface FloodResult {
  readonly webhooks: number;
  readonly seconds: number;
  /** Different calls that they told of, and those whose end they told. */
  readonly calls: number;
  readonly finished: number;
  readonly bytes: number;
  /** Of the answer; at a steady rate since the webhook was due. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Processor time of the sender. */
  readonly cpuMs: number;
}

interface PreparedFlood {
  /** Sends them; rejects when any was refused. Once. */
  run(): Promise<FloodResult>;
  close(): void;
}

type Told = { readonly prepared: number } | { readonly result: FloodResult } | { readonly error: string };

const processFile = path.join(import.meta.dirname, 'flood-process.ts');

/** Resolves when every request is signed. They must be sent within some minutes, as every signature. */
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
