// `npm run check:image`: builds the Dockerfile with Debian's buildah, runs the image as intended (unprivileged user,
// read-only root, no capabilities) and tests its promises. Needs root on Debian, buildah and debootstrap. Nothing is
// pulled: debootstrap makes the bases, with the pinned Node and the present npm. It takes minutes and is no part of
// `npm test`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
const place = path.join(root, '.cache/image');
const debian = path.join(place, 'debian');
const image = 'localhost/vocero:check';
const limitMb = 350;
const port = 4871;
const readyWithinMs = 120_000;
const storage = ['--root', path.join(place, 'storage'), '--runroot', path.join(place, 'run')];
// Certificate of the registry, if the network has its own.
const certificates = process.env['NODE_EXTRA_CA_CERTS'];

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  }).trim();
}
const missing = ['buildah', 'debootstrap'].filter((program) => spawnSync(program, ['--version']).error);
if (missing.length > 0) {
  console.error(`check:image needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}
const buildah = (...args: readonly string[]): string => run('buildah', [...storage, ...args]);

function makeDebian(): void {
  if (existsSync(path.join(debian, 'etc/debian_version'))) return;
  console.log('debootstrap…');
  mkdirSync(place, { recursive: true });
  const made = `${debian}.new`;
  rmSync(made, { recursive: true, force: true });
  run('debootstrap', ['--variant=minbase', 'bookworm', made]);
  // Folders that Debian's slim images leave out.
  for (const each of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'usr/share/info',
  ])
    rmSync(path.join(made, each), { recursive: true, force: true });
  run('mv', [made, debian]);
}

/** Makes a base image from a folder; `addTo` adds files to it. */
function makeBase(name: string, addTo: (mounted: string) => void, config: readonly string[] = []): void {
  const working = buildah('from', 'scratch');
  const mounted = buildah('mount', working);
  run('cp', ['-a', `${debian}/.`, mounted]);
  addTo(mounted);
  if (config.length > 0) buildah('config', ...config, working);
  buildah('umount', working);
  buildah('commit', '--rm', '--quiet', working, name);
}

function makeBases(): void {
  makeBase('localhost/debian-slim', () => undefined);
  const npm = path.resolve(realpathSync(run('sh', ['-c', 'command -v npm'])), '../..');
  makeBase(
    'localhost/node-slim',
    (mounted) => {
      cpSync(
        path.join(root, `node_modules/node-linux-${process.arch}/bin/node`),
        path.join(mounted, 'usr/local/bin/node'),
      );
      cpSync(npm, path.join(mounted, 'usr/local/lib/node_modules/npm'), { recursive: true });
      run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(mounted, 'usr/local/bin/npm')]);
      if (certificates === undefined) return;
      mkdirSync(path.join(mounted, 'etc/ssl/certs'), { recursive: true });
      cpSync(certificates, path.join(mounted, 'etc/ssl/certs/ca-certificates.crt'), { dereference: true });
    },
    certificates === undefined ? [] : ['--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'],
  );
}

function hasBases(): boolean {
  return ['debian-slim', 'node-slim'].every(
    (name) =>
      spawnSync('buildah', [...storage, 'inspect', '--type', 'image', `localhost/${name}`], { stdio: 'ignore' })
        .status === 0,
  );
}

function build(): void {
  console.log('buildah build…');
  const bases = ['--build-arg', 'BUILD_BASE=localhost/node-slim', '--build-arg', 'BASE=localhost/debian-slim'];
  // The host's network and kernel isolation, which work on a machine without a container engine.
  const how = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--pull-never', '--layers'];
  const { status } = spawnSync('buildah', [...storage, 'build', ...how, ...bases, '-t', image, root], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the image was not built');
}

interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly StopSignal: NodeJS.Signals;
  readonly Volumes: Record<string, unknown>;
  readonly Labels: Record<string, string>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

function readConfig(): { config: ImageConfig; bytes: number } {
  const inspected = JSON.parse(buildah('inspect', '--type', 'image', image)) as { Docker: { config: ImageConfig } };
  const [row] = JSON.parse(buildah('images', '--json', image)) as { size: string }[];
  const [, number = '', unit = ''] = /^([\d.]+) (\w+)$/u.exec(row?.size ?? '') ?? [];
  const bytes = Number(number) * ({ GB: 1e9, MB: 1e6, KB: 1e3 }[unit] ?? Number.NaN);
  return { config: inspected.Docker.config, bytes };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The command that runs a program as an engine would run the image: read-only root except /data and /tmp, no
 * capabilities, and process 1 of its namespace. It uses only the kernel, because crun may set no limits on some
 * machines.
 */
function inside(
  mounted: string,
  data: string,
  { User, Env, WorkingDir }: ImageConfig,
  env: readonly string[],
  command: readonly string[],
): string[] {
  const [uid = '', gid = ''] = User.split(':');
  const as = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ];
  const words = ['env', '-i', ...Env, ...env, ...command].map(quote).join(' ');
  const script = [
    `mount --bind ${mounted} ${mounted}`,
    `mount -o remount,bind,ro ${mounted}`,
    `mount --bind ${data} ${mounted}/data`,
    `mount -t tmpfs tmpfs ${mounted}/tmp`,
    `mount -t proc proc ${mounted}/proc`,
    `mount --rbind /dev ${mounted}/dev`,
    `exec chroot ${mounted} /bin/sh -c ${quote(`cd ${WorkingDir} && exec ${as.join(' ')} ${words}`)}`,
  ].join(' && ');
  return ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', 'sh', '-c', script];
}

const results: string[] = [];
function check(what: string, isSo: boolean, found: unknown = ''): void {
  results.push(`${isSo ? '✓' : '✗'} ${what}${isSo ? '' : `: ${JSON.stringify(found)}`}`);
  if (!isSo) process.exitCode = 1;
}

function lookInside(mounted: string, { config, bytes }: ReturnType<typeof readConfig>): void {
  check(`under ${limitMb} MB (${(bytes / 1e6).toFixed(0)} MB)`, bytes < limitMb * 1e6, bytes);
  check('a common user', /^[1-9]\d*:[1-9]\d*$/u.test(config.User), config.User);
  check('stops by SIGTERM', config.StopSignal === 'SIGTERM', config.StopSignal);
  check('a volume at /data', '/data' in config.Volumes, config.Volumes);
  check(
    'labels',
    ['title', 'version', 'revision', 'created', 'licenses'].every(
      (name) => `org.opencontainers.image.${name}` in config.Labels,
    ),
    config.Labels,
  );
  const tools = ['npm', 'npx', 'gcc', 'cc', 'make', 'python3', 'git', 'curl', 'wget'];
  const found = tools.filter((name) =>
    ['usr/bin', 'usr/local/bin', 'bin', 'app/node_modules/.bin'].some((folder) =>
      existsSync(path.join(mounted, folder, name)),
    ),
  );
  check('no build tools', found.length === 0, found);
  const extra = [
    'src/client',
    'src/simulator',
    'node_modules/vite',
    'node_modules/react',
    'node_modules/typescript',
  ].filter((each) => existsSync(path.join(mounted, 'app', each)));
  check('no sources of the browser, no development packages', extra.length === 0, extra);
  const { packages } = JSON.parse(readFileSync(path.join(mounted, 'app/sbom.spdx.json'), 'utf8')) as {
    packages: { name: string }[];
  };
  check(
    'a list of what is inside (SBOM)',
    packages.some(({ name }) => name === 'fastify'),
    packages.length,
  );
}

async function runIt(mounted: string, { config }: ReturnType<typeof readConfig>): Promise<void> {
  const data = path.join(place, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  const [uid, gid] = config.User.split(':').map(Number);
  chownSync(data, uid ?? 0, gid ?? 0);
  const env = [
    'HOST=127.0.0.1',
    `PORT=${port}`,
    'LOG_LEVEL=warn',
    'ADMIN_USERNAME=jefa',
    'ADMIN_PASSWORD=una clave para probar',
  ];
  const inImage = (command: readonly string[]): number | null =>
    spawnSync('unshare', inside(mounted, data, config, env, command), { stdio: ['ignore', 'inherit', 'inherit'] })
      .status;
  const health = config.Healthcheck.Test.slice(1);
  check('the health check fails before the start', inImage(health) === 1);
  check('the root can not be written', inImage(['sh', '-c', 'touch /app/x 2>/dev/null']) !== 0);
  for (const time of ['a new volume', 'the volume of the start before']) {
    const beganAt = performance.now();
    const server = spawn('unshare', inside(mounted, data, config, env, config.Cmd), {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(server, 'exit');
    const isReady = await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    check(`ready with ${time} after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`, isReady);
    check('the health check passes', inImage(health) === 0);
    check(
      'it answers the console',
      (await fetch(`http://127.0.0.1:${port}/login`)).headers.get('content-type')?.startsWith('text/html') === true,
    );
    const body = JSON.stringify({ username: 'jefa', password: 'una clave para probar' });
    const signedIn = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    check('the first user signs in', signedIn.status === 200, await signedIn.text());
    if (time === 'a new volume')
      check(
        'a backup is made beside it',
        inImage(['node', 'scripts/backup.ts', '--in', '/data/backups', '--keep', '2']) === 0,
      );
    if (time === 'a new volume') await runBeside(mounted, data, config);
    // The process's only child is the server, process 1 of the namespace.
    const first = Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim());
    const stoppedAt = performance.now();
    process.kill(first, config.StopSignal);
    await ended;
    const seconds = (performance.now() - stoppedAt) / 1000;
    check(
      `stops by ${config.StopSignal} in ${seconds.toFixed(1)} s, its database too`,
      seconds < 10 && !existsSync(path.join(data, 'pg18/postmaster.pid')),
      seconds,
    );
  }
}

