/** Tests with real processes and signals how a server notices that it must end. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vocero-stop-'));
const program = path.join(folder, 'program.mjs');
/** Prints 'ready', then 'stopped' when asked to stop. It lives at most two minutes. */
writeFileSync(
  program,
  `import { waitForStopRequest } from ${JSON.stringify(path.join(import.meta.dirname, 'stop-request.ts'))};
  setTimeout(() => process.exit(9), 120_000);
  const asked = waitForStopRequest({ watchParent: process.argv[2] === 'watch' });
  console.log('ready');
  await asked;
  console.log('stopped');
  process.exit(0);`,
);
afterAll(() => rmSync(folder, { recursive: true }));

function run(
  command: string,
  args: string[],
): { child: ChildProcessByStdio<null, Readable, null>; nextLine: () => Promise<string> } {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, nextLine: async () => String((await lines.next()).value) };
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s asks to stop', async (signal) => {
  const { child, nextLine } = run(process.execPath, [program]);
  expect(await nextLine()).toBe('ready');
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

test('the death of the shell in between asks to stop', async () => {
  // The trailing command keeps the shell from replacing itself by the program.
  const { child, nextLine } = run('/bin/sh', ['-c', `"${process.execPath}" "${program}" watch; true`]);
  expect(await nextLine()).toBe('ready');
  child.kill('SIGKILL');
  expect(await nextLine()).toBe('stopped');
});
