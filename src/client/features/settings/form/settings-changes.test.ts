// Two people edit the same settings: the changes of a form, and the typed fields that stay when other settings come.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSettings } from '../../../testing/factories.ts';
import { listChangedSettingsPaths, mergeEditedSettings } from './settings-changes.ts';
import { settingsFormResolver, toSettingsForm, type SettingsFormValues } from './settings-form.ts';

const saved = buildSettings({ thresholdsSaved: false, canSendMail: true });
const base = toSettingsForm(saved);

/** A form that differs from `base` in some fields of several kinds. */
const edited = fc
  .record({
    attempts: fc.constantFrom(3, 4, 5),
    callsPerHour: fc.constantFrom(50, 60, 70),
    email: fc.boolean(),
    days: fc.constantFrom([1, 2, 3, 4, 5, 6, 7], [1, 2], [7]),
    field: fc.constantFrom('', 'propio', 'otro'),
    target: fc.constantFrom(null, 1, Number.NaN),
  })
  .map(({ attempts, callsPerHour, email, days, field, target }): SettingsFormValues => {
    const form = structuredClone(base);
    form.dailyAttempts = attempts;
    form.thresholds.callsPerHour = callsPerHour;
    form.notifications.email = email;
    form.callingWindow.days = [...days];
    form.copc.fields.csatT = field;
    form.copc.targets.aht = target;
    return form;
  });

test('nothing changed is no change; a list is one', () => {
  expect(listChangedSettingsPaths(base, structuredClone(base))).toEqual([]);
  const form = structuredClone(base);
  form.callingWindow.holidays = ['2026-12-25', '2027-01-01'];
  form.dialing.callsPerSecond = 2;
  expect(listChangedSettingsPaths(base, form)).toEqual(['dialing.callsPerSecond', 'callingWindow.holidays']);
});

test('other settings take every field but the typed ones', () => {
  fc.assert(
    fc.property(edited, edited, (mine, theirs) => {
      const kept = mergeEditedSettings(base, mine, theirs);
      const typed = new Set(listChangedSettingsPaths(base, mine));
      for (const path of listChangedSettingsPaths(theirs, kept)) expect(typed.has(path)).toBe(true);
      for (const path of listChangedSettingsPaths(mine, kept)) expect(typed.has(path)).toBe(false);
      expect(mergeEditedSettings(base, mine, base)).toEqual(mine);
      expect(mergeEditedSettings(base, base, theirs)).toEqual(theirs);
    }),
  );
});

const check = (form: SettingsFormValues) =>
  settingsFormResolver(form, undefined, { fields: {}, shouldUseNativeValidation: false });

test('what is empty in the form means its default, or nothing', async () => {
  const form = structuredClone(base);
  form.usdRate = { rate: 0, date: '2026-11-20' };
  form.outgoingWebhook = { url: '  ', secret: '' };
  form.copc.fields.csatT = ' ';
  form.copc.targets.aht = 240;
  const { values } = await check(form);
  expect(values).toMatchObject({
    usdRate: null,
    outgoingWebhook: { url: null },
    copc: { fields: {}, targets: { aht: 240 } },
  });
  expect((await check(base)).errors).toEqual({});
});

test('each mistake stands at its field in Spanish', async () => {
  const form = structuredClone(base);
  form.thresholds = { callsPerHour: -1, successPercent: 101, longWaitSeconds: Number.NaN };
  form.dialing.callsPerSecond = 0;
  form.callingWindow.to = '';
  form.usdRate = { rate: 2, date: '' };
  form.outgoingWebhook = { url: 'http://ejemplo.com', secret: 'corto' };
  expect((await check(form)).errors).toMatchObject({
    thresholds: {
      callsPerHour: { message: 'No puede ser negativo' },
      successPercent: { message: 'Como máximo 100' },
      longWaitSeconds: { message: 'Ingresa un número' },
    },
    dialing: { callsPerSecond: { message: 'Como mínimo 0,1' } },
    callingWindow: { to: { message: 'Usa el formato HH:MM' } },
    usdRate: { date: { message: 'Ingresa una fecha' } },
    outgoingWebhook: {
      url: { message: 'La dirección debe comenzar con https://' },
      secret: { message: 'Al menos 16 caracteres' },
    },
  });
});
