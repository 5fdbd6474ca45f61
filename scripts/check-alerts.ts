// `npm run check:alerts`: promtool checks the rules and the dashboard's expressions, tests the rules on planted faults,
// and checks a server's metrics. Without promtool it is unpacked from Debian's package `prometheus`, which starts no
// service that way.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createMetricsRegistry } from '../src/server/platform/metrics/metrics.ts';

const root = path.resolve(import.meta.dirname, '..');
const rules = path.join(root, 'deploy/prometheus');
const cache = path.join(root, 'node_modules/.cache/promtool');

const promtool = findPromtool();
if (promtool === undefined) {
  console.error(
    'Falta promtool y no se pudo traer: instala el paquete prometheus de Debian, o indica su ruta en PROMTOOL.',
  );
  process.exitCode = 1;
} else {
  const metrics = createMetricsRegistry({ connectionString: 'postgres://127.0.0.1:1/none', monotonicMs: () => 0 });
  const { text } = await metrics.expose();
  // Only our own metrics, because we can't change the client library's names.
  const ours = text.split('\n').filter((line) => /^(?:# \w+ )?vocero_/u.test(line));
  const checks = [
    run(promtool, ['check', 'metrics'], rules, `${ours.join('\n')}\n`),
    run(promtool, ['check', 'rules', 'alerts.yml', dashboardAsRules()], rules),
    run(promtool, ['test', 'rules', 'alerts.test.yml'], rules),
  ];
  process.exitCode = checks.every(Boolean) ? 0 : 1;
}

/** The dashboard's expressions as rules, because promtool checks expressions only in rules. */
function dashboardAsRules(): string {
  const { panels } = JSON.parse(readFileSync(path.join(root, 'deploy/grafana/dashboard.json'), 'utf8')) as {
    readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const asRules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({
      record: `dashboard:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
  mkdirSync(cache, { recursive: true });
  const file = path.join(cache, 'dashboard-rules.json');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
  return file;
}

function findPromtool(): string | undefined {
  const unpacked = path.join(cache, 'usr/bin/promtool');
  const known = [process.env['PROMTOOL'] ?? 'promtool', unpacked];
  return known.find(works) ?? (unpack() && works(unpacked) ? unpacked : undefined);
}

function works(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

function unpack(): boolean {
  if (!existsSync('/etc/debian_version')) return false;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const download = (): boolean => run('apt-get', ['download', '-q', 'prometheus'], cache);
  const isThere = download() || (process.getuid?.() === 0 && run('apt-get', ['update', '-q'], cache) && download());
  const archive = isThere ? readdirSync(cache).find((name) => name.endsWith('.deb')) : undefined;
  return archive !== undefined && run('dpkg', ['-x', archive, '.'], cache);
}

function run(program: string, args: readonly string[], cwd: string, input?: string): boolean {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] as const;
  return spawnSync(program, args, { cwd, input, stdio: [...stdio] }).status === 0;
}
