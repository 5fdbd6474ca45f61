/**
 * Groups IP addresses for counting failed sign-ins. An IPv6 /64 network counts as one address, because one client can
 * use all of it. An IPv4 address mapped into IPv6 counts as IPv4.
 */
import { isIPv6 } from 'node:net';

/** Removes an IPv6 zone, and converts a mapped IPv4 address to plain IPv4. Other texts stay unchanged. */
export function normalizeIpAddress(address: string): string {
  const [bare = ''] = address.split('%', 1);
  const groups = isIPv6(bare) ? expand(bare) : [];
  return isMapped(groups) ? toIPv4(groups) : bare;
}

/** Returns the key for counting failed sign-ins: an IPv4 address, or an IPv6 network such as `2001:db8:0:1::/64`. */
export function getRateLimitAddress(address: string): string {
  const plain = normalizeIpAddress(address);
  if (!isIPv6(plain)) return plain;
  return `${expand(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Expands an IPv6 address to its eight groups. The last two may be written as IPv4. */
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
