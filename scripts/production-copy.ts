// `npm run production-copy FOLDER`: a copy with only what a server needs at run time, packages included, as in the
// image or for a systemd unit. Started by `node src/server/start.mjs` or by `npm start` in that folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { productionPaths, isProductionFile, unusedOfNode } from './production-files.ts';

const root = path.resolve(import.meta.dirname, '..');

function main([given]: readonly string[]): void {
  if (given === undefined) return fail('Uso: npm run production-copy CARPETA');
  const folder = path.resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0) return fail(`${folder} no está vacía. Elige otra carpeta.`);
  mkdirSync(folder, { recursive: true });
  for (const each of productionPaths) {
    cpSync(path.join(root, each), path.join(folder, each), {
      recursive: true,
      preserveTimestamps: true,
      filter: (file) => isProductionFile(path.relative(root, file)),
    });
  }
  // The copy's own set-up installs its packages, as `npm start` would.
  const { status } = spawnSync(process.execPath, ['scripts/ensure-setup.mjs'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) return fail('No se pudieron instalar los paquetes de producción.');
  for (const each of unusedOfNode(readdirSync(path.join(folder, 'node_modules'))))
    rmSync(path.join(folder, 'node_modules', each), { recursive: true, force: true });
  console.log(`Copia de producción en ${folder}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

main(process.argv.slice(2));
