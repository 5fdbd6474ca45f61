/** Reads the rows of a campaign's file: finds phone and name, checks them, drops duplicates, keeps other columns. */
import type { RecipientRow, RecipientWarning } from '../../../../contract/campaigns.ts';
import { internationalFormat } from '../../../../phone/international-format.ts';
import { numberKeyOf } from '../../../../phone/number-key.ts';
import { findLine } from '../../../../phone/numbering-plan.ts';
import { withoutInvisible } from '../../../../phone/read-number.ts';
import {
  findColumn,
  nameColumns,
  phoneColumns,
  phoneFormatText,
  priorities,
  priorityColumns,
  priorityFormatText,
  readPriority,
  readZone,
  zoneColumns,
  zoneFormatText,
} from '../../../../contract/recipient-file.ts';
import { readName } from '../../../../contract/spoken-name.ts';
import type { ErrorDetail } from '../../../platform/errors.ts';
import { areaKeyOf } from '../rules/phone-area.ts';
import { placeOf } from '../rules/phone-place.ts';

export const phoneFormatError = phoneFormatText();
export const nameMissingError = 'Nombre del cliente es obligatorio';

export interface ReadRecipient {
  readonly phoneNumber: string;
  readonly customerName: string;
  /** Priority of the recipient, from 10 (called first) to 1. */
  readonly priority: number;
  /** Place of the recipient, as `placeOf` writes it. */
  readonly place: string;
  /** Area of the number, as `areaKeyOf` writes it. */
  readonly area: string;
  /** All columns but phone and name, by their own names, together with phone_number and customer_name. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface ReadRecipients {
  /** Recipients in the file's order; of each national number only the first. */
  readonly recipients: readonly ReadRecipient[];
  /** The number key of each recipient. */
  readonly keys: readonly string[];
  /** The index, from 0, of each recipient's row. */
  readonly rows: readonly number[];
  readonly duplicates: number;
  /** Errors at `recipients.N`, N from 0; empty if every row is valid. */
  readonly errors: readonly ErrorDetail[];
  /** Warnings about `recipients`. */
  readonly warnings: readonly RecipientWarning[];
}

const shownExamples = 3;

export function readRecipientRows(rows: readonly RecipientRow[]): ReadRecipients {
  const recipients = new Map<string, ReadRecipient>();
  const kept: number[] = [];
  const errors: ErrorDetail[] = [];
  let duplicates = 0;
  for (const [index, row] of rows.entries()) {
    const { recipient, isPriority, isZone } = readRow(row);
    const path = `recipients.${index}`;
    const isPhone = internationalFormat.test(recipient.phoneNumber);
    if (!isPhone) errors.push({ path, message: phoneFormatError });
    if (recipient.customerName === '') errors.push({ path, message: nameMissingError });
    if (!isPriority) errors.push({ path, message: priorityFormatText });
    if (!isZone) errors.push({ path, message: zoneFormatText });
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

function warningsOf(people: readonly ReadRecipient[]): readonly RecipientWarning[] {
  const unknown = people.filter(({ phoneNumber }) => findLine(phoneNumber) === null);
  const doubtful = people.filter(({ customerName }) => readName(customerName).doubt !== null);
  return [
    { kind: 'unknownNumber' as const, examples: unknown.map(({ phoneNumber }) => phoneNumber) },
    { kind: 'doubtfulName' as const, examples: doubtful.map(({ customerName }) => customerName) },
  ]
    .filter(({ examples }) => examples.length > 0)
    .map(({ kind, examples }) => ({ kind, count: examples.length, examples: examples.slice(0, shownExamples) }));
}

interface ReadRow {
  readonly recipient: ReadRecipient;
  readonly isPriority: boolean;
  readonly isZone: boolean;
}

function readRow(row: RecipientRow): ReadRow {
  const columns = Object.keys(row);
  const phoneColumn = columns[findColumn(columns, phoneColumns) ?? -1];
  const nameColumn = columns[findColumn(columns, nameColumns) ?? -1];
  const phoneNumber = withoutInvisible(storable(phoneColumn === undefined ? '' : (row[phoneColumn] ?? '')));
  const customerName = readName(storable(nameColumn === undefined ? '' : (row[nameColumn] ?? ''))).name;
  const columnOf = (accepted: readonly string[]): string => columns[findColumn(columns, accepted) ?? -1] ?? '';
  const priority = readPriority(row[columnOf(priorityColumns)] ?? '');
  const zone = readZone(row[columnOf(zoneColumns)] ?? '', columnOf(zoneColumns));
  const extra = columns
    .filter((column) => column !== phoneColumn && column !== nameColumn)
    .map((column): [string, string] => [nameOfColumn(column), storable(row[column] ?? '')])
    // A variable with an empty name can't be used.
    .filter(([name]) => name !== '');
  const variables = Object.fromEntries([...extra, ['phone_number', phoneNumber], ['customer_name', customerName]]);
  return {
    recipient: {
      phoneNumber,
      customerName,
      priority: priority ?? priorities.usual,
      place: placeOf(phoneNumber, zone ?? ''),
      area: areaKeyOf(phoneNumber),
      variables,
    },
    isPriority: priority !== null,
    isZone: zone !== null,
  };
}

/** All column names, in order of first appearance. */
export function columnsOf(rows: readonly RecipientRow[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const column of Object.keys(row)) names.add(nameOfColumn(column));
  return [...names].filter((name) => name !== '');
}

const nameOfColumn = (column: string): string => storable(column).trim();

/** Removes the null character and halves of surrogate pairs, which PostgreSQL does not store. */
export function storable(text: string): string {
  // Check first, because hardly any of millions of cells has such a character.
  return text.isWellFormed() && !text.includes('\0') ? text : text.replaceAll('\0', '').toWellFormed();
}
