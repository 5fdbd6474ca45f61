/**
 * What a campaign's order becomes before anything of it is stored: rows read and checked, and written as the database takes
 * them. A wide file is millions of cells, so this is done where the body is read.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { maximumColumns } from '../../../../contract/recipient-file.ts';
import type { createCampaignBody, RecipientWarning } from '../../../../contract/campaigns.ts';
import { AppError, type ErrorDetail } from '../../../platform/errors.ts';
import type { BodyReading } from '../../../platform/http/body-reading.ts';
import { columnsOf, readRecipientRows, storable, type ReadRecipient } from './recipient-rows.ts';

type Order = z.output<typeof createCampaignBody>;

/** As the database takes them: `variables` and `values` are JSON. */
export interface StorableRecipient {
  readonly phoneNumber: string;
  readonly customerName: string;
  readonly priority: number;
  readonly place: string;
  readonly area: string;
  readonly variables: string;
}

export interface ReadOrder extends Omit<Order, 'recipients' | 'rejectedRows' | 'phoneNumber' | 'phoneNumbers'> {
  /** From which it calls, the leading one first. */
  readonly phoneNumbers: readonly string[];
  /** SHA-256 of the whole order: the same for the same request. */
  readonly digest: string;
  /** In the file's order, the first of each number. */
  readonly recipients: readonly StorableRecipient[];
  readonly duplicates: number;
  /** At `recipients.N`, N from 0; empty when every row is good. */
  readonly errors: readonly ErrorDetail[];
  readonly warnings: readonly RecipientWarning[];
  /** Each as JSON. */
  readonly rejectedRows: readonly string[];
  /** The names of all columns, in the order in which rows first show them. */
  readonly columns: readonly string[];
}

/** Throws `invalid_input` for more columns than a campaign may have. */
function readOrder(given: Order): ReadOrder {
  const { recipients: rows, rejectedRows, phoneNumber: _, phoneNumbers: __, ...order } = given;
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('hex');
  const rejected = rejectedRows.map(storableRow);
  const columns = columnsOf([...rows, ...rejected.map(({ values }) => values)]);
  if (columns.length > maximumColumns) {
    const message = 'Como máximo 1.000 columnas';
    throw new AppError('invalid_input', { message, details: [{ path: 'recipients', message }] });
  }
  const { recipients, duplicates, errors, warnings } = readRecipientRows(rows);
  const isGood = errors.length === 0;
  return {
    ...order,
    name: storable(order.name),
    successDefinition: storable(order.successDefinition),
    phoneNumbers: originsOf(given),
    digest,
    duplicates,
    errors,
    warnings,
    columns,
    // Nothing of an order with errors is stored.
    recipients: isGood ? recipients.map(storableRecipient) : [],
    rejectedRows: isGood ? rejected.map((row) => JSON.stringify(row)) : [],
  };
}

function originsOf({ phoneNumber, phoneNumbers = [] }: Order): readonly string[] {
  return phoneNumber === undefined ? phoneNumbers : [...new Set([phoneNumber, ...phoneNumbers])];
}

/** Limit for rows with numbers: about 300 short rows. Each number takes two lookups in the numbering plans, some 50 µs. */
export const numbersThreadBytes = 24 * 1024;
export const bodyReading: BodyReading<Order, ReadOrder> = {
  module: import.meta.url,
  threadBytes: numbersThreadBytes,
  read: readOrder,
};

export const storableRecipient = (read: ReadRecipient): StorableRecipient => ({
  ...read,
  variables: JSON.stringify(read.variables),
});

/** PostgreSQL takes it. */
export function storableRow({ row, reason, values }: Order['rejectedRows'][number]) {
  const columns = Object.entries(values).map(([name, value]) => [storable(name), storable(value)]);
  return { row, reason: storable(reason), values: Object.fromEntries(columns) as Record<string, string> };
}
