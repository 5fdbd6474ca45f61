/** Formats a call as a line of a CSV file, in the workspace's time zone, locale and currency. */
import type { CallSummary } from '../../../../contract/calls.ts';
import { costCurrencyOf } from '../../../../contract/regional.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { exportHeadings, exportWords } from '../call-export-es.ts';
import { channelFilterOptions } from '../../../../labels/call-history-es.ts';
import { reasonLabel } from '../../../../labels/disconnection-reasons-es.ts';
import { callStatusLabels, directionLabels, sentimentLabels } from '../../../../labels/es.ts';
import { withheldNumber } from '../../../../labels/shown-number-es.ts';
import { isWithheldNumber } from '../../../../phone/withheld-number.ts';
import { shownStatuses } from '../state/call-list-query.ts';
import type { ExportedCall, ExportNames } from './call-export-query.ts';

export type Cells = (string | null)[];

/** The settings of a workspace that affect its exported files: time zone, locale and currency. */
export type ExportRegional = Pick<Settings, 'timeZone' | 'dateLocale' | 'currency' | 'usdRate'>;

export function exportHeadingOf(regional: ExportRegional): Cells {
  return Object.values({ ...exportHeadings, cost: exportHeadings.cost(costCurrencyOf(regional).currency) });
}

const channels = Object.fromEntries(channelFilterOptions.map(({ value, label }) => [value, label])) as Record<
  CallSummary['callType'],
  string
>;

/** Returns a function that formats calls as lines of one CSV file. */
export function createLineWriter(regional: ExportRegional, names: ExportNames): (call: ExportedCall) => Cells {
  const { timeZone, dateLocale } = regional;
  const { perDollar } = costCurrencyOf(regional);
  const writeMoment = createMomentWriter(timeZone, dateLocale);
  const writeFigure = createFigureWriter(dateLocale);
  return (call) => [
    call.id,
    writeMoment(call.at),
    callStatusLabels[shownStatuses[call.status]],
    directionLabels[call.direction],
    call.direction === 'web_call' ? channels.web_call : channels.phone_call,
    writeNumber(call.fromNumber),
    writeNumber(call.toNumber),
    call.isErased ? exportWords.erased : call.customerName,
    call.agentId === null ? null : (names.agents.get(call.agentId) ?? call.agentId),
    call.campaignId === null ? null : (names.campaigns.get(call.campaignId) ?? null),
    call.durationMs === null ? null : writeFigure(call.durationMs / 1_000, 10),
    call.reason === null ? null : reasonLabel(call.reason),
    call.sentiment === null ? null : (own(sentimentLabels, call.sentiment) ?? call.sentiment),
    call.isSuccessful === null ? null : call.isSuccessful ? exportWords.yes : exportWords.no,
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

/** Returns a function that formats times. It reuses a minute's text, because formatting dates is the slowest step. */
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

/** Returns a function that rounds a figure to 1/`parts` and writes the locale's decimal sign, without grouping. */
function createFigureWriter(dateLocale: string): (figure: number, parts: number) => string {
  const decimal =
    new Intl.NumberFormat(dateLocale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return (figure, parts) => String(Math.round(figure * parts) / parts).replace('.', decimal);
}

/** Writes a phone number in E.164, so that other programs can read it. */
const writeNumber = (number: string | null): string | null =>
  number !== null && isWithheldNumber(number) ? withheldNumber : number;
