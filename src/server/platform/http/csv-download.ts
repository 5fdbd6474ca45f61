/** Answers with a CSV file that is written while it is read, so that its length costs no memory. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvBom, csvLine } from '../../../contract/csv-line.ts';

type Rows = readonly (readonly (string | number | null)[])[];

/** `pages`: rows as they come, the heading first. A failure on the way cuts the file off, so that nobody takes it for whole. */
export function sendCsv(reply: FastifyReply, fileName: string, pages: AsyncIterable<Rows>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(linesOf(pages), { objectMode: false }));
}

async function* linesOf(pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield csvBom;
  for await (const rows of pages) {
    const lines = rows.map(csvLine).join('');
    if (lines !== '') yield lines;
  }
}

/** `resultados-cobranza-noviembre.csv`: letters, digits and hyphens, whatever the name holds; `fallback` where nothing is left. */
export function csvFileName(beginning: string, name: string, fallback: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return `${beginning}-${plain || fallback}.csv`;
}
