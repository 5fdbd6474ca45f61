/** The address to which the provider sends a workspace's events, and whether the provider can reach it. */
import net from 'node:net';
import type { FastifyRequest } from 'fastify';
import { routes } from '../../../../contract/routes.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';

export interface WebhookAddressConfig {
  /** The server's public address (PUBLIC_URL). If null, the address that the browser used is taken. */
  readonly publicUrl: string | null;
  /** The provider's base URL. A provider without TLS runs on the same machine, so it can reach any webhook address. */
  readonly providerBaseUrl: string;
}

export interface WebhookAddress {
  readonly address: string;
  /** True if the provider can probably reach the webhook address, because it is public and https. */
  readonly isReachable: boolean;
}

export function webhookAddress(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, providerBaseUrl }: WebhookAddressConfig,
  token: string,
): WebhookAddress {
  const address = (publicUrl ?? `${request.protocol}://${request.host}`) + webhookPath(token);
  return { address, isReachable: isPublicHttps(address) || new URL(providerBaseUrl).protocol === 'http:' };
}

/** The path of the webhook address. Its token identifies the workspace. */
export function webhookPath(token: string): string {
  return routes.receiveWebhook.path.replace(':token', token);
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home|test|invalid)$/i;

function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return net.isIP(host) === 0 ? host.includes('.') && !privateNames.test(host) : isPublicAddress(host);
}
