// The demo's console on one folder: simulated provider, server, people, campaigns, new calls, and the past.
import { loadServerConfig } from '../../src/server/platform/config.ts';
import { createLogger } from '../../src/server/platform/log.ts';
import { runServer, type RunningServer } from '../../src/server/run-server.ts';
import { StartupError } from '../../src/server/platform/startup-error.ts';
import { startSimulator } from '../../src/simulator/index.ts';
import { readDemo, type Demo } from './demo-file.ts';
import { bringHistory, seedDemo, startLiveCampaign } from './seed-demo.ts';

export interface RunningDemo {
  readonly url: string;
  readonly demo: Demo;
  /** Adds the past behind the live console; `say` gets a line for each workspace. */
  bringHistory(say: (line: string) => void): Promise<void>;
  stop(): Promise<void>;
}

const arrivals = { inboundPerMinute: 4, webPerMinute: 1.5 };

/** Starts the demo; resolves when it is live. Later starts reuse its data. `port` overrides the environment's. */
export async function startDemo(dataDir: string, port?: string): Promise<RunningDemo> {
  const demo = await readDemo(dataDir);
  const simulator = await openSimulator(demo, dataDir);
  let server: RunningServer | undefined;
  const stop = async (): Promise<void> => {
    await server?.stop();
    await simulator.close();
  };
  try {
    const config = loadServerConfig({
      ...process.env,
      ...(port === undefined ? {} : { PORT: port }),
      // The passwords are printed, so only this machine may connect.
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
    server = await runServer(config, log, { isDemo: true });
    const world = { server, simulator, demo };
    const isFirst = await seedDemo(world);
    await startLiveCampaign(world);
    for (const { key } of demo.workspaces) simulator.setArrivals(key, arrivals);
    return { url: server.url, demo, bringHistory: (say) => bringHistory({ ...world, store: isFirst, say }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the simulator. @throws {StartupError} if another demo of this folder uses the port. */
async function openSimulator(demo: Demo, dataDir: string): Promise<Awaited<ReturnType<typeof startSimulator>>> {
  try {
    return await startSimulator({
      port: demo.simulatorPort,
      seed: demo.seed,
      clock: { speed: 1 },
      accounts: demo.workspaces.map(({ key, name }) => ({ key, orgName: name, concurrencyLimit: 40 })),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartupError(
      `Otra demo usa ya la carpeta ${dataDir}, o un programa el puerto ${demo.simulatorPort}. Termínalos, o elige otra carpeta con DATA_DIR.`,
    );
  }
}

function passwordOf(demo: Demo, username: string): string {
  const person = demo.people.find((each) => each.username === username);
  if (!person) throw new Error(`the demo has no ${username}`);
  return person.password;
}
