/** The table of a part, printed and kept in docs/bench.md, which has the last table of each part. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasLimit, isWithin, ratioOf, type BenchPart, type Measure } from './measure.ts';

const file = path.resolve(import.meta.dirname, '../docs/bench.md');
const head = `# Bench

Last table of each part of \`npm run bench\`. It wants a quiet machine: what else runs stands in the load.
`;

/** A table aligned for a terminal, and valid Markdown too. */
export function formatTable(measures: readonly Measure[]): string {
  const rows = [
    ['', 'value', 'ideal', 'ratio', 'limit', ''],
    ...measures.map((measure) => [
      measure.name,
      `${formatNumber(measure.value)} ${measure.unit}`.trim(),
      measure.ideal === undefined ? '' : `${formatNumber(measure.ideal)} ${measure.unit}`,
      ratioOf(measure)?.toFixed(2) ?? '',
      formatLimit(measure),
      !hasLimit(measure) ? '' : isWithin(measure) ? 'ok' : 'OVER',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** Replaces the part's section in docs/bench.md; the other sections stay. */
export function keepTable(part: BenchPart, machine: string, measures: readonly Measure[]): void {
  const section = `## ${part.name}\n\n${part.about}\n\n${machine} · ${new Date().toISOString().slice(0, 10)}\n\n${formatTable(measures)}\n`;
  const others = readSections().filter((each) => !each.startsWith(`## ${part.name}\n`));
  writeFileSync(file, [head, ...[...others, section].toSorted()].join('\n'));
}

function readSections(): string[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => `${section.trimEnd()}\n`);
}

function formatLimit({ limit, floor, maxRatio, unit }: Measure): string {
  const bounds = [
    ...(limit === undefined ? [] : [`${formatNumber(limit)} ${unit}`.trim()]),
    ...(floor === undefined ? [] : [`at least ${formatNumber(floor)} ${unit}`.trim()]),
    ...(maxRatio === undefined ? [] : [`ratio ${maxRatio}`]),
  ];
  return bounds.join(', ');
}

function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
