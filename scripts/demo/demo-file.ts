// State of the demo between starts, in DATA_DIR/DEMO: its accounts, people, and the range of its history.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { demoMarkerFileName } from '../../src/server/platform/config.ts';
import { StartupError } from '../../src/server/platform/startup-error.ts';

export interface Demo {
  readonly seed: number;
  readonly simulatorPort: number;
  readonly workspaces: readonly DemoWorkspace[];
  readonly people: readonly {
    readonly username: string;
    readonly password: string;
    readonly role: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
  readonly history: { readonly from: number; readonly to: number };
}

export interface DemoWorkspace {
  readonly name: string;
  readonly description: string;
  readonly key: string;
  /** Number of calls in the 60 days. */
  readonly calls: number;
}

const day = 86_400_000;

/** Reads the demo of a folder, or creates one with random passwords. */
export async function readDemo(dataDir: string): Promise<Demo> {
  const file = path.join(dataDir, demoMarkerFileName);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Demo;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'EACCES' || error instanceof SyntaxError)
      throw new StartupError(`DATA_DIR: no se puede leer ${path.resolve(file)}: ${message}`);
    if (code !== 'ENOENT') throw error;
  }
  const now = Date.now();
  const demo: Demo = {
    seed: 20_260,
    simulatorPort: await freePort(),
    workspaces: [
      { name: 'Ventas Q1', description: 'Altas de internet y móvil', key: keyOf('ventas'), calls: 13_000 },
      { name: 'Cobranzas', description: 'Recordatorios y acuerdos de pago', key: keyOf('cobranzas'), calls: 7_000 },
    ],
    people: [
      { username: 'jefa', password: password(), role: 'admin', firstName: 'Julieta', lastName: 'Ferreyra' },
      { username: 'editora', password: password(), role: 'editor', firstName: 'Elena', lastName: 'Domínguez' },
      { username: 'operador', password: password(), role: 'operator', firstName: 'Oscar', lastName: 'Paredes' },
    ],
    history: { from: now - 60 * day, to: now },
  };
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, JSON.stringify(demo, null, 2), { mode: 0o600 });
  } catch (error) {
    throw new StartupError(`DATA_DIR: no se puede escribir en ${path.resolve(dataDir)}: ${(error as Error).message}`);
  }
  return demo;
}

const keyOf = (name: string): string => `key_demo_${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
const password = (): string => randomBytes(9).toString('base64url');

/** A port for the simulator, kept over restarts because the recordings' addresses contain it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
