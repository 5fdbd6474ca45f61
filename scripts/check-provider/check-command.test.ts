// The command as a person starts it, on the simulator: exit code, output, report, and placed calls.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRetellProviderFactory } from '../../src/server/platform/provider/retell-provider.ts';
import { startRewritingProxy, type RewritingProxy } from '../../src/server/testing/rewriting-proxy.ts';
import { startSimulator, type SimulatorFaultPlan, type Simulator } from '../../src/simulator/index.ts';
import type { Finding } from './keep-finding.ts';
import { runCheckCommand } from './check-command.ts';

const root = path.join(import.meta.dirname, '../..');
const key = 'key_secret_0123456789abcdef';
const to = '+5491155667788';
let simulator: Simulator;
let proxy: RewritingProxy;
let folder: string;

beforeAll(async () => {
  simulator = await startSimulator({
    seed: 3,
    clock: { speed: 2_000 },
    accounts: [{ key, orgName: 'Financiera Sur' }],
  });
  proxy = await startRewritingProxy(simulator.url);
  folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-check-'));
  const until = Date.UTC(2026, 10, 20);
  for (const _call of simulator.generateHistory({ key, from: until - 86_400_000, to: until, count: 60 })) continue;
});
afterAll(async () => {
  await proxy.close();
  await simulator.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  proxy.rewrite({});
  simulator.forceOutcome('agent_hangup');
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly report: string | null;
}

let runs = 0;
const kept: Finding[] = [];
const keepFinding = async (_apiKey: string, finding: Finding): Promise<boolean> => {
  kept.push(finding);
  return true;
};
const createProvider = (baseUrl: string, apiKey: string) =>
  createRetellProviderFactory({ baseUrl, log: pino({ level: 'silent' }) })(apiKey);

async function run(
  args: readonly string[] = [],
  options: { env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const report = path.join(folder, `report-${++runs}.json`);
  const { RETELL_API_KEY: _key, PUBLIC_URL: _url, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'scripts/check-provider.ts'), '--report', report, ...args], {
    env: { ...inherited, RETELL_API_KEY: key, RETELL_BASE_URL: proxy.url, ...options.env },
    cwd: folder,
  });
  child.stdin.end(options.input ?? '');
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const written = await readFile(report, 'utf8').catch(() => null);
  // The key is never printed or written.
  expect(out + (written ?? '')).not.toContain(key);
  return { code, out, report: written };
}

