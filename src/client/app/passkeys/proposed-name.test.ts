import { expect, test } from 'vitest';
import { proposePasskeyName } from './proposed-name.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test('proposes browser and platform', () => {
  const agents = [
    chrome,
    `${chrome} Edg/150.0.0.0`,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/150.0.0.0 Mobile Safari/537.36',
    'curl/8',
  ];
  expect(agents.map((agent) => proposePasskeyName(agent, []))).toEqual([
    'Chrome en Windows',
    'Edge en Windows',
    'Safari en iPhone',
    'Firefox en macOS',
    'Samsung Internet en Android',
    'Este dispositivo',
  ]);
});

test('proposes no name twice', () => {
  expect(proposePasskeyName(chrome, ['Chrome en Windows'])).toBe('Chrome en Windows 2');
  expect(proposePasskeyName(chrome, ['Chrome en Windows', 'Chrome en Windows 2'])).toBe('Chrome en Windows 3');
  expect(proposePasskeyName(chrome, ['Chrome en Windows 2'])).toBe('Chrome en Windows');
});
