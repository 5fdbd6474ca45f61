/** Formats a call as a line of a CSV file, in the workspace's time zone, locale and currency. */
import type { CallSummary } from '../../../../contract/calls.ts';
import { getExportCostCurrencyAndRate } from '../../../../contract/regional.ts';
import type { WorkspaceSettings } from '../../../../contract/settings.ts';
import { callExportHeadings, callExportCellTexts } from '../call-export-es.ts';
import { callChannelFilterOptions } from '../../../../labels/call-history-es.ts';
import { getDisconnectionReasonLabel } from '../../../../labels/disconnection-reasons-es.ts';
import { callStatusLabels, callDirectionLabels, sentimentLabels } from '../../../../labels/es.ts';
import { withheldPhoneNumberText } from '../../../../labels/shown-number-es.ts';
import { isWithheldCallerId } from '../../../../phone/withheld-number.ts';
import { shownCallStatusByStoredStatus } from '../state/call-list-query.ts';
import type { ExportedCall, AgentAndCampaignNames } from './call-export-query.ts';

export type CallExportCells = (string | null)[];

/** The settings of a workspace that affect its exported files: time zone, locale and currency. */
export type ExportRegionalSettings = Pick<WorkspaceSettings, 'timeZone' | 'dateLocale' | 'currency' | 'usdRate'>;

export function buildCallExportHeadingCells(regional: ExportRegionalSettings): CallExportCells {
  return Object.values({
    ...callExportHeadings,
    cost: callExportHeadings.cost(getExportCostCurrencyAndRate(regional).currency),
  });
}

const channels = Object.fromEntries(callChannelFilterOptions.map(({ value, label }) => [value, label])) as Record<
  CallSummary['callType'],
  string
>;

/** Returns a function that formats a call as the cells of one CSV row. */
export function createCallCsvRowFormatter(
  regional: ExportRegionalSettings,
  names: AgentAndCampaignNames,
): (call: ExportedCall) => CallExportCells {
  const { timeZone, dateLocale } = regional;
  const { perDollar } = getExportCostCurrencyAndRate(regional);
  const writeMoment = createMomentWriter(timeZone, dateLocale);
  const writeFigure = createFigureWriter(dateLocale);
  return (call) => [
    call.id,
    writeMoment(call.at),
    callStatusLabels[shownCallStatusByStoredStatus[call.status]],
    callDirectionLabels[call.direction],
    call.direction === 'web_call' ? channels.web_call : channels.phone_call,
    writeNumber(call.fromNumber),
    writeNumber(call.toNumber),
    call.isErased ? callExportCellTexts.erased : call.customerName,
    call.agentId === null ? null : (names.agents.get(call.agentId) ?? call.agentId),
    call.campaignId === null ? null : (names.campaigns.get(call.campaignId) ?? null),
    call.durationMs === null ? null : writeFigure(call.durationMs / 1_000, 10),
    call.reason === null ? null : getDisconnectionReasonLabel(call.reason),
    call.sentiment === null ? null : (own(sentimentLabels, call.sentiment) ?? call.sentiment),
    call.isSuccessful === null ? null : call.isSuccessful ? callExportCellTexts.yes : callExportCellTexts.no,
    call.costCents === null ? null : writeFigure((call.costCents / 100) * perDollar, 10_000),
    call.e2eP50Ms === null ? null : writeFigure(call.e2eP50Ms, 1),
    call.summary,
  ];
}

/** Reads a record's own property, because `name` is a text from the provider, which may be `__proto__`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

const minuteMs = 60_000;

/**
 * Returns a function that formats times as date and time. For a time in the same minute as the previous one, it reuses
 * the text, because formatting dates is slow.
 */
function createMomentWriter(timeZone: string, dateLocale: string): (at: Date) => string {
  const date = new Intl.DateTimeFormat(dateLocale, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = new Intl.DateTimeFormat(dateLocale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  let known = { minute: Number.NaN, text: '' };
  return (at) => {
    const ms = at.getTime();
    const minute = Math.floor(ms / minuteMs);
    if (minute !== known.minute) known = { minute, text: `${date.format(at)} ${time.format(at)}:` };
    const seconds = Math.floor((ms - minute * minuteMs) / 1_000);
    return known.text + (seconds < 10 ? '0' : '') + seconds;
  };
}

/**
 * Returns a function that formats a number for a CSV file. It rounds to a multiple of 1/`parts` and uses the locale's
 * decimal sign, without grouping digits.
 */
function createFigureWriter(dateLocale: string): (figure: number, parts: number) => string {
  const decimal =
    new Intl.NumberFormat(dateLocale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (figure, parts) => String(Math.round(figure * parts) / parts).replace('.', decimal);
}

/** Writes a phone number in E.164, so that other programs can read it. */
const writeNumber = (number: string | null): string | null =>
  number !== null && isWithheldCallerId(number) ? withheldPhoneNumberText : number;