/** Runs the command in this process, because a process for each case would cost too much. */
async function runHere(
  args: readonly string[] = [],
  { env, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<{ readonly code: number; readonly out: string; readonly report: string | null }> {
  const report = path.join(folder, `report-${++runs}.json`);
  const lines: string[] = [];
  const code = await runCheckCommand({
    args: ['--report', report, ...args],
    env: { RETELL_API_KEY: key, RETELL_BASE_URL: proxy.url, ...env },
    input: Readable.from([Buffer.from(input)]),
    say: (line) => void lines.push(line),
    complain: (line) => void lines.push(line),
    createProvider,
    keepFinding,
  });
  const out = lines.join('\n');
  const written = await readFile(report, 'utf8').catch(() => null);
  expect(out + (written ?? '')).not.toContain(key);
  return { code, out, report: written };
}

it('holds: 0, with a table and a report that names nobody', async () => {
  const { code, out, report } = await run();
  expect(code, out).toBe(0);
  expect(out).toContain('Se cumple          La API Key abre una cuenta del proveedor.');
  expect(out).toContain('Difiere: 0.');
  expect(JSON.parse(report ?? '')).toMatchObject({ format: 'vocero-account-report', version: 1 });
  expect(report).not.toContain('Financiera');
  expect(simulator.placedCalls(key)).toEqual([]);
});

it('differs: 1, and the row says what', async () => {
  simulator.setKeyRefused(key, true);
  const { code, out, report } = await run();
  simulator.setKeyRefused(key, false);
  expect(code).toBe(1);
  expect(out).toContain('→ El proveedor rechaza la API Key.');
  expect(report).toContain('El proveedor rechaza la API Key.');
});

it('could not run: 2', async () => {
  expect(await run([], { env: { RETELL_API_KEY: '' } })).toMatchObject({ code: 2, report: null });
  expect(await runHere([], { env: { RETELL_BASE_URL: 'ftp://nadie' } })).toMatchObject({ code: 2, report: null });
  expect(await runHere([], { env: { RETELL_BASE_URL: 'http://127.0.0.1:9' } })).toMatchObject({
    code: 2,
    report: null,
  });
  expect(await runHere([key, 'x'])).toMatchObject({ code: 2, report: null });
  expect(await runHere(['--call', '11 5555'])).toMatchObject({ code: 2, report: null });
});

it('calls nobody without the confirmation to the letter', async () => {
  for (const input of ['', 'LLAMAR\n', `llamar ${to}\n`, `LLAMAR ${to} \n`, `LLAMAR ${to}\nLLAMAR ${to}\n`, 's\n']) {
    const { code, out } = await (input === '' ? run : runHere)(['--call', to], { input });
    expect(code).toBe(2);
    expect(out).toContain('CUESTA DINERO');
    expect(out).toContain('centavos de dólar por minuto');
    expect(out).toContain('no se llamó a nadie');
  }
  expect(simulator.placedCalls(key)).toEqual([]);
});

it('calls once when it is confirmed, though it orders three times, and follows the call to its analysis', async () => {
  const { code, out } = await run(['--call', to], {
    env: { RETELL_BASE_URL: simulator.url },
    input: `LLAMAR ${to}\n`,
  });
  expect(code, out).toBe(0);
  expect(simulator.placedCalls(key).map(({ to_number: number }) => number)).toEqual([to]);
  expect(out).toContain('Se cumple  un pedido repetido con su clave no hace otra llamada');
  expect(out).toContain('No se hizo nada.');
  expect(out).toMatch(/estado: ended[\s\S]*Se cumple {2}llegó su análisis[\s\S]*Costó \d/);

  proxy.rewrite({
    answer: (answer, { path: asked }) =>
      asked.startsWith('/v2/get-call/') ? { ...answer, body: { ...(answer.body as object), metadata: {} } } : answer,
  });
  const other = await runHere(['--call', to], { input: `LLAMAR ${to}\n` });
  expect(other.code).toBe(1);
  expect(other.out).toContain('Difiere    lleva los metadatos');
  expect(other.out).toContain('La consola lo tiene en cuenta.');
  expect(kept).toEqual([{ kind: 'order_keys', areHonoured: true }]);
});

/** Runs the command with a call that speaks for a few seconds. */
async function runSpoken(faults: SimulatorFaultPlan, speed = 20) {
  simulator.setSpeed(speed);
  simulator.setFaults(faults);
  try {
    const { code, out } = await runHere(['--call', to], {
      env: { RETELL_BASE_URL: simulator.url },
      input: `LLAMAR ${to}\n`,
    });
    const { call_id: callId = '' } = simulator.placedCalls(key).at(-1) ?? {};
    return { code, out, hints: simulator.injected(key, callId) };
  } finally {
    simulator.setFaults({});
    simulator.setSpeed(2_000);
  }
}

it('reads the test call while it is spoken, and gives its agent a hint', async () => {
  const { code, out, hints } = await runSpoken({});
  expect(code, out).toBe(0);
  for (const line of [
    'Se cumple  la conversación en vivo se abrió',
    'Se cumple  se cerró con código 1000, motivo call_ended',
    'Se cumple  sus mensajes y roles son conocidos',
    'Se cumple  se aceptó una indicación al agente',
    'Se cumple  la indicación volvió como injected',
    'Se cumple  se puede escuchar la llamada, por el gateway',
  ])
    expect(out).toContain(line);
  expect(out).toMatch(/Se cumple {2}cada elemento trae id y time_sec \(\d+\)/);
  expect(out).toMatch(/Además {5}trae campos que no se leen: .*agent\.metadata\.response_id/);
  expect(hints).toEqual(['Prueba de la consola: sigue como hasta ahora.']);
  expect(kept.at(-1)).toEqual({ kind: 'sound', transport: 'gateway' });
});

it('keeps that the sound of the account goes through LiveKit', async () => {
  const { code, out } = await runSpoken({ listen: { livekit: { probability: 1 } } });
  expect(code, out).toBe(1);
  expect(out).toContain('Difiere    el sonido pasa por LiveKit');
  expect(kept.at(-1)).toEqual({ kind: 'sound', transport: 'livekit' });
});

it('says with which code the provider refused its socket', async () => {
  const { code, out, hints } = await runSpoken({ monitor: { refuse: { probability: 1, code: 4003 } } }, 2_000);
  expect(code, out).toBe(1);
  expect(out).toContain('Difiere    la conversación en vivo no se leyó: código 4003');
  expect(hints).toEqual([]);
});

it('names roles and messages that nobody knows', async () => {
  const { code, out } = await runSpoken({ monitor: { odd: { probability: 1 } } });
  expect(code, out).toBe(1);
  expect(out).toMatch(/Difiere {4}de \d+ elementos, 1 sin id/);
  expect(out).toContain('Difiere    no se conocen mensajes agent_state; roles whisper');
  expect(out).toContain('Se cumple  la indicación volvió como injected');
});

it('says nothing against the socket of a call that nobody answered', async () => {
  simulator.forceOutcome('dial_no_answer');
  const { out } = await runHere(['--call', to], {
    env: { RETELL_BASE_URL: simulator.url },
    input: `LLAMAR ${to}\n`,
  });
  expect(out).toMatch(/Sin dato {3}la conversación en vivo no se leyó: la llamada terminó antes/);
});

it('takes the confirmation from a terminal, which stays open', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const lines: string[] = [];
  const before = simulator.placedCalls(key).length;
  const running = runCheckCommand({
    args: ['--report', path.join(folder, 'typed.json'), '--call', to],
    env: { RETELL_API_KEY: key, RETELL_BASE_URL: simulator.url },
    input,
    say(line) {
      lines.push(line);
      if (line.startsWith('Para llamar')) input.write(`LLAMAR ${to}\n`);
    },
    complain: (line) => void lines.push(line),
    createProvider,
    keepFinding,
  });
  expect(await running, lines.join('\n')).toBe(0);
  expect(simulator.placedCalls(key)).toHaveLength(before + 1);
});

it('says that it does not know whether a call went out whose answer was lost', async () => {
  simulator.setFaults({ createPhoneCall: { answerLost: { next: 3 } } });
  const before = simulator.placedCalls(key).length;
  const { code, out } = await runHere(['--call', to], {
    env: { RETELL_BASE_URL: simulator.url },
    input: `LLAMAR ${to}\n`,
  });
  simulator.setFaults({});
  expect(code).toBe(1);
  expect(out).toContain('No se sabe si la llamada salió.');
  expect(simulator.placedCalls(key)).toHaveLength(before + 1);
});
