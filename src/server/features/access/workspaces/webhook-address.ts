/** The URL to which the provider sends a workspace's webhooks, and whether the provider can reach it. */
import net from 'node:net';
import type { FastifyRequest } from 'fastify';
import { apiRoutes } from '../../../../contract/routes.ts';
import { isPublicIpAddress } from '../../../platform/public-address.ts';

export interface InboundWebhookUrlConfig {
  /** The server's public URL (PUBLIC_URL). If null, the host of the browser's request is used. */
  readonly publicUrl: string | null;
  /** Base URL of the provider. With `http:` it is assumed to run on this machine and to reach any webhook URL. */
  readonly providerBaseUrl: string;
}

export interface InboundWebhookUrl {
  readonly address: string;
  /** True if the provider can probably reach the webhook URL, because it is public and https. */
  readonly isReachable: boolean;
}

export function buildInboundWebhookUrl(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, providerBaseUrl }: InboundWebhookUrlConfig,
  token: string,
): InboundWebhookUrl {
  const address = (publicUrl ?? `${request.protocol}://${request.host}`) + getInboundWebhookPath(token);
  return { address, isReachable: isPublicHttps(address) || new URL(providerBaseUrl).protocol === 'http:' };
}

/** Path of a workspace's webhook URL. Its token identifies the workspace. */
export function getInboundWebhookPath(token: string): string {
  return apiRoutes.receiveWebhook.path.replace(':token', token);
}

const privateNames = /(?:^|\.)(?:localhost|local|internal|lan|home|test|invalid)$/i;

function isPublicHttps(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return net.isIP(host) === 0 ? host.includes('.') && !privateNames.test(host) : isPublicIpAddress(host);
}
