// The hostile files of examples/, each with its outcome in examples/expected.json.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recipientListLabels as labels } from '../recipient-list-es.ts';
import { parseRecipientFile, type ParsedRecipientFile } from './csv-reading.ts';
import { parseRecipientFileBytes } from './csv-sources.ts';
import { defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import type { PhoneNumberCorrectionChoice } from './recipient-numbers.ts';
import { createRecipientsJsonBlob } from './recipient-payload.ts';

/** The page's result of a file, after the listed choices. */
interface Outcome {
  readonly choices: {
    readonly columns?: { readonly phone: string; readonly name: string };
    readonly corrections?: readonly PhoneNumberCorrectionChoice[];
  };
  readonly problems: readonly string[];
  readonly notices: readonly string[];
  /** Proposed or chosen columns, by their header; null if the header itself decides. */
  readonly columns: { readonly phone: string | null; readonly name: string | null } | null;
  readonly rows: number;
  readonly valid: number;
  readonly duplicates: number;
  readonly withErrors: number;
  readonly errors: readonly string[];
  readonly more: string | null;
  readonly suggestions: Readonly<Record<string, string>>;
  /** The sent recipients, keyed by column names, repeated numbers included. */
  readonly recipients: readonly Readonly<Record<string, string>>[];
}

const expected = JSON.parse(readFileSync('examples/expected.json', 'utf8')) as Record<string, readonly Outcome[]>;

async function outcomeOf({ summary, ...file }: ParsedRecipientFile, choices: Outcome['choices']): Promise<Outcome> {
  const { errorCount, firstErrors } = summary;
  // Columns named by the header are not a proposal.
  const mapping = summary.mapping?.saidBy === 'header' ? null : summary.mapping;
  const nameAt = (position: number | null | undefined) => mapping?.columns[position ?? -1]?.name ?? null;
  const more = errorCount - firstErrors.length;
  return {
    choices,
    problems: summary.problems,
    notices: summary.notices,
    columns: mapping && { phone: nameAt(mapping.phoneAt), name: nameAt(mapping.nameAt) },
    rows: summary.rowCount,
    valid: summary.validCount,
    duplicates: summary.duplicateCount,
    withErrors: summary.rejectedCount,
    errors: firstErrors.map(({ row, message }) => labels.atRow(String(row), message)),
    more: more > 0 ? labels.moreErrors(String(more)) : null,
    suggestions: Object.fromEntries(
      summary.offers.flatMap(({ examples }) => examples.map(({ from, to }) => [from, to])),
    ),
    recipients: JSON.parse(await createRecipientsJsonBlob({ summary, ...file }).text()) as Outcome['recipients'],
  };
}

it('holds ten hostile files, each with its outcome', () => {
  const files = readdirSync('examples').filter((name) => name.endsWith('.csv'));
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(files.length).toBeGreaterThanOrEqual(10);
});

describe.each(Object.entries(expected))('%s', (name, outcomes) => {
  it.each(outcomes)('reads as it must, with $choices', async (outcome) => {
    const { columns, corrections = [] } = outcome.choices;
    const parsed = await parseRecipientFileBytes(readFileSync(`examples/${name}`));
    const header = parsed.table.header.map((column) => column.trim());
    const choices: RecipientParsingChoices = {
      ...defaultRecipientParsingChoices,
      columns: columns
        ? { phoneAt: header.indexOf(columns.phone), nameAt: header.indexOf(columns.name), headerIsRow: false }
        : null,
      corrections,
    };
    const got = await outcomeOf(parseRecipientFile(parsed, choices), outcome.choices);
    expect(got).toEqual(outcome);
  });
});
