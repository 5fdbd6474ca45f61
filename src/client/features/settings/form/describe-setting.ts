/** Texts for a settings field's name and value, used in the audit log and in notices of conflicting saves. */
import type { CountryRuleId } from '../../../../contract/country-rules.ts';
import type { CopcMetric } from '../../../../contract/regional.ts';
import { countryRuleLabels, countryRulesLabels } from '../../../../labels/country-rules-es.ts';
import { copcSettingsLabels } from '../../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../../labels/copc-metrics-es.ts';
import { retentionLabels } from '../../../../labels/forgetting-es.ts';
import { notificationLabels, outgoingWebhookLabels, recipientLabels, thresholdLabels } from '../settings-alerts-es.ts';
import {
  currencyLabels,
  dateLocaleLabels,
  dialingLabels,
  eventToggleLabels,
  regionalLabels,
  savingLabels,
  timeZoneLabels,
} from '../../../../labels/settings-es.ts';
import { attentionSettingsLabels, liveSettingsLabels } from '../settings-live-es.ts';
import {
  secondFactorRequirementLabels,
  secondFactorSettingLabels,
} from '../../../../labels/settings-second-factor-es.ts';
import { weekdayNames } from '../../../../labels/weekdays-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import type { SettingsPath } from './settings-form.ts';

const names: Readonly<Record<string, string>> = {
  timeZone: regionalLabels.timeZone,
  dateLocale: regionalLabels.dateLocale,
  currency: regionalLabels.currency,
  'usdRate.rate': regionalLabels.rateTitle,
  'usdRate.date': regionalLabels.rateDate,
  'events.call_started': eventToggleLabels.call_started.name,
  'events.call_ended': eventToggleLabels.call_ended.name,
  'events.call_analyzed': eventToggleLabels.call_analyzed.name,
  'notifications.email': `${notificationLabels.title}: ${notificationLabels.email}`,
  'notifications.browser': `${notificationLabels.title}: ${notificationLabels.browser}`,
  'notifications.webhook': `${notificationLabels.title}: ${notificationLabels.webhook}`,
  'notifications.typed': recipientLabels.address,
  alertEmails: recipientLabels.title,
  'outgoingWebhook.url': outgoingWebhookLabels.url,
  'outgoingWebhook.secret': outgoingWebhookLabels.secret,
  'thresholds.callsPerHour': thresholdLabels.callsPerHour,
  'thresholds.successPercent': thresholdLabels.successPercent,
  'thresholds.longWaitSeconds': thresholdLabels.longWaitSeconds,
  'dialing.callsPerSecond': dialingLabels.callsPerSecond,
  'dialing.reservedLines': dialingLabels.reservedLines,
  'dialing.callsPerNumberPerDay': dialingLabels.callsPerNumber,
  'callingWindow.enabled': dialingLabels.enabled,
  'callingWindow.days': dialingLabels.days,
  'callingWindow.from': dialingLabels.from,
  'callingWindow.to': dialingLabels.to,
  'callingWindow.holidays': dialingLabels.holidays,
  'callingWindow.typed': dialingLabels.holidayDate,
  rulesOff: countryRulesLabels.title,
  dailyAttempts: dialingLabels.attempts,
  retentionDays: retentionLabels.days,
  secondFactor: secondFactorSettingLabels.title,
  liveReaders: liveSettingsLabels.readers,
  listening: liveSettingsLabels.listeners,
  whispers: liveSettingsLabels.whispers,
  'attention.phrases': attentionSettingsLabels.phrases,
  'attention.silenceSeconds': attentionSettingsLabels.silence,
  'attention.longMinutes': attentionSettingsLabels.length,
  'attention.failedTool': attentionSettingsLabels.failedTool,
  'attention.repeatedAnswer': attentionSettingsLabels.repeatedAnswer,
  'attention.agentIds': attentionSettingsLabels.agents,
  'attention.mostCalls': attentionSettingsLabels.mostCalls,
};

/** 'thresholds.callsPerHour' → 'Llamadas por hora'. */
export function nameOfSetting(path: SettingsPath): string {
  const [part, kind, metric] = path.split('.');
  if (part !== 'copc') return names[path] ?? path;
  const name = metric === 'callbackAt' ? copcSettingsLabels.callback : copcMetricLabels[metric as CopcMetric];
  return kind === 'fields' ? copcSettingsLabels.fieldOf(name) : copcSettingsLabels.targetOf(name);
}

const chosen: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  timeZone: timeZoneLabels,
  dateLocale: dateLocaleLabels,
  currency: currencyLabels,
  secondFactor: secondFactorRequirementLabels,
  liveReaders: liveSettingsLabels.from,
  listening: { ...liveSettingsLabels.from, off: liveSettingsLabels.nobody },
};

export function wordsOfSetting(path: SettingsPath, value: unknown, format: RegionalFormat): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return savingLabels.empty;
  if (path === 'outgoingWebhook.secret') return '••••••••';
  if (typeof value === 'boolean') return value ? savingLabels.yes : savingLabels.no;
  if (typeof value === 'number') return format.figure(value);
  if (path === 'rulesOff') return (value as CountryRuleId[]).map((id) => countryRuleLabels[id]).join('; ');
  if (path === 'callingWindow.days') return (value as number[]).map((day) => weekdayNames[day - 1]).join(', ');
  if (Array.isArray(value)) return value.length > 3 ? savingLabels.items(value.length) : value.join(', ');
  const text = typeof value === 'string' ? value : '';
  return path === 'usdRate.date' ? format.day(text) : (chosen[path]?.[text] ?? text);
}
