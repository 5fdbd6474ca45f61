import { describe, expect, test } from 'vitest';
import { alertKinds, type Alert, type AlertKind } from '../contract/alerts.ts';
import { findAlertPath, describeAlert, describeClearedAlert } from './alerts-es.ts';

const details: Record<AlertKind, Alert['details']> = {
  calls_per_hour: { calls: 1_251, threshold: 1_000 },
  success_percent: { percent: 74.9, finished: 1_040, threshold: 85 },
  long_wait: { calls: 1, longestSeconds: 4_800, threshold: 300 },
  campaign_paused: { campaignName: 'Cobranza', reason: 'key_rejected' },
  webhook_silence: { missed: 3, lastEventAt: null },
  provider_incident: { status: 'degraded', description: 'Partial outage' },
  attempt_unconfirmed: { campaignName: 'Cobranza', count: 1_040 },
  duplicate_call: { campaignId: null, campaignName: null },
  storage_full: {},
  registry_stale: { days: 31 },
  unknown_reason: { reason: 'nuevo_motivo' },
  no_admin: {},
  event_webhook_failing: { host: 'crm.example.com' },
  order_field_refused: { field: 'honor_internal_dnc' },
  silent_customer: { by: 'ana' },
  call_attention: { rule: 'phrase', second: 65, agent: null },
};

describe.each(alertKinds)('%s', (kind) => {
  test('is one sentence or two without a gap, open and over', () => {
    for (const text of [
      describeAlert({ kind, details: details[kind] }),
      describeClearedAlert({ kind, details: details[kind] }),
    ]) {
      expect(text).toMatch(/^\S.*\.$/);
      expect(text).not.toMatch(/undefined|null|NaN| {2}|«»/);
    }
    expect(findAlertPath({ kind, subject: 'x/y' })).toMatch(/^\/[\w/%-]*(\?(seccion|reason)=[\w%-]+)?$/);
  });
});

test('figures read as in Argentina', () => {
  const said = (kind: AlertKind): string => describeAlert({ kind, details: details[kind] });
  expect(said('calls_per_hour')).toBe('1.251 llamadas en la última hora, más que el máximo de 1.000.');
  expect(said('success_percent')).toBe(
    'Tasa de éxito de 74,9% en las 1.040 llamadas finalizadas de hoy, menos que el mínimo de 85%.',
  );
  expect(said('long_wait')).toBe(
    '1 llamada registrada sin comenzar desde hace más de 5 min; la más larga, 1 h 20 min.',
  );
  expect(said('attempt_unconfirmed')).toContain(
    'si se llamó a 1.040 destinatarios de la campaña «Cobranza». No se los vuelve',
  );
  const one = describeAlert({ kind: 'attempt_unconfirmed', details: { campaignName: 'Cobranza', count: 1 } });
  expect(one).toContain('si se llamó a un destinatario de la campaña «Cobranza». No se lo vuelve');
  expect(said('duplicate_call')).toBe('Apareció una segunda llamada para un mismo destinatario. Se ordenó detenerla.');
  expect(describeAlert({ kind: 'call_attention', details: { rule: 'failed_tool', second: 65, agent: 'Sofía' } })).toBe(
    'A los 1:05 de una llamada de «Sofía»: falló una herramienta del agente.',
  );
  expect(describeClearedAlert({ kind: 'storage_full', details: {} })).toBe(
    'Resuelto: el disco tiene espacio otra vez.',
  );
});
