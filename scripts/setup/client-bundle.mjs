// Builds the browser's code into dist/client when its sources have changed.
import { existsSync } from 'node:fs';
import { SetupError, at, commandPath, hashOf, readStamp, run, writeStamp } from './steps.mjs';

const sources = [
  'src/client',
  'src/contract',
  'src/labels',
  'src/phone',
  'src/files',
  'vite.config.ts',
  'scripts/adopted-styles.ts',
  'scripts/chunk-groups.ts',
  'scripts/first-load-files.ts',
  'scripts/first-load-routes.ts',
  'tsconfig.client.json',
  'package-lock.json',
];
const stampName = 'client-stamp';

/** Reads and hashes the sources, which is cheap without changes. A production copy has only the bundle. */
export function ensureClientBundle() {
  if (!existsSync(at('src/client/main.tsx'))) {
    if (existsSync(at('dist/client/index.html'))) return;
    throw new SetupError('Faltan dist/client y src/client: esta copia está incompleta.');
  }
  const wanted = hashOf(sources, (file) => !/\.test\.tsx?$/.test(file));
  if (readStamp(stampName) === wanted && existsSync(at('dist/client/index.html'))) return;
  console.log('Compilando la consola…');
  const vite = at('node_modules/vite/bin/vite.js');
  if (!run('node', [vite, 'build', '--logLevel', 'warn'], { env: { PATH: commandPath() } })) {
    throw new SetupError('No se pudo compilar la consola: el mensaje de Vite está más arriba.');
  }
  writeStamp(stampName, wanted);
}
