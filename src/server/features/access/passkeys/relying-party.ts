/**
 * The host name to which passkeys are bound (WebAuthn's relying party): the host of PUBLIC_URL, otherwise the host of
 * the request.
 * Browsers offer a passkey only to pages of that host. If the host is an IP address, passkeys can't be used.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { passkeyErrorTexts } from '../../../../labels/passkey-errors-es.ts';
import { AppError } from '../../../platform/errors.ts';

type Asked = Pick<FastifyRequest, 'hostname' | 'host' | 'protocol'> & {
  readonly headers: { readonly origin?: string | undefined };
};

/** WebAuthn's relying party: `id` is its host name, `origin` the origin of the page that uses passkeys. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Returns the relying party's id, a host name. Null if the host is an IP address. */
export function getRelyingPartyId(request: Pick<Asked, 'hostname'>, publicUrl: string | null): string | null {
  const name = (publicUrl === null ? request.hostname : new URL(publicUrl).hostname).toLowerCase();
  return isIP(name.replaceAll(/[[\]]/g, '')) === 0 ? name : null;
}

/**
 * Returns the relying party for passkeys. Throws `conflict` if the page can't use passkeys: another host, an IP
 * address, or no HTTPS.
 */
export function getRelyingParty(request: Asked, publicUrl: string | null): RelyingParty {
  const id = getRelyingPartyId(request, publicUrl);
  if (id === null) throw new AppError('conflict', { message: passkeyErrorTexts.noName });
  const page = new URL(request.headers.origin ?? publicUrl ?? `${request.protocol}://${request.host}`);
  if (page.hostname !== id || (publicUrl !== null && page.origin !== publicUrl))
    throw new AppError('conflict', { message: passkeyErrorTexts.elsewhere(publicUrl ?? id) });
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  if (page.protocol !== 'https:' && !isLocal)
    throw new AppError('conflict', { message: passkeyErrorTexts.notEncrypted });
  return { id, origin: page.origin };
}
