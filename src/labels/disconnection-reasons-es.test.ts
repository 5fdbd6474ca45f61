import { describe, expect, it } from 'vitest';
import { disconnectionReasons } from '../retell/disconnection-reasons.ts';
import { describeReason, lastReasonLabel, reasonLabel, reasonTexts } from './disconnection-reasons-es.ts';

describe('disconnection reasons', () => {
  it('has a text for every reason of the provider, with the same severity, and no other', () => {
    const severities = Object.fromEntries(
      Object.entries(reasonTexts).map(([reason, { severity }]) => [reason, severity]),
    );
    expect(severities).toEqual(disconnectionReasons);
  });

  it('writes a recipient’s last reason in words, whoever gave it', () => {
    const reasons = ['dial_no_answer', 'nuevo_motivo', 'Campaña detenida', 'No llamar'];
    expect(reasons.map(lastReasonLabel)).toEqual([
      'Sin respuesta',
      'nuevo_motivo (desconocida)',
      'Campaña detenida',
      'No llamar',
    ]);
  });

  it.each(['new_reason', 'toString', '__proto__'])('says that %s is unknown, as a warning', (reason) => {
    expect(describeReason(reason)).toEqual({
      severity: 'warning',
      meaning: `Razón de desconexión desconocida: ${reason}`,
    });
    expect(reasonLabel(reason)).toBe(`${reason} (desconocida)`);
  });
});
