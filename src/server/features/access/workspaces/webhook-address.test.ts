import { describe, expect, test } from 'vitest';
import { buildInboundWebhookUrl } from './webhook-address.ts';

const retell = 'https://api.retellai.com';
const browser = (protocol: string, host: string) => ({ protocol, host });
const isReachable = (publicUrl: string | null, from = browser('http', 'localhost:3000'), providerBaseUrl = retell) =>
  buildInboundWebhookUrl(from as never, { publicUrl, providerBaseUrl }, 'secreto').isReachable;

describe('the provider', () => {
  test.each(['https://consola.example', 'https://consola.example:8443', 'https://93.184.216.34'])(
    'reaches %s',
    (publicUrl) => {
      expect(isReachable(publicUrl)).toBe(true);
    },
  );

  test.each([
    'http://consola.example',
    'https://localhost:3000',
    'https://localhost.',
    'https://consola',
    'https://consola.local',
    'https://10.0.0.5',
    'https://192.168.1.9',
    'https://[::1]',
  ])('does not reach %s', (publicUrl) => {
    expect(isReachable(publicUrl)).toBe(false);
  });

  test("reaches the browser's address only where that is public, without PUBLIC_URL", () => {
    expect(isReachable(null)).toBe(false);
    expect(isReachable(null, browser('https', 'consola.example'))).toBe(true);
  });

  test('reaches any address of this server from beside it', () => {
    expect(isReachable(null, browser('http', 'localhost:3000'), 'http://127.0.0.1:9999')).toBe(true);
  });
});
