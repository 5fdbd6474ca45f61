// `npm run demo`: the whole console with a simulated provider and invented data, only for this machine. The first start
// creates workspaces, people, history and campaigns; later ones continue from demo-data/.
import { isStartedByNpm } from '../src/server/platform/config.ts';
import { StartupError } from '../src/server/platform/startup-error.ts';
import { waitForStopRequest } from '../src/server/platform/stop-request.ts';
import type { Demo } from './demo/demo-file.ts';
import { startDemo } from './demo/start-demo.ts';

async function main(): Promise<void> {
  const stopRequest = waitForStopRequest({ watchParent: isStartedByNpm() });
  const startedAt = performance.now();
  const running = await startDemo(process.env['DATA_DIR']?.trim() || 'demo-data');
  try {
    announce(running.url, running.demo, (performance.now() - startedAt) / 1000);
    // The console is usable meanwhile: a person first sees today, and older calls are added afterwards.
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    await Promise.race([stopRequest, running.bringHistory(say)]);
    await stopRequest;
  } finally {
    await running.stop();
  }
}

function announce(url: string, demo: Demo, seconds: number): void {
  const people = demo.people.map(
    ({ username, password, role }) => `  ${username.padEnd(10)} ${password.padEnd(18)} ${role}`,
  );
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
