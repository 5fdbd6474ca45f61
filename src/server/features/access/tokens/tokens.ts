/** API tokens: admins create and revoke them, and programs authenticate their requests with them. */
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { maxApiTokens, apiTokenPrefix, apiTokensEndpoints as endpoints } from '../../../../contract/tokens.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hasTokenShape, createRandomToken, computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RequestIdentity, RequestIdentityPort } from '../../../platform/http/identity.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { AuditLog } from '../../audit/index.ts';
import { normalizeIpAddress } from '../sign-in/limit-address.ts';
import { assertActiveWorkspaceAdmin } from '../stores/member-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';
import { deleteApiToken, findLiveApiToken, insertApiToken, listApiTokens, recordApiTokenUse } from './token-store.ts';

export interface ApiTokenRoutesDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

const dayMs = 86_400_000;
// An API token's time of last use is written at most once in this number of ms. Otherwise every request would cause a
// write.
const touchEveryMs = 60_000;

/** Creates the lookup of an API token's user and role. It is never cached, so that a revoked token fails at once. */
export function createApiTokenLookup({
  db,
  clock,
}: ApiTokenRoutesDeps): Pick<RequestIdentityPort, 'findTokenIdentity'> {
  return {
    async findTokenIdentity(token, address) {
      const now = clock.now();
      const from = normalizeIpAddress(address);
      const found =
        isIP(from) !== 0 && hasTokenShape(token.slice(apiTokenPrefix.length))
          ? await findLiveApiToken(db, computeSha256Hex(token), { now, address: from })
          : null;
      if (!found) return null;
      const stale = new Date(now.getTime() - touchEveryMs);
      if (found.lastUsedAt === null || found.lastUsedAt <= stale) await recordApiTokenUse(db, found, now, stale);
      return {
        sessionId: found.id,
        tokenId: found.id,
        userId: found.userId,
        username: `${found.username} · token ${found.name}`,
        email: found.email,
        currentWorkspaceId: found.workspaceId,
        currentRole: found.role,
      };
    },
  };
}

/**
 * Converts an IPv4 network written in IPv6 notation to IPv4 notation, because clients' addresses are in IPv4 notation
 * when they are compared with the network.
 */
function toPlainNetwork(network: string): string {
  const [address = '', bits] = network.split('/');
  const plain = normalizeIpAddress(address);
  if (plain === address) return network;
  if (bits === undefined) return plain;
  return Number(bits) < 96 ? network : `${plain}/${Number(bits) - 96}`;
}

export function registerApiTokenRoutes(binder: EndpointBinder, { db, clock, audit }: ApiTokenRoutesDeps): void {
  binder.bind(endpoints.listTokens, ({ workspaceId }) => listApiTokens(db, workspaceId));
  binder.bind(endpoints.createToken, async ({ identity, workspaceId, request, body }) => {
    const { expiresInDays, ...given } = body;
    const wanted = { ...given, addresses: given.addresses.map(toPlainNetwork) };
    const id = randomUUID();
    const token = apiTokenPrefix + createRandomToken();
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + expiresInDays * dayMs);
    await db.transaction().execute(async (tx) => {
      // Lock the workspace, so that concurrent requests can't exceed the limit of API tokens and the caller's role
      // can't change meanwhile.
      await lockWorkspaces(tx, [workspaceId]);
      await assertActiveWorkspaceAdmin(tx, identity.userId, workspaceId);
      const row = { ...wanted, id, userId: identity.userId, tokenHash: computeSha256Hex(token), createdAt, expiresAt };
      if (!(await insertApiToken(tx, workspaceId, row, maxApiTokens)))
        throw new AppError('conflict', {
          message: `Hay un máximo de ${maxApiTokens} tokens. Revoca los que no se usan.`,
        });
      await audit.record(
        {
          ...authorOf(identity, workspaceId, request),
          action: 'token.created',
          target: wanted.name,
          details: { ...wanted, expiresInDays },
        },
        tx,
      );
    });
    return { id, token };
  });
  binder.bind(endpoints.deleteToken, async ({ identity, workspaceId, params, request }) => {
    await db.transaction().execute(async (tx) => {
      const name = await deleteApiToken(tx, workspaceId, params.id);
      if (name === null) throw new AppError('not_found');
      await audit.record({ ...authorOf(identity, workspaceId, request), action: 'token.revoked', target: name }, tx);
    });
    return { ok: true as const };
  });
}

const authorOf = ({ userId, username }: RequestIdentity, workspaceId: string, request: FastifyRequest) => ({
  workspaceId,
  userId,
  username,
  address: request.ip,
});
