// Checks of the machine: Node, memory, disk, DATA_DIR and the folder of backups.
import { constants, existsSync } from 'node:fs';
import { access, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { demoMarkerFileName } from '../../src/server/platform/config.ts';
import { measureFreeDiskRatio } from '../../src/server/platform/db/free-disk.ts';
import { fail, ok, skipped, warn, type Check, type Outcome } from './check.ts';

const nodeMajor = 24;
const mebibyte = 1024 ** 2;
/** A server under load needs some 400 MB, the embedded database about as much (docs/scaling.md). */
const memory = { needed: 512 * mebibyte, fine: 1_024 * mebibyte };
/** Free share of the disk below which webhooks are refused, and below which that is near. */
const freeDisk = { needed: 0.05, fine: 0.1 };

export const machineChecks: readonly Check[] = [
  {
    id: 'node',
    name: 'Node',
    run: ({ machine: { nodeVersion } }) =>
      Number.parseInt(nodeVersion, 10) >= nodeMajor
        ? ok(`Versión ${nodeVersion}.`)
        : fail(`Versión ${nodeVersion}.`, `Instala Node ${nodeMajor} o más nuevo.`),
  },
  {
    id: 'memory',
    name: 'Memoria',
    run({ machine: { memoryBytes } }) {
      const told = `${Math.round(memoryBytes / mebibyte)} MiB para este proceso.`;
      if (memoryBytes < memory.needed)
        return fail(told, 'Dale 1 GiB o más: el arranque o la primera carga lo terminarían.');
      if (memoryBytes < memory.fine)
        return warn(told, 'Con carga usa unos 400 MB, y otro tanto la base incluida: dale 1 GiB.');
      return ok(told);
    },
  },
  {
    id: 'data_dir',
    name: 'DATA_DIR',
    async run({ settings: { databaseUrl, dataDir } }) {
      if (databaseUrl !== null) return ok('No se usa: la base es la de DATABASE_URL.');
      if (existsSync(path.join(dataDir, demoMarkerFileName)))
        return fail(`${dataDir} tiene datos de demostración.`, 'Elige otra carpeta con DATA_DIR.');
      const whose = 'Dásela al usuario con el que corre el servidor (chown), o elige otra con DATA_DIR.';
      if (!existsSync(dataDir)) {
        const parent = nearestFolder(dataDir);
        return (await isWritable(parent))
          ? ok(`${dataDir} se crea al arrancar.`)
          : fail(`${dataDir} no existe y no se puede crear en ${parent}.`, whose);
      }
      const probe = path.join(dataDir, `.doctor-${process.pid}`);
      try {
        await writeFile(probe, 'x', { flag: 'wx', mode: 0o600 });
        await rm(probe);
      } catch (error) {
        return fail(`No se puede escribir en ${dataDir} (${(error as Error).message}).`, whose);
      }
      return checkRights(dataDir);
    },
  },
  {
    id: 'disk',
    name: 'Disco',
    async run({ settings: { databaseUrl, dataDir } }) {
      if (databaseUrl !== null) return skipped('El de la base de DATABASE_URL se mira en su equipo.');
      const free = await measureFreeDiskRatio(nearestFolder(dataDir));
      return judgeDisk(free);
    },
  },
  {
    id: 'backup_folder',
    name: 'Copias de seguridad',
    async run() {
      const folder = nearestFolder(path.resolve('backups'));
      if (!(await isWritable(folder)))
        return fail(`No se puede escribir en ${folder}.`, 'Da una carpeta: npm run backup /ruta/de/copias.');
      const { bavail, bsize } = await statfs(folder);
      return ok(`${Math.floor((bavail * bsize) / 1024 ** 3)} GiB libres en ${folder}.`);
    },
  },
];

/** Judges the free share of the disk, 0 to 1. */
export function judgeDisk(free: number): Outcome {
  const told = `${(free * 100).toFixed(1).replace('.', ',')} % libre.`;
  if (free < freeDisk.needed)
    return fail(told, 'Haz lugar: por debajo del 5 % se rechazan los webhooks y no se llama a nadie.');
  if (free < freeDisk.fine) return warn(told, 'Haz lugar antes de que llegue al 5 %.');
  return ok(told);
}

/** Checks the rights of the key file, which decrypts the provider's API keys. */
async function checkRights(dataDir: string): Promise<Outcome> {
  const file = path.join(dataDir, 'secret.key');
  if (process.platform !== 'win32' && existsSync(file)) {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0)
      return warn(`${file} es legible para otros usuarios.`, `Quítales el permiso: chmod 600 ${file}`);
  }
  return ok(`Se puede escribir en ${dataDir}.`);
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

async function isWritable(folder: string): Promise<boolean> {
  const isFolder = (await stat(folder)).isDirectory();
  return (
    isFolder &&
    access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
  );
}
