// `npm run check:deploy`: checks the files of deploy/ with the tools that use them, without starting anything: compose,
// Caddy, systemd. A missing tool is reported and counts as a failure. Debian has all: docker-compose, caddy, systemd.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const place = mkdtempSync(path.join(os.tmpdir(), 'vocero-deploy-'));
/** Highest exposure by `systemd-analyze security`, from 0 to 10; up to 2 it says OK. */
const mostExposure = 1.5;

function say(what: string, problem: string | null): void {
  console.log(problem === null ? `✓ ${what}` : `✗ ${what}\n${problem.trimEnd()}`);
  if (problem !== null) process.exitCode = 1;
}

/** Runs a tool. Returns its complaints; null if there are none. */
function run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string | null {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (error) return `${program}: ${error.message}`;
  return status === 0 ? null : `${stdout}${stderr}`;
}

function checkCompose(): void {
  const folder = path.join(place, 'compose');
  cpSync(path.join(deploy, 'compose'), folder, { recursive: true });
  const filled = readFileSync(path.join(folder, 'env.example'), 'utf8').replaceAll(/=$/gmu, '=0123456789abcdef');
  writeFileSync(path.join(folder, '.env'), filled);
  const file = path.join(folder, 'compose.yaml');
  // Debian's docker-compose is too old for a project name in the file, and for optional env files.
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: .*\n|^ *env_file: .*\n/gmu, ''));
  say(
    'compose.yaml',
    run('docker-compose', ['-f', file, '--env-file', path.join(folder, '.env'), 'config', '--quiet']),
  );
  const caddy = ['validate', '--adapter', 'caddyfile', '--config', path.join(folder, 'Caddyfile')];
  say('Caddyfile', run('caddy', caddy, { DOMAIN: 'consola.ejemplo.com' }));
}

function checkSystemd(): void {
  const root = path.join(place, 'root');
  const units = path.join(root, 'etc/systemd/system');
  mkdirSync(units, { recursive: true });
  cpSync(path.join(deploy, 'systemd'), units, { recursive: true });
  // Files that the units refer to, so that only the units themselves are checked.
  for (const file of [
    'opt/vocero/current/node_modules/.bin/node',
    'etc/vocero/vocero.env',
    'usr/lib/systemd/systemd-executor',
  ]) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), '', { mode: 0o755 });
  }
  for (const unit of ['vocero-console.service', 'vocero-backup.service']) {
    const args = [
      'security',
      '--offline=true',
      `--root=${root}`,
      `--threshold=${mostExposure * 10}`,
      '--no-pager',
      unit,
    ];
    say(`${unit}: exposure of ${mostExposure} at most`, run('systemd-analyze', args));
  }
  say('timer', run('systemd-analyze', ['calendar', '*-*-* 03:00']));
  const verify = ['verify', '--man=no', '--recursive-errors=no', `--root=${root}`];
  for (const unit of ['vocero-console.service', 'vocero-backup.service', 'vocero-backup.timer'])
    say(`${unit}: every setting known`, run('systemd-analyze', [...verify, unit]));
}

try {
  checkCompose();
  checkSystemd();
} finally {
  rmSync(place, { recursive: true, force: true });
}
