// `npm run doctor`: finds problems of a start, a backup or webhooks, with their solutions. Exits with 1 for any.
import { parseArgs } from 'node:util';
import { writeSync } from 'node:fs';
import type { Finding } from './doctor/check.ts';
import { diagnose } from './doctor/diagnosis.ts';
import { reportStartupErrors } from './command-database.ts';
import { HangingDataDirError } from '../src/server/platform/data-dir-probe.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';

const usage = 'Uso: npm run doctor [-- [--json] [--ask-outside]]   (--ask-outside: también pregunta al proveedor)';
const marks = { ok: '✓', skipped: '·', warn: '!', fail: '✗' } as const;

await reportStartupErrors(async () => {
  const { json, 'ask-outside': mayAskOutside } = readArguments();
  const findings = await diagnose(process.env, { mayAskOutside }).catch(endOfHangingFolder);
  const failed = findings.filter(({ status }) => status === 'fail').length;
  if (json) console.log(JSON.stringify({ ok: failed === 0, findings }, null, 1));
  else console.log([...findings.map(linesOf), '', summaryOf(findings, failed)].join('\n'));
  process.exitCode = failed === 0 ? 0 : 1;
});

/** Kills the process, because exiting would wait for the thread blocked in a read. */
function endOfHangingFolder(error: unknown): never {
  if (!(error instanceof HangingDataDirError)) throw error;
  writeSync(process.stderr.fd, `${error.message}\n`);
  process.kill(process.pid, 'SIGKILL');
  throw error;
}

function readArguments() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ options: { json: flag, 'ask-outside': flag } }).values;
  } catch {
    throw new StartupError(usage);
  }
}

function linesOf(finding: Finding): string {
  const line = `${marks[finding.status]} ${finding.name.padEnd(20)} ${finding.message}`;
  return 'action' in finding ? `${line}\n${' '.repeat(23)}→ ${finding.action}` : line;
}

function summaryOf(findings: readonly Finding[], failed: number): string {
  const warned = findings.filter(({ status }) => status === 'warn').length;
  if (failed > 0) return `${failed} por corregir${warned > 0 ? `, ${warned} para mirar` : ''}.`;
  return warned > 0 ? `Nada impide arrancar; ${warned} para mirar.` : 'Todo en orden.';
}
