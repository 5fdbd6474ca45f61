// `npm run check:clients`: three generators make clients from a running server's OpenAPI document, TypeScript compiles
// each strictly with its example, and each example calls people. The generators are installed into a temporary folder
// and are no dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startBenchServer } from '../bench/bench-server.ts';

const packages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'typescript@5.9.3',
  '@types/node@24',
];
const examples = path.join(import.meta.dirname, '../examples/integrations/clients');
const folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-clients-'));
const generated = path.join(folder, 'generated');

async function run(name: string, ...given: readonly string[]): Promise<void> {
  const child = spawn(name, given, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...told },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${name} ${given.join(' ')} ended with ${String(code)}`);
}
let told: Readonly<Record<string, string>> = {};

const server = await startBenchServer({
  simulator: { seed: 1, callDurationMs: 200 },
  lines: 20,
  dialing: { callsPerSecond: 20, reservedLines: 0 },
});
try {
  await mkdir(generated);
  await cp(examples, folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  await run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...packages);
  const answer = await fetch(`${server.url}/api/openapi.json`);
  await writeFile(path.join(folder, 'openapi.json'), await answer.text());
  const bin = (name: string): string => path.join(folder, 'node_modules/.bin', name);
  await run(bin('openapi-typescript'), 'openapi.json', '-o', 'generated/openapi-typescript.ts');
  await run(bin('openapi-ts'), '-i', 'openapi.json', '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch');
  await run(bin('orval'), '--input', 'openapi.json', '--output', 'generated/orval.ts', '--client', 'fetch');
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--types', 'node', '--target', 'es2023'];
  await run(
    bin('tsc'),
    ...strict,
    '--module',
    'commonjs',
    '--moduleResolution',
    'node10',
    '--outDir',
    'made',
    'openapi-typescript.ts',
    'hey-api.ts',
    'orval.ts',
  );
  const [number] = await server.client.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const { token } = await server.client.post<{ token: string }>('/api/tokens', { name: 'Clientes', role: 'editor' });
  told = { VOCERO_URL: server.url, VOCERO_TOKEN: token, VOCERO_NUMBER: number?.phone_number ?? '' };
  for (const client of ['openapi-typescript', 'hey-api', 'orval']) {
    console.log(client);
    await run(process.execPath, path.join(folder, 'made', `${client}.js`));
  }
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
