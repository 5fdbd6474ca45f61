// The command `npm run check-provider`: its arguments, output, file and exit code.
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ConnectionCheckResult } from '../../src/contract/connection-check.ts';
import { connectionCheckLabels, connectionCheckVerdictLabels } from '../../src/labels/connection-check-es.ts';
import { e164NumberPattern } from '../../src/retell/wire-create-call.ts';
import { ProviderError, type VoiceProvider } from '../../src/server/platform/provider/provider.ts';
import { placeCheckedCall } from './checked-call.ts';
import type { Finding } from './keep-finding.ts';

export interface CheckCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly createProvider: (baseUrl: string, apiKey: string) => VoiceProvider;
  /** Stores a finding. False if no workspace in the database of the environment has this key. */
  readonly keepFinding: (apiKey: string, finding: Finding) => Promise<boolean>;
}

/** Exit code. 0: nothing differs. 1: something differs. 2: the check could not run. */
export type ExitCode = 0 | 1 | 2;

interface Told {
  readonly reportPath: string;
  readonly call: string | null;
  readonly from: string | null;
}

const usage = 'Uso: RETELL_API_KEY=… npm run check-provider [-- [--report ARCHIVO] [--call +54… [--from +54…]]]';
const deadlineMs = 300_000;

export async function runCheckCommand(command: CheckCommand): Promise<ExitCode> {
  const { say, complain, env } = command;
  const told = readArgs(command.args);
  const apiKey = env['RETELL_API_KEY']?.trim() ?? '';
  const baseUrl = env['RETELL_BASE_URL']?.trim() || 'https://api.retellai.com';
  if (told === null || apiKey === '') {
    complain(told === null ? usage : `Falta RETELL_API_KEY en el entorno. ${usage}`);
    return 2;
  }
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    complain('RETELL_BASE_URL no es una dirección.');
    return 2;
  }
  try {
    const provider = command.createProvider(baseUrl, apiKey);
    const { rows, report } = await provider.checkAccount({
      deadlineMs,
      isOwnAddress: ownAddressOf(env['PUBLIC_URL']?.trim()),
    });
    for (const line of tableOf(rows)) say(line);
    await writeFile(told.reportPath, `${JSON.stringify(report, null, 1)}\n`);
    say(`\nInforme sin datos de la cuenta: ${told.reportPath}`);
    const differs = rows.some(({ verdict }) => verdict === 'differs');
    if (told.call === null) return differs ? 1 : 0;
    if (rows[0]?.verdict !== 'holds') {
      complain('Sin una API Key válida no se llama a nadie.');
      return 1;
    }
    const outcome = await placeCheckedCall({
      provider,
      input: command.input,
      say,
      toNumber: told.call,
      fromNumber: told.from,
      keepFinding: (finding) => command.keepFinding(apiKey, finding),
    });
    return outcome === 'not_placed' ? 2 : differs || outcome === 'differs' ? 1 : 0;
  } catch (error) {
    // A provider error may contain an address, so only its kind is reported.
    if (error instanceof ProviderError) complain('El proveedor no responde: no se pudo comprobar nada.');
    else complain(`No se pudo terminar: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

/** Reads the arguments; null if they are invalid. They may contain a key by mistake, so they are never printed. */
function readArgs(args: readonly string[]): Told | null {
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value] = args.slice(index, index + 2);
    if (!['--report', '--call', '--from'].includes(name) || value === undefined || value.startsWith('--')) return null;
    values.set(name, value);
  }
  const [call, from] = [values.get('--call') ?? null, values.get('--from') ?? null];
  if (
    [call, from].some((number) => number !== null && !e164NumberPattern.test(number)) ||
    (from !== null && call === null)
  )
    return null;
  return { reportPath: values.get('--report') ?? 'provider-report.json', call, from };
}

/** Tests if a webhook address is this console's; undefined without a public URL. */
function ownAddressOf(publicUrl: string | undefined): ((url: string) => boolean) | undefined {
  const origin = publicUrl ? URL.parse(publicUrl)?.origin : undefined;
  return origin === undefined ? undefined : (url) => URL.parse(url)?.origin === origin;
}

function tableOf(rows: readonly ConnectionCheckResult[]): readonly string[] {
  const width = Math.max(...Object.values(connectionCheckVerdictLabels).map((label) => label.length));
  const count = (verdict: ConnectionCheckResult['verdict']): string =>
    String(rows.filter((row) => row.verdict === verdict).length);
  return [
    ...rows.flatMap(({ verdict, text, reason }) => [
      `${connectionCheckVerdictLabels[verdict].padEnd(width)}  ${text}`,
      ...(reason === null ? [] : [`${''.padEnd(width)}  → ${reason}`]),
    ]),
    '',
    connectionCheckLabels.summary(count('holds'), count('differs'), count('unclear')),
  ];
}
