// `npm run check-provider`: reads whether a provider account is as we assume; with `--call` it places one test call.
import { pino } from 'pino';
import { createRetellProviderFactory } from '../src/server/platform/provider/retell-provider.ts';
import { runCheckCommand } from './check-provider/check-command.ts';

// Keeps the process alive, because the check's pauses do not.
const awake = setInterval(() => undefined, 60_000);
try {
  process.exitCode = await runCheckCommand({
    args: process.argv.slice(2),
    env: process.env,
    input: process.stdin,
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    keepFinding: async (apiKey, finding) =>
      (await import('./check-provider/keep-finding.ts')).keepFinding(apiKey, finding),
    createProvider: (baseUrl, apiKey) =>
      createRetellProviderFactory({ baseUrl, log: pino({ level: 'silent' }) })(apiKey),
  });
} finally {
  clearInterval(awake);
  process.stdin.destroy();
}
