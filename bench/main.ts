// `npm run bench`: measures the named parts, or all, and prints a table for each, which docs/bench.md keeps. Exits with
// 1 if a figure exceeds its limit. Needs a quiet machine.
import { callsPart } from './calls.ts';
import { dispatchPart } from './dispatch.ts';
import { hostilePart } from './hostile.ts';
import { ingestPart } from './ingest.ts';
import { livePart } from './live.ts';
import { describeMachine } from './machine.ts';
import { isWithin, type BenchPart } from './measure.ts';
import { memoryPart } from './memory.ts';
import { pagePart } from './page.ts';
import { readsPart } from './reads.ts';
import { formatTable, keepTable } from './report.ts';
import { startPart } from './start.ts';

const parts: readonly BenchPart[] = [
  callsPart,
  readsPart,
  dispatchPart,
  hostilePart,
  ingestPart,
  livePart,
  pagePart,
  memoryPart,
  startPart,
];

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name));
  if (unknown.length > 0)
    throw new Error(`no such part: ${unknown.join(', ')}; there are: ${parts.map(({ name }) => name).join(', ')}`);
  for (const part of parts.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const machine = describeMachine();
    console.log(`\n${part.name}: ${part.about}\n${machine}`);
    const beganAt = performance.now();
    const measures = await part.run((line) => console.log(`  ${line}`));
    console.log(`  ${((performance.now() - beganAt) / 1_000).toFixed(0)} s\n\n${formatTable(measures)}`);
    keepTable(part, machine, measures);
    if (!measures.every(isWithin)) process.exitCode = 1;
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main(process.argv.slice(2));
