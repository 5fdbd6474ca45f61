/** The address at which the provider tells a workspace's events, and whether the provider can reach it. */
import net from 'node:net';
import type { FastifyRequest } from 'fastify';
import { routes } from '../../../../contract/routes.ts';
import { isPublicAddress } from '../../../platform/public-address.ts';

/** `publicUrl`: PUBLIC_URL; null: the address that the browser used. */
export function webhookAddress(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | null,
  token: string,
): string {
  return (publicUrl ?? `${request.protocol}://${request.host}`) + webhookPath(token);
}

/** The part of it that names the workspace, whatever the server is called. */
export function webhookPath(token: string): string {
  return routes.receiveWebhook.path.replace(':token', token);
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home|test|invalid)$/i;

/** Whether a stranger on the internet may reach it by https, as far as its text tells. */
export function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  return net.isIP(host) === 0 ? host.includes('.') && !privateNames.test(host) : isPublicAddress(host);
}
