import { sign, verify } from 'retell-sdk';
import { describe, expect, it } from 'vitest';
import {
  providerWebhookSignatureToleranceMs,
  signProviderWebhook,
  verifyProviderWebhookSignature,
} from './signature.ts';

const testKey = 'key_prueba_0123456789';
const signedBody = JSON.stringify({
  event: 'call_ended',
  call: { call_id: 'call_ñandú', transcript: 'Agent: ¿Cómo andás?\nUser: Ahí va 👍' },
});

describe('webhook signature', () => {
  it('is accepted by the official SDK', async () => {
    expect(await verify(signedBody, testKey, signProviderWebhook(signedBody, testKey, Date.now()))).toBe(true);
  });

  it('accepts what the official SDK signs, as text and as raw bytes', async () => {
    const header = await sign(signedBody, testKey);
    expect(verifyProviderWebhookSignature(signedBody, testKey, header, Date.now())).toBe(true);
    expect(verifyProviderWebhookSignature(Buffer.from(signedBody), testKey, header, Date.now())).toBe(true);
  });

  it('agrees with the SDK on what is refused', async () => {
    const now = Date.now();
    const good = signProviderWebhook(signedBody, testKey, now);
    const refused: [string, string, string][] = [
      [`${signedBody} `, testKey, good],
      [signedBody, 'another key', good],
      [signedBody, testKey, good.replace(/v=\d+/, `v=${now + 1}`)],
      [signedBody, testKey, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`],
      [signedBody, testKey, good.slice(0, -2)],
      [signedBody, testKey, ''],
      [signedBody, testKey, 'v=,d='],
      [
        signedBody,
        testKey,
        signProviderWebhook(signedBody, testKey, now - providerWebhookSignatureToleranceMs - 60_000),
      ],
      [
        signedBody,
        testKey,
        signProviderWebhook(signedBody, testKey, now + providerWebhookSignatureToleranceMs + 60_000),
      ],
    ];
    for (const [body, key, header] of refused) {
      expect(verifyProviderWebhookSignature(body, key, header, now), header).toBe(false);
      expect(await verify(body, key, header), header).toBe(false);
    }
  });

  it('holds for five minutes to the millisecond, either way', () => {
    const header = signProviderWebhook(signedBody, testKey, 1_000_000_000);
    expect(
      verifyProviderWebhookSignature(signedBody, testKey, header, 1_000_000_000 + providerWebhookSignatureToleranceMs),
    ).toBe(true);
    expect(
      verifyProviderWebhookSignature(signedBody, testKey, header, 1_000_000_000 - providerWebhookSignatureToleranceMs),
    ).toBe(true);
    expect(
      verifyProviderWebhookSignature(signedBody, testKey, header, 1_000_000_001 + providerWebhookSignatureToleranceMs),
    ).toBe(false);
    expect(verifyProviderWebhookSignature(signedBody, testKey, header, Number.NaN)).toBe(false);
  });

  it('refuses a missing header and an empty key', () => {
    expect(verifyProviderWebhookSignature(signedBody, testKey, undefined, Date.now())).toBe(false);
    expect(
      verifyProviderWebhookSignature(signedBody, '', signProviderWebhook(signedBody, 'x', Date.now()), Date.now()),
    ).toBe(false);
  });

  it('signs the exact bytes, also where they are no valid text', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const header = signProviderWebhook(bytes.toString('utf8'), testKey, 5);
    expect(verifyProviderWebhookSignature(bytes, testKey, header, 5)).toBe(false);
  });
});
