import { describe, expect, it } from 'vitest';
import { isPublicIpAddress, lookupPublicAddress } from './public-address.ts';

describe('addresses', () => {
  it.each([
    ['8.8.8.8', true],
    ['99.84.10.1', true],
    ['2600:9000:2000::1', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['192.168.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::808:808', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['2002:7f00:1::', false],
    ['not an address', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicIpAddress(address)).toBe(expected);
  });

  it.each([true, false])('names that lead to private ones are refused (all: %s)', async (all) => {
    const error = await new Promise<unknown>((resolve) => {
      lookupPublicAddress('localhost', { all }, (failure) => resolve(failure));
    });
    expect(error).toMatchObject({ message: 'the name does not lead to public addresses only' });
  });
});
