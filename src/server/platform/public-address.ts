/**
 * Limits outgoing requests to public IP addresses. The check is part of the DNS lookup of the connection itself, so
 * that a host name can't resolve to one address for the check and another for the connection.
 */
import dns from 'node:dns';
import net from 'node:net';

const reserved = new net.BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // IPv6 ranges for documentation, and for tunnels whose addresses contain an IPv4 address, are not public.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6');
}
const globalUnicast = new net.BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** True for an IP address of the public internet. */
export function isPublicIpAddress(address: string): boolean {
  const family = net.isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Thrown if an IP address is not public, or if any address of a host name is not public. */
export class NonPublicAddressError extends Error {}

/** DNS lookup function for node's http. It fails if any of the host's addresses is not public. */
export const lookupPublicAddress: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const first = addresses?.[0];
    if (error) callback(error, '', 0);
    else if (!first || !addresses.every(({ address }) => isPublicIpAddress(address))) {
      callback(new NonPublicAddressError('the name does not lead to public addresses only'), '', 0);
    } else if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
