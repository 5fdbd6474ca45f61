// Runs the simulated provider as a process and prints one JSON line with its address when it is ready. SIM_PORT,
// SIM_HOST, SIM_SEED and SIM_SPEED override SIM_OPTIONS (JSON of SimulatorOptions). `--profile FILE` reads a report of
// `npm run check-provider`, and makes the simulated account resemble the checked account.
import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { providerAccountCheckReportSchema } from '../retell/account-shape.ts';
import type { SimulatorOptions } from './options.ts';
import { startSimulator } from './simulator.ts';

const { env } = process;
const { profile } = parseArgs({ options: { profile: { type: 'string' } } }).values;
const given = JSON.parse(env['SIM_OPTIONS'] || '{}') as Partial<SimulatorOptions>;
const simulator = await startSimulator({
  ...given,
  seed: env['SIM_SEED'] ? Number(env['SIM_SEED']) : (given.seed ?? 1),
  accounts: given.accounts ?? [{ key: 'key_demo', orgName: 'Organización de prueba' }],
  ...(profile === undefined
    ? {}
    : { profile: providerAccountCheckReportSchema.parse(JSON.parse(await readFile(profile, 'utf8'))) }),
  ...(env['SIM_PORT'] ? { port: Number(env['SIM_PORT']) } : {}),
  ...(env['SIM_HOST'] ? { host: env['SIM_HOST'] } : {}),
  ...(env['SIM_SPEED'] ? { clock: { speed: Number(env['SIM_SPEED']) } } : {}),
});
process.stdout.write(`${JSON.stringify({ url: simulator.url, statusPageUrl: simulator.statusPageUrl })}\n`);

async function stop(): Promise<void> {
  await simulator.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
// If the parent process dies, the channel to it closes, so the simulator stops.
process.once('disconnect', () => void stop());
process.once('SIGINT', () => void stop());
