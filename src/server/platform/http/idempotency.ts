/**
 * Implements the header Idempotency-Key. A create request that is repeated with its key within a day does nothing and
 * gets the first response. If the first request was interrupted, its result is unknown, and the key is refused from
 * then on.
 */
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { decryptSecret, encryptSecret, hmac, computeSha256Hex } from '../crypto.ts';
import {
  claimIdempotencyKey,
  deleteOldIdempotencyKeys,
  completeIdempotencyKey,
  releaseIdempotencyKey,
  type ScopedIdempotencyKey,
} from '../db/idempotency-store.ts';
import type { DatabaseSchema } from '../db/schema.ts';
import { AppError } from '../errors.ts';

export interface RequestIdempotencyDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly secretKey: string;
}

export interface RequestIdempotency {
  /**
   * Runs `work` once for an idempotency key. Throws the errors of `work`. Throws `conflict` if the key was used for
   * another request, or if the first request still runs or its result is unknown or no longer stored.
   * @param request is compared with the first request, to detect another use of the key.
   */
  once(
    owner: ScopedIdempotencyKey,
    request: unknown,
    work: () => Promise<unknown>,
  ): Promise<{ answer: unknown; isReplayed: boolean }>;
  /** Deletes keys older than a day. */
  sweep(): Promise<void>;
}

const keptMs = 24 * 3_600_000;
/**
 * Time in ms after which an unfinished request with an idempotency key counts as interrupted. The server lets no
 * request take so long (server.ts).
 */
const cutOffMs = 11 * 60_000;

const refusals = {
  other: 'Esa clave de idempotencia ya se usó para otro pedido.',
  underWay: 'El pedido con esta clave todavía se está haciendo. Espera unos segundos.',
  unknown: 'No se sabe si el pedido anterior con esta clave llegó a hacerse. Fíjate, y si no, usa otra clave.',
  forgotten: 'El pedido con esta clave ya se hizo; su respuesta no se guarda más.',
};
const refused = (why: keyof typeof refusals, retryAfterSeconds?: number): AppError =>
  new AppError('conflict', { message: refusals[why], ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

export function createRequestIdempotency({ db, clock, secretKey }: RequestIdempotencyDeps): RequestIdempotency {
  const contextOf = ({ workspaceId, userId, key }: ScopedIdempotencyKey): string =>
    `idempotency:${workspaceId}:${userId}:${key}`;
  return {
    async once(owner, request, work) {
      const now = clock.now();
      const told = JSON.stringify(request);
      // Store only a keyed digest of the request. The request may contain a password, or a phone number that must be
      // erased later.
      const fingerprint = hmac(secretKey, 'idempotency', told);
      const earlier = await claimIdempotencyKey(db, owner, { fingerprint, startedAt: now });
      if (earlier) {
        // Also accept the unkeyed digest of the request that older Vocero versions stored. Stored digests expire after
        // a day.
        if (earlier.fingerprint !== fingerprint && earlier.fingerprint !== computeSha256Hex(told))
          throw refused('other');
        if (earlier.state === 'done') {
          if (earlier.sealedAnswer === null) throw refused('forgotten');
          const answer: unknown = JSON.parse(decryptSecret(secretKey, earlier.sealedAnswer, contextOf(owner)));
          return { answer, isReplayed: true };
        }
        const isCutOff = earlier.state === 'unknown' || now.getTime() - earlier.startedAt.getTime() > cutOffMs;
        throw isCutOff ? refused('unknown') : refused('underWay', 2);
      }
      let answer: unknown;
      try {
        answer = await work();
      } catch (error) {
        // Release the idempotency key after a 4xx, because the refused request may be corrected and sent again.
        const isRefused = error instanceof AppError && error.status < 500;
        await (isRefused ? releaseIdempotencyKey(db, owner) : completeIdempotencyKey(db, owner, { state: 'unknown' }));
        throw error;
      }
      const sealed = encryptSecret(secretKey, JSON.stringify(answer), contextOf(owner));
      await completeIdempotencyKey(db, owner, { state: 'done', answer_encrypted: sealed });
      return { answer, isReplayed: false };
    },
    sweep: () => deleteOldIdempotencyKeys(db, new Date(clock.now().getTime() - keptMs)),
  };
}

/** Sets the header that says whether the response is a stored one of an earlier request with the same key. */
export function setIdempotencyReplayHeader(reply: FastifyReply, isReplayed: boolean): void {
  reply.header('idempotency-replayed', String(isReplayed));
}

const longestKey = 200;

/** Returns the Idempotency-Key header. Null if it is absent. Throws `invalid_input` if it is too long. */
export function readIdempotencyKeyHeader({
  headers,
}: {
  readonly headers: Record<string, string | string[] | undefined>;
}): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > longestKey)
    throw new AppError('invalid_input', { message: `La clave de idempotencia admite hasta ${longestKey} caracteres.` });
  return key;
}