/** Runs a second container with DATABASE_URL on the first one's database, as compose or several servers would. */
async function runBeside(mounted: string, data: string, config: ImageConfig): Promise<void> {
  const read = (name: string): string => readFileSync(path.join(data, name), 'utf8').trim();
  const env = [
    'HOST=127.0.0.1',
    `PORT=${port + 1}`,
    'LOG_LEVEL=warn',
    'DATA_DIR=/nowhere',
    `DATABASE_URL=postgres://vocero:${read('pg18.password')}@%2Fdata%2Fpg18-socket:5432/vocero`,
    `SECRET_KEY=${read('secret.key')}`,
  ];
  const server = spawn('unshare', inside(mounted, data, config, env, config.Cmd), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  check(
    'ready beside it with DATABASE_URL',
    await until(async () => (await fetch(`http://127.0.0.1:${port + 1}/readyz`)).ok),
  );
  process.kill(
    Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim()),
    config.StopSignal,
  );
  await ended;
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + readyWithinMs;
  while (performance.now() < deadline) {
    if (await holds().catch(() => false)) return true;
    await delay(50);
  }
  return false;
}

makeDebian();
if (!hasBases()) makeBases();
build();
const read = readConfig();
const working = buildah('from', '--pull-never', image);
try {
  const mounted = buildah('mount', working);
  lookInside(mounted, read);
  await runIt(mounted, read);
} finally {
  buildah('rm', working);
}
console.log(results.join('\n'));
