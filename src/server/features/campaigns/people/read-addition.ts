/** Parses recipients to add, in the thread that reads the request, because parsing numbers is slow. */
import type { z } from 'zod';
import type { addRecipientsBody } from '../../../../contract/campaigns.ts';
import type { BodyReading } from '../../../platform/http/body-reading.ts';
import { numbersThreadBytes, storableRecipient, storableRow, type StorableRecipient } from './read-order.ts';
import { columnsOf, readRecipientRows, type ParsedRecipientRows } from './recipient-rows.ts';

type Given = z.output<typeof addRecipientsBody>;

export interface ParsedAddition extends Omit<ParsedRecipientRows, 'recipients'> {
  readonly recipients: readonly StorableRecipient[];
  /** The file's rejected rows, each as JSON. */
  readonly rejectedRows: readonly string[];
  /** Column names of all added recipients, in order of first appearance. */
  readonly columns: readonly string[];
}

function readAddition({ recipients, rejectedRows }: Given): ParsedAddition {
  const read = readRecipientRows(recipients);
  const rejected = rejectedRows.map(storableRow);
  return {
    ...read,
    recipients: read.recipients.map(storableRecipient),
    rejectedRows: rejected.map((row) => JSON.stringify(row)),
    columns: columnsOf([...recipients, ...rejected.map(({ values }) => values)]),
  };
}

export const bodyReading: BodyReading<Given, ParsedAddition> = {
  module: import.meta.url,
  threadBytes: numbersThreadBytes,
  read: readAddition,
};
