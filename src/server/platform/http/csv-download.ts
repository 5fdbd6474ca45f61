/** Streams CSV files while their rows are read, so that long files need no more memory than short ones. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvByteOrderMark, formatCsvLine } from '../../../contract/csv-line.ts';

type Rows = readonly (readonly (string | number | null)[])[];

/** Streams pages of rows as CSV. A failure aborts the download, so that the file does not look complete. */
export function sendCsv(reply: FastifyReply, fileName: string, pages: AsyncIterable<Rows>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(linesOf(pages), { objectMode: false }));
}

async function* linesOf(pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield csvByteOrderMark;
  for await (const rows of pages) {
    const lines = rows.map(formatCsvLine).join('');
    if (lines !== '') yield lines;
  }
}

/** Returns a CSV file's name, such as `resultados-cobranza-noviembre.csv`. `fallback` replaces an unusable `name`. */
export function composeCsvFileName(beginning: string, name: string, fallback: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return `${beginning}-${plain || fallback}.csv`;
}
