// `npm run demo`: the whole console against a simulated provider, on invented data, for this machine only.
// The first start makes the workspaces, people, history and campaigns; later ones go on from demo-data/.
import { isRunByNpm, loadConfig } from '../src/server/platform/config.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { whenAskedToStop } from '../src/server/platform/stop-request.ts';
import { runServer } from '../src/server/run-server.ts';
import { startSimulator } from '../src/simulator/index.ts';
import { readDemo, type Demo } from './demo/demo-file.ts';
import { bringHistory, seedDemo, startLiveCampaign } from './demo/seed-demo.ts';

const arrivals = { inboundPerMinute: 4, webPerMinute: 1.5 };

async function main(): Promise<void> {
  const stopRequest = whenAskedToStop({ watchParent: isRunByNpm() });
  const startedAt = performance.now();
  const dataDir = process.env['DATA_DIR']?.trim() || 'demo-data';
  const demo = await readDemo(dataDir);

  const simulator = await startSimulator({
    port: demo.simulatorPort,
    seed: demo.seed,
    clock: { speed: 1 },
    accounts: demo.workspaces.map(({ key, name }) => ({ key, orgName: name, concurrencyLimit: 40 })),
  });
  const config = loadConfig({
    ...process.env,
    // Invented people behind printed passwords: nothing but this machine may reach them.
    HOST: '127.0.0.1',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    RECONCILE_SECONDS: '60',
    LOG_LEVEL: process.env['LOG_LEVEL']?.trim() || 'warn',
    ADMIN_USERNAME: 'jefa',
    ADMIN_PASSWORD: passwordOf(demo, 'jefa'),
  });
  const log = createLogger({ level: config.logLevel, pretty: process.stdout.isTTY });
  const server = await runServer(config, log, { isDemo: true });
  try {
    const isFirst = await seedDemo({ server, simulator, demo });
    await startLiveCampaign({ server, simulator, demo });
    for (const { key } of demo.workspaces) simulator.setArrivals(key, arrivals);
    announce(server.url, demo, (performance.now() - startedAt) / 1000);
    // The console is live meanwhile: what a person sees first is today, and the past fills in behind it.
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    await Promise.race([stopRequest, bringHistory({ server, simulator, demo, store: isFirst, say })]);
    await stopRequest;
  } finally {
    await server.stop();
    await simulator.close();
  }
}

function passwordOf(demo: Demo, username: string): string {
  const person = demo.people.find((each) => each.username === username);
  if (!person) throw new Error(`the demo has no ${username}`);
  return person.password;
}

function announce(url: string, demo: Demo, seconds: number): void {
  const people = demo.people.map(({ username, password, role }) => `  ${username.padEnd(10)} ${password.padEnd(18)} ${role}`);
  process.stdout.write(
    [
      '',
      `Vocero está listo (${seconds.toFixed(0)} s): ${url}`,
      '',
      '  usuario    contraseña         rol',
      ...people,
      '',
      'Datos inventados y proveedor simulado; escucha sólo en esta máquina. Ctrl+C para terminar.',
      '',
    ].join('\n'),
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
