/**
 * By what address failures are counted. Whoever has one address of IPv6 has the 2^64 of its network, so these count
 * as one; an IPv4 address is the same one when it comes mapped into IPv6.
 */
import { isIPv6 } from 'node:net';

/** Without a zone, and as IPv4 where it is mapped into IPv6; what is no address stays as it is. */
export function normalizeIpAddress(address: string): string {
  const [bare = ''] = address.split('%', 1);
  const groups = isIPv6(bare) ? expand(bare) : [];
  return isMapped(groups) ? toIPv4(groups) : bare;
}

/** `203.0.113.9`, or `2001:db8:0:1::/64`; what is no address stays as it is. */
export function limitAddress(address: string): string {
  const plain = normalizeIpAddress(address);
  if (!isIPv6(plain)) return plain;
  return `${expand(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address; its tail may be written as IPv4. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = toGroups(head);
  if (tail === undefined) return before;
  const after = toGroups(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function toGroups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function isMapped(groups: readonly number[]): boolean {
  return groups.length === 8 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function toIPv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}
