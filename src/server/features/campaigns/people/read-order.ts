/**
 * Validates the recipient rows of a request to create a campaign, and converts them for the database. A large file has
 * millions of cells, so this runs in the thread that reads the request.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { maxRecipientFileColumns } from '../../../../contract/recipient-file.ts';
import type { createCampaignBodySchema, RecipientWarning } from '../../../../contract/campaigns.ts';
import { AppError, type AppErrorDetail } from '../../../platform/errors.ts';
import type { BodyReadingStep } from '../../../platform/http/body-reading.ts';
import {
  collectRecipientColumnNames,
  parseRecipientRows,
  toStorableText,
  type ParsedRecipient,
} from './recipient-rows.ts';

type Order = z.output<typeof createCampaignBodySchema>;

/** A campaign recipient as it is stored. `variables` is JSON text. */
export interface StorableRecipient {
  readonly phoneNumber: string;
  readonly customerName: string;
  readonly priority: number;
  readonly place: string;
  readonly area: string;
  readonly variables: string;
}

export interface ParsedCampaignRequest extends Omit<
  Order,
  'recipients' | 'rejectedRows' | 'phoneNumber' | 'phoneNumbers'
> {
  /** The phone numbers that the campaign calls from. The first is the main number. */
  readonly phoneNumbers: readonly string[];
  /**
   * SHA-256 of the whole request. If two requests with one idempotency key have different digests, they are different
   * requests.
   */
  readonly digest: string;
  /** Recipients in the file's order. Of rows with the same number only the first is kept. */
  readonly recipients: readonly StorableRecipient[];
  readonly duplicates: number;
  /** Errors of recipient rows, at path `recipients.N` with N from 0; empty if all rows are valid. */
  readonly errors: readonly AppErrorDetail[];
  readonly warnings: readonly RecipientWarning[];
  /** The file's rejected rows, each as JSON. */
  readonly rejectedRows: readonly string[];
  readonly columns: readonly string[];
}

/** Reads a request to create a campaign. Throws `invalid_input` if the recipient file has more columns than allowed. */
function readOrder(given: Order): ParsedCampaignRequest {
  const { recipients: rows, rejectedRows, phoneNumber: _, phoneNumbers: __, ...order } = given;
  const digest = createHash('sha256').update(JSON.stringify(given)).digest('hex');
  const rejected = rejectedRows.map(toStorableRejectedRow);
  const columns = collectRecipientColumnNames([...rows, ...rejected.map(({ values }) => values)]);
  if (columns.length > maxRecipientFileColumns) {
    const message = 'Como máximo 1.000 columnas';
    throw new AppError('invalid_input', { message, details: [{ path: 'recipients', message }] });
  }
  const { recipients, duplicates, errors, warnings } = parseRecipientRows(rows);
  const isGood = errors.length === 0;
  return {
    ...order,
    name: toStorableText(order.name),
    successDefinition: toStorableText(order.successDefinition),
    phoneNumbers: originsOf(given),
    digest,
    duplicates,
    errors,
    warnings,
    columns,
    // An order with errors stores nothing.
    recipients: isGood ? recipients.map(toStorableRecipient) : [],
    rejectedRows: isGood ? rejected.map((row) => JSON.stringify(row)) : [],
  };
}

function originsOf({ phoneNumber, phoneNumbers = [] }: Order): readonly string[] {
  return phoneNumber === undefined ? phoneNumbers : [...new Set([phoneNumber, ...phoneNumbers])];
}

/** Size in bytes from which a request is parsed in another thread, because parsing takes 50 µs per phone number. */
export const phoneNumberThreadThresholdBytes = 24 * 1024;
export const bodyReading: BodyReadingStep<Order, ParsedCampaignRequest> = {
  module: import.meta.url,
  threadBytes: phoneNumberThreadThresholdBytes,
  read: readOrder,
};

export const toStorableRecipient = (read: ParsedRecipient): StorableRecipient => ({
  ...read,
  variables: JSON.stringify(read.variables),
});

/** Removes characters that PostgreSQL does not store. */
export function toStorableRejectedRow({ row, reason, values }: Order['rejectedRows'][number]) {
  const columns = Object.entries(values).map(([name, value]) => [toStorableText(name), toStorableText(value)]);
  return { row, reason: toStorableText(reason), values: Object.fromEntries(columns) as Record<string, string> };
}
