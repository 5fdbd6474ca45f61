// Every kind of log entry, as an operator reads it.
import { describe, expect, it } from 'vitest';
import {
  campaignLogKinds,
  campaignPauseReasons,
  retryableAttemptOutcomes,
  attemptOutcomesWithoutCall,
  campaignWaitReasons,
  type CampaignLogDetailsByKind,
  type CampaignLogKind,
} from '../../../contract/campaigns.ts';
import { describeCampaignLogEntry, type CampaignLogFormatters } from './campaign-log-es.ts';

const write: CampaignLogFormatters = {
  percent: (percent) => `${percent.toLocaleString('de-DE')}%`,
  count: (count) => count.toLocaleString('de-DE'),
  dateTime: (iso) => `${iso.slice(8, 10)}/${iso.slice(5, 7)} ${iso.slice(11, 16)}`,
};
const at = '2026-11-21T12:30:00.000Z';
const say = <K extends CampaignLogKind>(kind: K, details: CampaignLogDetailsByKind[K]) =>
  describeCampaignLogEntry({ kind, details: details }, write);

/** A sample of each kind, so that a new kind fails the build here too. */
const samples: { readonly [K in CampaignLogKind]: readonly [CampaignLogDetailsByKind[K], string] } = {
  created: [
    { recipients: 1_200, duplicates: 3, rejected: 2 },
    'Campaña creada con 1.200 destinatarios, sin contar 3 duplicados ni 2 filas omitidas.',
  ],
  recipients_added: [
    { recipients: 1, duplicates: 2, rejected: 0 },
    'Se agregó 1 destinatario, sin contar 2 duplicados.',
  ],
  changed: [{ field: 'weight', from: 5, to: 10 }, 'Peso de la campaña: 10.'],
  number_set_aside: [
    { number: '+541150000000', percent: 4.5, others: 31 },
    'Se apartó el número +541150000000: en los últimos 7 días atendieron 4,5% de sus llamadas y 31% de las de los otros números.',
  ],
  number_taken_back: [{ number: '+541150000000' }, 'Vuelve a usarse el número +541150000000.'],
  rule_exempt: [
    { rule: 'cl_mass_origin' },
    'Chile exige números 600 u 809 a las campañas nuevas. Esta se creó antes y sigue llamando desde los suyos.',
  ],
  started: [{}, 'Empezó a llamar.'],
  waiting: [
    { reason: 'calling_window', until: at },
    'En espera: está fuera del horario de llamadas. Sigue el 21/11 12:30.',
  ],
  wait_over: [{}, 'Terminó la espera: vuelve a llamar.'],
  paused: [
    { reason: 'circuit_breaker', message: null, failed: 12, calls: 20 },
    'Campaña pausada: 12 de las últimas 20 llamadas terminaron por fallas técnicas.',
  ],
  resumed: [{}, 'Campaña reanudada.'],
  stopped: [
    { left: 312, live: 5 },
    'Campaña detenida. Quedaron 312 destinatarios sin llamar. Había 5 llamadas en curso.',
  ],
  deleted: [{ left: 0 }, 'Campaña eliminada. No quedaba nadie por llamar.'],
  hang_up: [{ calls: 4, failed: 1 }, 'Se cortaron 4 llamadas en curso, como se pidió. No se pudo cortar 1 llamada.'],
  rate_limited: [{ seconds: 12 }, 'Retell pidió esperar: 12 s sin llamadas nuevas.'],
  provider_unavailable: [
    { message: '503' },
    'Retell no responde. Se vuelve a intentar sin perder a nadie. Detalle: «503».',
  ],
  no_lines: [
    { limit: 20, inUse: 18, reserved: 2 },
    'Sin líneas libres: 18 de 20 en uso y 2 reservadas. Sigue cuando se libere una.',
  ],
  taken_over: [{}, 'Otro servidor continúa con la campaña.'],
  check_declined: [{ count: 2 }, 'No se llamó a 2 destinatarios: lo indicó la consulta.'],
  check_failed: [
    { count: 1, message: 'La consulta respondió 500.' },
    '1 destinatario para más tarde: la consulta no confirmó que se lo pueda llamar. Detalle: «La consulta respondió 500.».',
  ],
  retry_expired: [{ count: 3 }, '3 reintentos vencidos: pasaron los días de la campaña desde la primera llamada.'],
  same_person: [{ count: 2 }, '2 destinatarios omitidos: son las mismas personas que otras filas.'],
  skipped: [{ count: 3 }, '3 destinatarios omitidos: sus números están en la lista No Llamar.'],
  refused: [{ count: 2, reason: 'número inválido' }, 'Retell rechazó 2 llamadas y no se repiten: «número inválido».'],
  retry: [
    { count: 7, outcome: 'busy', from: at },
    '7 destinatarios tendrán otro intento, desde el 21/11 12:30: su número estaba ocupado.',
  ],
  callback: [{ count: 1, from: at }, '1 destinatario pidió que lo vuelvan a llamar, desde el 21/11 12:30.'],
  callback_set: [{ at }, 'Se acordó volver a llamar a 1 destinatario el 21/11 12:30.'],
  callback_cancelled: [{ at }, 'Ya no se vuelve a llamar al destinatario que esperaba una llamada el 21/11 12:30.'],
  unconfirmed: [
    { count: 2 },
    '2 llamadas sin confirmar: no se puede saber si Retell llegó a llamar. No se repiten solas.',
  ],
  sent: [{}, 'Se llamó a todos. Faltan resultados de las últimas llamadas.'],
  completed: [{}, 'Campaña completada: llegaron todos los resultados.'],
};

