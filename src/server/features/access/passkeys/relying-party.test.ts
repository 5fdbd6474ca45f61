import { expect, test } from 'vitest';
import { getRelyingPartyId, getRelyingParty } from './relying-party.ts';

const asked = (origin: string, page = origin) => {
  const { host, hostname, protocol } = new URL(origin);
  return {
    host,
    hostname,
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
    headers: { origin: page },
  };
};
const reasonFor = (request: ReturnType<typeof asked>, publicUrl: string | null = null): string => {
  try {
    return getRelyingParty(request, publicUrl).id;
  } catch (error) {
    return (error as Error).message;
  }
};

test('passkeys belong to the name by which the browser came, or to that of PUBLIC_URL', () => {
  expect(getRelyingParty(asked('https://consola.example:8443'), null)).toEqual({
    id: 'consola.example',
    origin: 'https://consola.example:8443',
  });
  expect(getRelyingParty(asked('http://localhost:3000'), null)).toEqual({
    id: 'localhost',
    origin: 'http://localhost:3000',
  });
  const behindProxy = asked('http://10.0.0.5:3000', 'https://consola.example');
  expect(getRelyingParty(behindProxy, 'https://consola.example')).toEqual({
    id: 'consola.example',
    origin: 'https://consola.example',
  });
  // A program sends no Origin.
  expect(getRelyingParty({ ...asked('https://consola.example'), headers: {} }, null).origin).toBe(
    'https://consola.example',
  );
});

test('an IP, a page without encryption and a page elsewhere have none, and the reason says so', () => {
  for (const ip of ['http://127.0.0.1:3000', 'https://[::1]:3000', 'https://192.168.1.4']) {
    expect(getRelyingPartyId(asked(ip), null)).toBeNull();
    expect(reasonFor(asked(ip))).toContain('dirección de números (IP)');
  }
  expect(reasonFor(asked('http://consola.example'))).toContain('https');
  expect(reasonFor(asked('http://consola.example'), 'http://consola.example')).toContain('https');
  expect(reasonFor(asked('http://localhost.example'))).toContain('https');
  for (const elsewhere of ['https://otra.example', 'http://consola.example', 'https://consola.example:444'])
    expect(reasonFor(asked(elsewhere), 'https://consola.example')).toContain('pertenecen a https://consola.example');
});
