import { isIPv6 } from 'node:net';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { getRateLimitAddress } from './limit-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::5:1:2:3:4', '2001:db8:0:5::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['::1:2:3:203.0.113.9', '0:0:0:1::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(getRateLimitAddress(address)).toBe(counted);
});

test('an address of IPv6 counts by its first 64 bits alone, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const half = fc.tuple(group, group, group, group);
  fc.assert(
    fc.property(half, half, half, (network, one, other) => {
      fc.pre(network.some((part) => part !== 0));
      const write = (host: readonly number[]) => [...network, ...host].map((part) => part.toString(16)).join(':');
      const shortest = (host: readonly number[]) => new URL(`http://[${write(host)}]`).hostname.slice(1, -1);
      const counted = getRateLimitAddress(write(one));
      expect(getRateLimitAddress(shortest(one))).toBe(counted);
      expect(getRateLimitAddress(shortest(other))).toBe(counted);
      expect(isIPv6(counted.replace('/64', ''))).toBe(true);
    }),
  );
});