describe('the campaign log in words', () => {
  it.each(campaignLogKinds)('%s', (kind) => {
    const [details, sentence] = samples[kind];
    expect(say(kind, details)).toBe(sentence);
  });

  it.each<[CampaignLogDetailsByKind['changed'], string]>([
    [
      { field: 'isOpen', from: false, to: true },
      'Campaña abierta: cuando termine de llamar, espera más destinatarios.',
    ],
    [{ field: 'isOpen', from: true, to: false }, 'Campaña cerrada a nuevos destinatarios.'],
    [
      { field: 'callingWindow', from: null, to: '12345 10:00-18:00' },
      'Franja horaria de la campaña: lun a vie de 10:00 a 18:00.',
    ],
    [
      { field: 'callingWindow', from: '12345 10:00-18:00', to: null },
      'Franja horaria de la campaña: la del workspace.',
    ],
    [
      { field: 'bestHour', from: false, to: true },
      'Mejor hora encendida: primero se llama a quienes más atienden a cada hora.',
    ],
    [{ field: 'bestHour', from: true, to: false }, 'Mejor hora apagada: se llama en el orden del archivo.'],
  ])('%j', (details, sentence) => {
    expect(say('changed', details)).toBe(sentence);
  });

  it('says each reason, in whole sentences', () => {
    const sentences = [
      ...campaignPauseReasons.map((reason) => say('paused', { reason, message: null, failed: null, calls: null })),
      ...campaignWaitReasons.map((reason) => say('waiting', { reason, until: null })),
      ...([...retryableAttemptOutcomes, ...attemptOutcomesWithoutCall] as const).map((outcome) =>
        say('retry', { count: 1, outcome, from: at }),
      ),
    ];
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z1].*[^.]\.$/u);
    expect(sentences.join(' ')).not.toMatch(/undefined|null|_/);
  });

  it('counts one as one', () => {
    expect(say('created', { recipients: 1, duplicates: 1, rejected: 0 })).toBe(
      'Campaña creada con 1 destinatario, sin contar 1 duplicado.',
    );
    expect(say('created', { recipients: 5, duplicates: 0, rejected: 0 })).toBe('Campaña creada con 5 destinatarios.');
    expect(say('stopped', { left: 1, live: 1 })).toBe(
      'Campaña detenida. Quedó 1 destinatario sin llamar. Había 1 llamada en curso.',
    );
    expect(say('hang_up', { calls: 1, failed: 0 })).toBe('Se cortó 1 llamada en curso, como se pidió.');
    expect(say('hang_up', { calls: 0, failed: 2 })).toBe('No se pudieron cortar 2 llamadas.');
    expect(say('hang_up', { calls: 0, failed: 0 })).toBe('No había llamadas en curso para cortar.');
    expect(say('skipped', { count: 1 })).toBe('1 destinatario omitido: su número está en la lista No Llamar.');
    expect(say('refused', { count: 1, reason: 'x' })).toBe('Retell rechazó 1 llamada y no se repite: «x».');
    expect(say('unconfirmed', { count: 1 })).toBe(
      '1 llamada sin confirmar: no se puede saber si Retell llegó a llamar. No se repite sola.',
    );
    expect(say('rate_limited', { seconds: 1 })).toBe('Retell pidió esperar: 1 s sin llamadas nuevas.');
    expect(say('no_lines', { limit: 20, inUse: 15, reserved: 5, reservedBy: 'provider' })).toBe(
      'Sin líneas libres: 15 de 20 en uso y 5 reservadas por la cuenta de Retell para llamadas entrantes. Sigue cuando se libere una.',
    );
    expect(say('no_lines', { limit: 1, inUse: 1, reserved: 0 })).toBe(
      'Sin líneas libres: 1 de 1 en uso. Sigue cuando se libere una.',
    );
  });

  it('quotes what the provider said of a pause', () => {
    expect(say('paused', { reason: 'key_rejected', message: 'Invalid API key', failed: null, calls: null })).toBe(
      'Campaña pausada: Retell rechaza la API Key del workspace. Detalle: «Invalid API key».',
    );
    expect(say('paused', { reason: 'person', message: null, failed: null, calls: null })).toBe('Campaña pausada.');
  });
});
