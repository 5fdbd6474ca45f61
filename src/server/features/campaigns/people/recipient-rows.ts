/** Parses the rows of a recipient file: finds phone and name, validates them, drops duplicates, keeps other columns. */
import type { RecipientFileRow, RecipientWarning } from '../../../../contract/campaigns.ts';
import { internationalNumberPattern } from '../../../../phone/international-format.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { findNumberInNumberingPlans } from '../../../../phone/numbering-plan.ts';
import { removeInvisibleCharacters } from '../../../../phone/read-number.ts';
import {
  findColumnIndexByNames,
  recipientNameColumnNames,
  phoneColumnNames,
  buildPhoneFormatErrorText,
  recipientPriorityScale,
  priorityColumnNames,
  priorityErrorText,
  parseRecipientPriority,
  parseRecipientTimeZone,
  timeZoneColumnNames,
  timeZoneErrorText,
} from '../../../../contract/recipient-file.ts';
import { parseRecipientName } from '../../../../contract/spoken-name.ts';
import type { AppErrorDetail } from '../../../platform/errors.ts';
import { buildPhoneAreaKey } from '../rules/phone-area.ts';
import { buildPhoneCountryAndZonesKey } from '../rules/phone-place.ts';

export const recipientPhoneFormatErrorText = buildPhoneFormatErrorText();
export const recipientNameMissingErrorText = 'Nombre del cliente es obligatorio';

export interface ParsedRecipient {
  readonly phoneNumber: string;
  readonly customerName: string;
  /** Priority from 10 (called first) to 1. */
  readonly priority: number;
  /** Place (country and zones) of the recipient in the format of `buildPhoneCountryAndZonesKey`. */
  readonly place: string;
  /** Telephone area of the recipient's phone number in the format of `buildPhoneAreaKey`. */
  readonly area: string;
  /** Dynamic variables of the call: phone_number, customer_name, and all other columns by their own names. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ParsedRecipientRows {
  readonly recipients: readonly ParsedRecipient[];
  /** The number key of each recipient. */
  readonly keys: readonly string[];
  /** Index in the file, from 0, of each recipient's row. */
  readonly rows: readonly number[];
  readonly duplicates: number;
  readonly errors: readonly AppErrorDetail[];
  /** Warnings about `recipients`. */
  readonly warnings: readonly RecipientWarning[];
}

const shownExamples = 3;

export function parseRecipientRows(rows: readonly RecipientFileRow[]): ParsedRecipientRows {
  const recipients = new Map<string, ParsedRecipient>();
  const kept: number[] = [];
  const errors: AppErrorDetail[] = [];
  let duplicates = 0;
  for (const [index, row] of rows.entries()) {
    const { recipient, isPriority, isZone } = readRow(row);
    const path = `recipients.${index}`;
    const isPhone = internationalNumberPattern.test(recipient.phoneNumber);
    if (!isPhone) errors.push({ path, message: recipientPhoneFormatErrorText });
    if (recipient.customerName === '') errors.push({ path, message: recipientNameMissingErrorText });
    if (!isPriority) errors.push({ path, message: priorityErrorText });
    if (!isZone) errors.push({ path, message: timeZoneErrorText });
    if (!isPhone) continue;
    const key = numberKeyOf(recipient.phoneNumber);
    if (recipients.has(key)) duplicates += 1;
    else {
      recipients.set(key, recipient);
      kept.push(index);
    }
  }
  const people = [...recipients.values()];
  return {
    recipients: people,
    keys: [...recipients.keys()],
    rows: kept,
    duplicates,
    errors,
    warnings: errors.length > 0 ? [] : warningsOf(people),
  };
}

function warningsOf(people: readonly ParsedRecipient[]): readonly RecipientWarning[] {
  const unknown = people.filter(({ phoneNumber }) => findNumberInNumberingPlans(phoneNumber) === null);
  const doubtful = people.filter(({ customerName }) => parseRecipientName(customerName).doubt !== null);
  return [
    { kind: 'unknownNumber' as const, examples: unknown.map(({ phoneNumber }) => phoneNumber) },
    { kind: 'doubtfulName' as const, examples: doubtful.map(({ customerName }) => customerName) },
  ]
    .filter(({ examples }) => examples.length > 0)
    .map(({ kind, examples }) => ({ kind, count: examples.length, examples: examples.slice(0, shownExamples) }));
}

interface ReadRow {
  readonly recipient: ParsedRecipient;
  readonly isPriority: boolean;
  readonly isZone: boolean;
}

function readRow(row: RecipientFileRow): ReadRow {
  const columns = Object.keys(row);
  const phoneColumn = columns[findColumnIndexByNames(columns, phoneColumnNames) ?? -1];
  const nameColumn = columns[findColumnIndexByNames(columns, recipientNameColumnNames) ?? -1];
  const phoneNumber = removeInvisibleCharacters(
    toStorableText(phoneColumn === undefined ? '' : (row[phoneColumn] ?? '')),
  );
  const customerName = parseRecipientName(toStorableText(nameColumn === undefined ? '' : (row[nameColumn] ?? ''))).name;
  const columnOf = (accepted: readonly string[]): string =>
    columns[findColumnIndexByNames(columns, accepted) ?? -1] ?? '';
  const priority = parseRecipientPriority(row[columnOf(priorityColumnNames)] ?? '');
  const zone = parseRecipientTimeZone(row[columnOf(timeZoneColumnNames)] ?? '', columnOf(timeZoneColumnNames));
  const extra = columns
    .filter((column) => column !== phoneColumn && column !== nameColumn)
    .map((column): [string, string] => [nameOfColumn(column), toStorableText(row[column] ?? '')])
    // Drop columns without a name, because a call variable needs a name.
    .filter(([name]) => name !== '');
  const variables = Object.fromEntries([...extra, ['phone_number', phoneNumber], ['customer_name', customerName]]);
  return {
    recipient: {
      phoneNumber,
      customerName,
      priority: priority ?? recipientPriorityScale.usual,
      place: buildPhoneCountryAndZonesKey(phoneNumber, zone ?? ''),
      area: buildPhoneAreaKey(phoneNumber),
      variables,
    },
    isPriority: priority !== null,
    isZone: zone !== null,
  };
}

/** All column names of recipient rows, in order of first appearance. */
export function collectRecipientColumnNames(rows: readonly RecipientFileRow[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) names.add(nameOfColumn(column));
  return [...names].filter((name) => name !== '');
}

const nameOfColumn = (column: string): string => toStorableText(column).trim();

/** Removes null characters and lone surrogates from a text, because PostgreSQL can't store them. */
export function toStorableText(text: string): string {
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '').toWellFormed();
}
