// A test call, placed after a typed confirmation, ordered several times with one key, and followed to its analysis.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { isKnownDisconnectionReason } from '../../src/retell/disconnection-reasons.ts';
import { providerCallStatuses, type WireCall } from '../../src/retell/wire-call.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import { placeCallToTestIdempotencyKeys } from '../../src/server/platform/provider/prove-order-keys.ts';
import { ProviderError, type VoiceProvider } from '../../src/server/platform/provider/provider.ts';
import type { Finding } from './keep-finding.ts';
import { readLive, type CallStep, type LiveReading } from './checked-live.ts';

export interface CheckedCall {
  readonly provider: VoiceProvider;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly say: (line: string) => void;
  readonly toNumber: string;
  /** Origin number; null for the account's first number that has an agent. */
  readonly fromNumber: string | null;
  /** Stores a finding about the account. False if no workspace here has the account. */
  readonly keepFinding: (finding: Finding) => Promise<boolean>;
}

const lookEveryMs = 2_000;
/** Without an answer in this time, the question counts as declined. */
const confirmWithinMs = 120_000;
const longestCallMs = 30 * 60_000;
const analysedWithinMs = 180_000;
const currentCall = (status: string | null | undefined): boolean => status === 'registered' || status === 'ongoing';

/** Places the test call. `not_placed`: nobody was called, as far as is known. `differs`: it did not go as we assume. */
export async function placeCheckedCall(order: CheckedCall): Promise<'holds' | 'differs' | 'not_placed'> {
  const { provider, say, toNumber } = order;
  const fromNumber = order.fromNumber ?? (await findLine(provider));
  if (fromNumber === null) {
    say('Ningún número de la cuenta está enlazado a un agente: no se puede llamar.');
    return 'not_placed';
  }
  say(`\nSe va a llamar a ${toNumber} desde ${fromNumber}; habla el agente de ese número.`);
  say('El pedido se repite con su clave, para saber si eso hace otra llamada: puede sonar dos veces.');
  say('Mientras se habla se lee la conversación en vivo, y el agente recibe una indicación de prueba.');
  say(await costOf(provider));
  const confirmation = `LLAMAR ${toNumber}`;
  say(`Para llamar, escribe exactamente: ${confirmation}`);
  if ((await readLine(order.input)) !== confirmation) {
    say('No se confirmó: no se llamó a nadie.');
    return 'not_placed';
  }
  const attemptId = randomUUID();
  const { outcome: placed, areHonoured } = await placeCallToTestIdempotencyKeys(
    provider,
    {
      attemptId,
      campaignId: null,
      fromNumber,
      toNumber,
      agentId: null,
      agentVersion: null,
      dynamicVariables: {},
      analysisItems: null,
      withoutFields: [],
    },
    () => false,
    systemClock,
  );
  if (placed.kind === 'refused') {
    say('El proveedor rechazó la llamada: no se llamó a nadie.');
    return 'not_placed';
  }
  if (placed.kind === 'unknown') {
    say('No se sabe si la llamada salió. Búscala en el panel del proveedor.');
    return 'differs';
  }
  say('El proveedor aceptó la llamada.');
  const live = readLive(provider, placed.call.call_id);
  try {
    await sayKeys(order, areHonoured);
    const way = await follow(order, placed.call.call_id, attemptId, live);
    const transport = await live.transport();
    if (transport) await keep(order, { kind: 'sound', transport });
    return areHonoured === false ? 'differs' : way;
  } finally {
    live.close();
  }
}

const verdictWords: Readonly<Record<CallStep['verdict'], string>> = {
  holds: 'Se cumple',
  differs: 'Difiere  ',
  unclear: 'Sin dato ',
  also: 'Además   ',
};

/** Prints each step; true if none differs. */
function saySteps(say: CheckedCall['say'], steps: readonly CallStep[]): boolean {
  for (const { verdict, text } of steps) say(`  ${verdictWords[verdict]}  ${text}`);
  return steps.every(({ verdict }) => verdict !== 'differs');
}

async function sayKeys({ say, keepFinding }: CheckedCall, areHonoured: boolean | null): Promise<void> {
  if (areHonoured === null) {
    say('  No se sabe si un pedido repetido con su clave hace otra llamada.');
    return;
  }
  say(
    areHonoured
      ? '  Se cumple  un pedido repetido con su clave no hace otra llamada'
      : '  Difiere    un pedido repetido con su clave hizo otra llamada, que se cortó',
  );
  await keep({ say, keepFinding }, { kind: 'order_keys', areHonoured });
}

async function keep({ say, keepFinding }: Pick<CheckedCall, 'say' | 'keepFinding'>, finding: Finding): Promise<void> {
  const isKept = await keepFinding(finding);
  say(
    isKept
      ? '  La consola lo tiene en cuenta.'
      : '  No se guardó: ningún workspace de esta consola tiene esta API Key.',
  );
}

