/** Rows of a campaign's results file: one for each attempt, and one for each recipient without an attempt. */
import type { Kysely } from 'kysely';
import type { RejectedRecipientRow } from '../../../../contract/campaigns.ts';
import { getExportCostCurrencyAndRate } from '../../../../contract/regional.ts';
import type { WorkspaceSettings } from '../../../../contract/settings.ts';
import {
  attemptOutcomeLabels,
  attemptStateLabels,
  recipientStateLabels,
} from '../../../../labels/campaign-recipients-es.ts';
import {
  rejectedRowsColumnHeadings,
  resultFileColumnHeadings,
  resultFileValueLabels,
} from '../../../../labels/campaign-results-es.ts';
import { describeNotReachedReason, getDisconnectionReasonLabel } from '../../../../labels/disconnection-reasons-es.ts';
import { sentimentLabels } from '../../../../labels/es.ts';
import { erasedPersonText } from '../../../../labels/forgetting-es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import {
  findCampaignExtractedVariableNames,
  listRecipientsWithAttempts,
  type CampaignResultFileAttempt,
  type CampaignResultFileRecipientLine,
} from './campaign-file-query.ts';

export type CampaignExportRegionalSettings = Pick<
  WorkspaceSettings,
  'timeZone' | 'dateLocale' | 'currency' | 'usdRate'
>;

export interface CampaignToExport {
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly extraColumns: readonly string[];
}

type Row = (string | number | null)[];

const recipientsAPage = 200;

/** Yields the heading, then page after page. */
export async function* exportCampaignResultPages(
  db: Kysely<DatabaseSchema>,
  { workspaceId, campaignId, extraColumns }: CampaignToExport,
  regional: CampaignExportRegionalSettings,
): AsyncGenerator<Row[]> {
  const extracted = await findCampaignExtractedVariableNames(db, workspaceId, campaignId);
  const write = createCellWriter(regional);
  yield [[...headingBefore(extraColumns), ...headingAfter(write.currency), ...extracted]];
  let after = -1;
  for (;;) {
    const lines = await listRecipientsWithAttempts(db, workspaceId, campaignId, { after, recipients: recipientsAPage });
    if (lines.length === 0) return;
    after = lines.at(-1)?.position ?? after;
    yield toRows(lines, extraColumns, extracted, write);
  }
}

function headingBefore(extraColumns: readonly string[]): Row {
  return [resultFileColumnHeadings.phone, resultFileColumnHeadings.name, ...extraColumns];
}

function headingAfter(currency: string): Row {
  const {
    state,
    attempt,
    date,
    time,
    outcome,
    reason,
    duration,
    cost,
    sentiment,
    goal,
    summary,
    agentVersion,
    fromNumber,
  } = resultFileColumnHeadings;
  return [
    state,
    attempt,
    date,
    time,
    outcome,
    reason,
    duration,
    cost(currency),
    sentiment,
    goal,
    summary,
    agentVersion,
    fromNumber,
  ];
}

function toRows(
  lines: readonly CampaignResultFileRecipientLine[],
  extraColumns: readonly string[],
  extracted: readonly string[],
  write: CellWriter,
): Row[] {
  let number = 0;
  return lines.map((line, index) => {
    number = lines[index - 1]?.position === line.position ? number + 1 : 1;
    const { attempt } = line;
    const recipient = [
      line.phoneNumber || erasedPersonText,
      line.customerName,
      ...extraColumns.map((name) => own(line.variables, name) ?? null),
    ];
    const state = recipientStateLabels[line.state];
    if (!attempt)
      return [
        ...recipient,
        state,
        null,
        null,
        null,
        null,
        line.lastReason === null ? null : describeNotReachedReason(line.lastReason),
        ...Array<null>(7 + extracted.length).fill(null),
      ];
    return [
      ...recipient,
      state,
      number,
      ...attemptCells(attempt, write),
      ...extracted.map((name) => write.value(own(attempt.extracted, name))),
    ];
  });
}

function attemptCells(attempt: CampaignResultFileAttempt, write: CellWriter): Row {
  return [
    write.date(attempt.at),
    write.time(attempt.at),
    outcomeOf(attempt),
    attempt.reason === null ? attempt.error : getDisconnectionReasonLabel(attempt.reason),
    attempt.durationMs === null ? null : write.seconds(attempt.durationMs),
    attempt.costCents === null ? null : write.cost(attempt.costCents),
    attempt.sentiment === null ? null : (own(sentimentLabels, attempt.sentiment) ?? attempt.sentiment),
    attempt.isSuccessful === null ? null : yesOrNo(attempt.isSuccessful),
    attempt.summary,
    attempt.agentVersion,
    attempt.fromNumber,
  ];
}

function outcomeOf({ isSurplus, outcome, state }: CampaignResultFileAttempt): string {
  if (isSurplus) return resultFileValueLabels.surplus;
  return outcome === null ? attemptStateLabels[state] : attemptOutcomeLabels[outcome];
}

const yesOrNo = (is: boolean): string => (is ? resultFileValueLabels.yes : resultFileValueLabels.no);

/** Read own properties only, because names from files and the provider may be `__proto__`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

interface CellWriter {
  /** The currency in which costs are written. */
  readonly currency: string;
  date(at: Date): string;
  time(at: Date): string;
  seconds(durationMs: number): string;
  cost(cents: number): string;
  value(value: unknown): string | null;
}

/** Creates the formatter of CSV cells for the workspace's zone, locale and currency. Digits are not grouped. */
function createCellWriter({ timeZone, dateLocale, ...money }: CampaignExportRegionalSettings): CellWriter {
  const date = new Intl.DateTimeFormat(dateLocale, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = new Intl.DateTimeFormat(dateLocale, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const { currency, perDollar } = getExportCostCurrencyAndRate(money);
  // Create the number formats once, because creating one costs more than a hundred uses.
  const upTo = (decimals: number) =>
    new Intl.NumberFormat(dateLocale, { useGrouping: false, maximumFractionDigits: decimals });
  const [seconds, cost, figure] = [upTo(1), upTo(4), upTo(10)];
  return {
    currency,
    date: (at) => date.format(at),
    time: (at) => time.format(at),
    seconds: (durationMs) => seconds.format(durationMs / 1_000),
    cost: (cents) => cost.format((cents / 100) * perDollar),
    value(value) {
      if (value === null || value === undefined) return null;
      if (typeof value === 'string') return value;
      if (typeof value === 'boolean') return yesOrNo(value);
      return typeof value === 'number' ? figure.format(value) : JSON.stringify(value);
    },
  };
}

/** Yields the rejected rows of a recipient file, each with its line number and the reason. */
export async function* exportRejectedRowPages(rejectedRows: readonly RejectedRecipientRow[]): AsyncGenerator<Row[]> {
  const columns = [...new Set(rejectedRows.flatMap(({ values }) => Object.keys(values)))];
  yield [[rejectedRowsColumnHeadings.row, rejectedRowsColumnHeadings.reason, ...columns]];
  yield rejectedRows.map(({ row, reason, values }) => [
    row,
    reason,
    ...columns.map((name) => own(values, name) ?? null),
  ]);
}
