/** The address at which the provider tells a workspace's events, and whether the provider can reach it. */
import net from 'node:net';
import type { FastifyRequest } from 'fastify';
import { routes } from '../../../../contract/routes.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';

export interface WebhookPlace {
  /** PUBLIC_URL; null: the address that the browser used. */
  readonly publicUrl: string | null;
  /** Where the provider is: one reached without TLS runs beside this server, and reaches any address of it. */
  readonly providerBaseUrl: string;
}

export interface WebhookAddress {
  readonly address: string;
  /** Whether the provider reaches it, as far as the address's text says: it is public and https. */
  readonly isReachable: boolean;
}

export function webhookAddress(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, providerBaseUrl }: WebhookPlace,
  token: string,
): WebhookAddress {
  const address = (publicUrl ?? `${request.protocol}://${request.host}`) + webhookPath(token);
  return { address, isReachable: isPublicHttps(address) || new URL(providerBaseUrl).protocol === 'http:' };
}

/** The part of it that names the workspace, whatever the server is called. */
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
