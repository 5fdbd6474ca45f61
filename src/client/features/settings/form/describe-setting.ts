/** Texts for a settings field's name and value, used in the audit log and in notices of conflicting saves. */
import type { CountryRuleId } from '../../../../contract/country-rules.ts';
import type { CopcMetric } from '../../../../contract/regional.ts';
import { countryRuleDescriptions, countryRulesSectionLabels } from '../../../../labels/country-rules-es.ts';
import { copcSettingsLabels } from '../../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../../labels/copc-metrics-es.ts';
import { dataRetentionLabels } from '../../../../labels/forgetting-es.ts';
import {
  alertNotificationSettingsLabels,
  alertWebhookLabels,
  alertRecipientLabels,
  alertThresholdLabels,
} from '../settings-alerts-es.ts';
import {
  currencyLabels,
  dateLocaleLabels,
  dialingSettingsLabels,
  providerEventToggleLabels,
  regionalSettingsLabels,
  settingsSavingLabels,
  timeZoneLabels,
} from '../../../../labels/settings-es.ts';
import { attentionSettingsLabels, liveSettingsLabels } from '../settings-live-es.ts';
import {
  secondFactorRequirementLabels,
  secondFactorSettingLabels,
} from '../../../../labels/settings-second-factor-es.ts';
import { weekdayNames } from '../../../../labels/weekdays-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import type { SettingsFieldPath } from './settings-form.ts';

const names: Readonly<Record<string, string>> = {
  timeZone: regionalSettingsLabels.timeZone,
  dateLocale: regionalSettingsLabels.dateLocale,
  currency: regionalSettingsLabels.currency,
  'usdRate.rate': regionalSettingsLabels.rateTitle,
  'usdRate.date': regionalSettingsLabels.rateDate,
  'events.call_started': providerEventToggleLabels.call_started.name,
  'events.call_ended': providerEventToggleLabels.call_ended.name,
  'events.call_analyzed': providerEventToggleLabels.call_analyzed.name,
  'notifications.email': `${alertNotificationSettingsLabels.title}: ${alertNotificationSettingsLabels.email}`,
  'notifications.browser': `${alertNotificationSettingsLabels.title}: ${alertNotificationSettingsLabels.browser}`,
  'notifications.webhook': `${alertNotificationSettingsLabels.title}: ${alertNotificationSettingsLabels.webhook}`,
  'notifications.typed': alertRecipientLabels.address,
  alertEmails: alertRecipientLabels.title,
  'outgoingWebhook.url': alertWebhookLabels.url,
  'outgoingWebhook.secret': alertWebhookLabels.secret,
  'thresholds.callsPerHour': alertThresholdLabels.callsPerHour,
  'thresholds.successPercent': alertThresholdLabels.successPercent,
  'thresholds.longWaitSeconds': alertThresholdLabels.longWaitSeconds,
  'dialing.callsPerSecond': dialingSettingsLabels.callsPerSecond,
  'dialing.reservedLines': dialingSettingsLabels.reservedLines,
  'dialing.callsPerNumberPerDay': dialingSettingsLabels.callsPerNumber,
  'callingWindow.enabled': dialingSettingsLabels.enabled,
  'callingWindow.days': dialingSettingsLabels.days,
  'callingWindow.from': dialingSettingsLabels.from,
  'callingWindow.to': dialingSettingsLabels.to,
  'callingWindow.holidays': dialingSettingsLabels.holidays,
  'callingWindow.typed': dialingSettingsLabels.holidayDate,
  rulesOff: countryRulesSectionLabels.title,
  dailyAttempts: dialingSettingsLabels.attempts,
  retentionDays: dataRetentionLabels.days,
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
export function describeSettingName(path: SettingsFieldPath): string {
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

export function describeSettingValue(path: SettingsFieldPath, value: unknown, format: RegionalFormat): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return settingsSavingLabels.empty;
  if (path === 'outgoingWebhook.secret') return '••••••••';
  if (typeof value === 'boolean') return value ? settingsSavingLabels.yes : settingsSavingLabels.no;
  if (typeof value === 'number') return format.figure(value);
  if (path === 'rulesOff') return (value as CountryRuleId[]).map((id) => countryRuleDescriptions[id]).join('; ');
  if (path === 'callingWindow.days') return (value as number[]).map((day) => weekdayNames[day - 1]).join(', ');
  if (Array.isArray(value)) return value.length > 3 ? settingsSavingLabels.items(value.length) : value.join(', ');
  const text = typeof value === 'string' ? value : '';
  return path === 'usdRate.date' ? format.day(text) : (chosen[path]?.[text] ?? text);
}