async function findLine(provider: VoiceProvider): Promise<string | null> {
  const numbers = await provider.listPhoneNumbers();
  return numbers.find(({ outbound_agents: agents }) => (agents ?? []).length > 0)?.phone_number ?? null;
}

/** Estimated cost from the account's last calls, because no other price is known here. */
async function costOf(provider: VoiceProvider): Promise<string> {
  const { calls } = await provider.listCalls({}, { limit: 50, order: 'descending' });
  const paid = calls.filter(({ duration_ms: ms, call_cost: cost }) => (ms ?? 0) > 0 && (cost?.combined_cost ?? 0) > 0);
  const minutes = paid.reduce((sum, { duration_ms: ms }) => sum + (ms ?? 0), 0) / 60_000;
  const cents = paid.reduce((sum, { call_cost: cost }) => sum + (cost?.combined_cost ?? 0), 0);
  const begin = 'CUESTA DINERO: el proveedor la cobra a la cuenta';
  if (minutes === 0) return `${begin}, según sus tarifas.`;
  return `${begin}; las últimas costaron unos ${(cents / minutes).toFixed(1).replace('.', ',')} centavos de dólar por minuto.`;
}

/** Reads one line; null if there is none. Piped input must be exactly that line. */
async function readLine(input: CheckedCall['input']): Promise<string | null> {
  const lines = createInterface({ input });
  const given: string[] = [];
  const isTyped = input.isTTY === true;
  const late = AbortSignal.timeout(confirmWithinMs);
  const stop = (): void => lines.close();
  late.addEventListener('abort', stop);
  try {
    for await (const line of lines) {
      given.push(line);
      if (isTyped) break;
    }
    return late.aborted || given.length !== 1 ? null : (given[0] ?? null);
  } finally {
    late.removeEventListener('abort', stop);
    lines.close();
  }
}

async function follow(
  { provider, say }: CheckedCall,
  callId: string,
  attemptId: string,
  live: LiveReading,
): Promise<'holds' | 'differs'> {
  const beganMs = systemClock.monotonicMs();
  let overMs: number | null = null;
  let shown: string | undefined;
  for (;;) {
    const call = await look(provider, callId);
    const now = systemClock.monotonicMs();
    const status = call?.call_status ?? undefined;
    if (status !== undefined && status !== shown) say(`  estado: ${status}`);
    shown = status ?? shown;
    if (call && !currentCall(status)) {
      overMs ??= now;
      if (call.call_analysis) return tellEnd(provider, say, call, { attemptId, live });
      if (now - overMs > analysedWithinMs) {
        saySteps(say, await live.finish(status === 'ended'));
        say('La llamada terminó y su análisis no llegó.');
        return 'differs';
      }
    } else if (now - beganMs > longestCallMs) {
      say('La llamada no terminó: se deja de mirar.');
      return 'differs';
    }
    await systemClock.sleep(lookEveryMs);
  }
}

/** Reads the call; null if that fails for now. */
async function look(provider: VoiceProvider, callId: string): Promise<WireCall | null> {
  try {
    return await provider.getCall(callId);
  } catch (error) {
    if (error instanceof ProviderError && (error.kind === 'unavailable' || error.kind === 'rate_limited')) return null;
    throw error;
  }
}

async function tellEnd(
  provider: VoiceProvider,
  say: CheckedCall['say'],
  call: WireCall,
  { attemptId, live }: { readonly attemptId: string; readonly live: LiveReading },
): Promise<'holds' | 'differs'> {
  const found = await provider.listCalls({ attemptId }, { limit: 5 });
  const steps: readonly (readonly [string, boolean])[] = [
    [
      `terminó por ${call.disconnection_reason ?? 'ningún motivo'}`,
      isKnownDisconnectionReason(call.disconnection_reason ?? ''),
    ],
    ['su estado es conocido', (providerCallStatuses as readonly string[]).includes(call.call_status ?? '')],
    ['llegó su análisis', call.call_analysis != null],
    ['trae su costo', typeof call.call_cost?.combined_cost === 'number'],
    ['lleva los metadatos con los que se pidió', metadataOf(call)['vocero_attempt_id'] === attemptId],
    [
      'se encuentra por sus metadatos, y solo ella',
      found.calls.length === 1 && found.calls[0]?.call_id === call.call_id,
    ],
  ];
  const isUsual = saySteps(say, [
    ...steps.map(([text, holds]): CallStep => ({ verdict: holds ? 'holds' : 'differs', text })),
    ...(await live.finish(call.call_status === 'ended')),
  ]);
  const cents = call.call_cost?.combined_cost;
  if (typeof cents === 'number') say(`Costó ${cents.toFixed(1).replace('.', ',')} centavos de dólar.`);
  return isUsual ? 'holds' : 'differs';
}

function metadataOf({ metadata }: WireCall): Readonly<Record<string, unknown>> {
  return typeof metadata === 'object' && metadata !== null ? (metadata as Record<string, unknown>) : {};
}
