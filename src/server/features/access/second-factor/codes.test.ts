import { expect, it } from 'vitest';
import {
  findTotpStep,
  generateRecoveryCodes,
  generateTotpSecret,
  buildOtpauthUri,
  parseSecondFactorCode,
  recoveryCodeCount,
} from './codes.ts';

// RFC 6238, appendix B: the secret '12345678901234567890' at 59 s is 94287082 of eight digits.
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const seconds = (count: number) => new Date(count * 1_000);

it('finds the step of a code in its own 30 seconds and in those beside them, and in no others', () => {
  const steps = [0, 29, 30, 59, 60, 89, 90, 119].map((at) => findTotpStep(rfcSecret, '287082', seconds(at)));
  expect(steps).toEqual([1, 1, 1, 1, 1, 1, null, null]);
  expect(findTotpStep(rfcSecret, '287083', seconds(59))).toBeNull();
  expect(findTotpStep(rfcSecret, '94287082', seconds(59))).toBeNull();
});

it('gives apps an address with the secret, the console and the account', () => {
  const secret = generateTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(buildOtpauthUri(secret, { issuer: 'Centro Sur', label: 'ana@sur' }));
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Centro Sur:ana@sur');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    issuer: 'Centro Sur',
    digits: '6',
    period: '30',
  });
});

it('makes ten different recovery codes, which are read however they are typed', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(recoveryCodeCount);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const bare = { kind: 'recovery', code: code.replace('-', '') };
    for (const typed of [code, code.toUpperCase(), ` ${code.replace('-', ' ')} `])
      expect(parseSecondFactorCode(typed)).toEqual(bare);
  }
  expect(parseSecondFactorCode('OIL00-12345')).toEqual({ kind: 'recovery', code: '0110012345' });
  for (const typed of ['287 082', '287082'])
    expect(parseSecondFactorCode(typed)).toEqual({ kind: 'totp', code: '287082' });
});
