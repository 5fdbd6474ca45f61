/**
 * Handles text that was typed into a list's input but not added to the list. The text counts as unsaved, and saving the
 * form adds it.
 */
import type { UseFormReturn } from 'react-hook-form';
import { email } from 'zod';
import { isCalendarDay } from '../../../../contract/calendar-days.ts';
import type { UpdateSettingsBody } from '../../../../contract/settings.ts';
import { alertRecipientLabels } from '../settings-alerts-es.ts';
import { validationLabels } from '../../../../labels/settings-es.ts';
import type { SettingsFormValues } from './settings-form.ts';

type Form = UseFormReturn<SettingsFormValues, unknown, UpdateSettingsBody>;

interface TypedEntry {
  readonly typed: 'notifications.typed' | 'callingWindow.typed';
  readonly list: 'alertEmails' | 'callingWindow.holidays';
  readonly mistakeOf: (entry: string, list: readonly string[]) => string | null;
  readonly add: (entry: string, list: readonly string[]) => string[];
}

const address = email();
const mostRecipients = 20;

export const alertEmailListInputConfig: TypedEntry = {
  typed: 'notifications.typed',
  list: 'alertEmails',
  mistakeOf: (entry, list) => {
    if (!address.safeParse(entry).success) return alertRecipientLabels.invalid;
    if (list.some((each) => each.toLowerCase() === entry.toLowerCase())) return alertRecipientLabels.repeated;
    return list.length >= mostRecipients ? alertRecipientLabels.full : null;
  },
  add: (entry, list) => [...list, entry],
};

export const holidayListInputConfig: TypedEntry = {
  typed: 'callingWindow.typed',
  list: 'callingWindow.holidays',
  mistakeOf: (entry) => (isCalendarDay(entry) ? null : validationLabels.date),
  add: (entry, list) => [...new Set([...list, entry])].sort(),
};

/** Adds the text in the input beside a list to that list. If the text is invalid, shows an error and returns false. */
export function addTypedEntryToList(form: Form, { typed, list, mistakeOf, add }: TypedEntry): boolean {
  const entry = form.getValues(typed).trim();
  const entries = form.getValues(list);
  const message = mistakeOf(entry, entries);
  if (message !== null) {
    form.setError(typed, { message }, { shouldFocus: true });
    return false;
  }
  form.setValue(list, add(entry, entries));
  form.setValue(typed, '');
  form.clearErrors(typed);
  return true;
}

export function addTypedEntriesToSettingsLists(form: Form): boolean {
  // While the calling window is off, the holiday input is disabled and its text ignored.
  const entries = form.getValues('callingWindow.enabled')
    ? [alertEmailListInputConfig, holidayListInputConfig]
    : [alertEmailListInputConfig];
  return entries.every((each) => form.getValues(each.typed).trim() === '' || addTypedEntryToList(form, each));
}
