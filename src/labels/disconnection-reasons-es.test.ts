import { describe, expect, it } from 'vitest';
import { disconnectionReasonSeverities } from '../retell/disconnection-reasons.ts';
import {
  getDisconnectionReasonSeverityAndMeaning,
  describeNotReachedReason,
  getDisconnectionReasonLabel,
  disconnectionReasonTexts,
} from './disconnection-reasons-es.ts';

describe('disconnection reasons', () => {
  it('has a text for every reason of the provider, with the same severity, and no other', () => {
    const severities = Object.fromEntries(
      Object.entries(disconnectionReasonTexts).map(([reason, { severity }]) => [reason, severity]),
    );
    expect(severities).toEqual(disconnectionReasonSeverities);
  });

  it('writes a recipient’s last reason in words, whoever gave it', () => {
    const reasons = ['dial_no_answer', 'nuevo_motivo', 'Campaña detenida', 'No llamar'];
    expect(reasons.map(describeNotReachedReason)).toEqual([
      'Sin respuesta',
      'nuevo_motivo (desconocida)',
      'Campaña detenida',
      'No llamar',
    ]);
  });

  it.each(['new_reason', 'toString', '__proto__'])('says that %s is unknown, as a warning', (reason) => {
    expect(getDisconnectionReasonSeverityAndMeaning(reason)).toEqual({
      severity: 'warning',
      meaning: `Razón de desconexión desconocida: ${reason}`,
    });
    expect(getDisconnectionReasonLabel(reason)).toBe(`${reason} (desconocida)`);
  });
});
