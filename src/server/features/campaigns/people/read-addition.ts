/**
 * Parses the recipients that a request adds to a campaign. Parsing phone numbers is slow, so a worker thread does it
 * for larger requests.
 */
import type { z } from 'zod';
import type { addRecipientsBodySchema } from '../../../../contract/campaigns.ts';
import type { BodyReadingStep } from '../../../platform/http/body-reading.ts';
import {
  phoneNumberThreadThresholdBytes,
  toStorableRecipient,
  toStorableRejectedRow,
  type StorableRecipient,
} from './read-order.ts';
import { collectRecipientColumnNames, parseRecipientRows, type ParsedRecipientRows } from './recipient-rows.ts';

type Given = z.output<typeof addRecipientsBodySchema>;

export interface ParsedRecipientAddition extends Omit<ParsedRecipientRows, 'recipients'> {
  readonly recipients: readonly StorableRecipient[];
  /** The file's rejected rows, each as JSON. */
  readonly rejectedRows: readonly string[];
  /** Column names of all added recipients, in order of first appearance. */
  readonly columns: readonly string[];
}

function readAddition({ recipients, rejectedRows }: Given): ParsedRecipientAddition {
  const read = parseRecipientRows(recipients);
  const rejected = rejectedRows.map(toStorableRejectedRow);
  return {
    ...read,
    recipients: read.recipients.map(toStorableRecipient),
    rejectedRows: rejected.map((row) => JSON.stringify(row)),
    columns: collectRecipientColumnNames([...recipients, ...rejected.map(({ values }) => values)]),
  };
}

export const bodyReading: BodyReadingStep<Given, ParsedRecipientAddition> = {
  module: import.meta.url,
  threadBytes: phoneNumberThreadThresholdBytes,
  read: readAddition,
};
