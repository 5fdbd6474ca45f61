import { sign, verify } from 'retell-sdk';
import { describe, expect, it } from 'vitest';
import { SIGNATURE_TOLERANCE_MS, signWebhook, verifyWebhook } from './signature.ts';

const KEY = 'key_prueba_0123456789';
const BODY = JSON.stringify({
  event: 'call_ended',
  call: { call_id: 'call_ñandú', transcript: 'Agent: ¿Cómo andás?\nUser: Ahí va 👍' },
});

describe('webhook signature', () => {
  it('is accepted by the official SDK', async () => {
    expect(await verify(BODY, KEY, signWebhook(BODY, KEY, Date.now()))).toBe(true);
  });

  it('accepts what the official SDK signs, as text and as raw bytes', async () => {
    const header = await sign(BODY, KEY);
    expect(verifyWebhook(BODY, KEY, header, Date.now())).toBe(true);
    expect(verifyWebhook(Buffer.from(BODY), KEY, header, Date.now())).toBe(true);
  });

  it('agrees with the SDK on what is refused', async () => {
    const now = Date.now();
    const good = signWebhook(BODY, KEY, now);
    const refused: [string, string, string][] = [
      [`${BODY} `, KEY, good],
      [BODY, 'another key', good],
      [BODY, KEY, good.replace(/v=\d+/, `v=${now + 1}`)],
      [BODY, KEY, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`],
      [BODY, KEY, good.slice(0, -2)],
      [BODY, KEY, ''],
      [BODY, KEY, 'v=,d='],
      [BODY, KEY, signWebhook(BODY, KEY, now - SIGNATURE_TOLERANCE_MS - 60_000)],
      [BODY, KEY, signWebhook(BODY, KEY, now + SIGNATURE_TOLERANCE_MS + 60_000)],
    ];
    for (const [body, key, header] of refused) {
      expect(verifyWebhook(body, key, header, now), header).toBe(false);
      expect(await verify(body, key, header), header).toBe(false);
    }
  });

  it('holds for five minutes to the millisecond, either way', () => {
    const header = signWebhook(BODY, KEY, 1_000_000_000);
    expect(verifyWebhook(BODY, KEY, header, 1_000_000_000 + SIGNATURE_TOLERANCE_MS)).toBe(true);
    expect(verifyWebhook(BODY, KEY, header, 1_000_000_000 - SIGNATURE_TOLERANCE_MS)).toBe(true);
    expect(verifyWebhook(BODY, KEY, header, 1_000_000_001 + SIGNATURE_TOLERANCE_MS)).toBe(false);
    expect(verifyWebhook(BODY, KEY, header, Number.NaN)).toBe(false);
  });

  it('refuses a missing header and an empty key', () => {
    expect(verifyWebhook(BODY, KEY, undefined, Date.now())).toBe(false);
    expect(verifyWebhook(BODY, '', signWebhook(BODY, 'x', Date.now()), Date.now())).toBe(false);
  });

  it('signs the exact bytes, also where they are no valid text', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const header = signWebhook(bytes.toString('utf8'), KEY, 5);
    expect(verifyWebhook(bytes, KEY, header, 5)).toBe(false);
  });
});
