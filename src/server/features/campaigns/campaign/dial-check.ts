/** Asks a workspace's own web service, right before a call, whether to call the person. Only a clear yes counts. */
import {
  dialCheckResponseSchema,
  maxDialCheckReasonLength,
  type OutgoingDialCheckRequest,
} from '../../../../contract/dial-checks.ts';
import type { Clock } from '../../../platform/clock.ts';
import { decryptSecret } from '../../../platform/crypto.ts';
import { MessageDeliveryError } from '../../../platform/delivery-failure.ts';
import { postWebhook } from '../../../platform/outgoing-webhook.ts';
import { signOutgoingWebhook } from '../../../platform/standard-webhook.ts';
import { toStorableText } from '../people/recipient-rows.ts';

/**
 * Web service that a campaign asks before each call if the person may be called. The URL is null if the check was
 * deleted.
 */
export interface CampaignDialCheck {
  readonly id: string;
  readonly url: string | null;
  readonly sealedSecret: string | null;
}

/** Result of a check before dialling. `declined`: do not call. `failed`: no clear response, so ask again later. */
export type DialCheckVerdict =
  | { readonly kind: 'call'; readonly variables: Readonly<Record<string, string>> }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Function that asks the workspace's web service if a person may be called. If its promise rejects, the person is not
 * called.
 */
export type AskDialCheck = (
  check: CampaignDialCheck,
  attemptId: string,
  request: OutgoingDialCheckRequest,
) => Promise<DialCheckVerdict>;

export interface DialCheckDeps {
  readonly clock: Clock;
  readonly secretKey: string;
  /** Origins of URLs for checks before dialling that are exempt from the rules for outgoing addresses. */
  readonly allowedOrigins: readonly string[];
}

export const getDialCheckEncryptionContext = (workspaceId: string, id: string): string =>
  `workspace:${workspaceId}:check:${id}`;

const withinMs = 3_000;
/**
 * Maximum number of characters read of the response of a check before dialling. It is enough for a hundred variables
 * with texts.
 */
const mostAnswerCharacters = 64 * 1_024;

export function createDialCheckRequester({ clock, secretKey, allowedOrigins }: DialCheckDeps): AskDialCheck {
  return async ({ id, url, sealedSecret }, attemptId, request) => {
    if (url === null || sealedSecret === null) return failed('La consulta ya no existe.');
    const body = JSON.stringify(request);
    const secret = decryptSecret(secretKey, sealedSecret, getDialCheckEncryptionContext(request.workspaceId, id));
    try {
      const { status, text, isWhole } = await postWebhook(url, body, {
        headers: signOutgoingWebhook(secret, { id: attemptId, body, now: clock.now() }),
        allowedOrigins,
        signal: new AbortController().signal,
        withinMs,
        keptCharacters: mostAnswerCharacters,
      });
      if (status !== 200) return failed(`La consulta respondió ${status}.`);
      return isWhole ? parseDialCheckResponse(text) : failed('La respuesta de la consulta no llegó entera.');
    } catch (error) {
      if (error instanceof MessageDeliveryError) return failed(error.message);
      throw error;
    }
  };
}

const failed = (message: string): DialCheckVerdict => ({ kind: 'failed', message });

/** Parses and validates the response of a check before dialling, which comes from outside and is not trusted. */
export function parseDialCheckResponse(text: string): DialCheckVerdict {
  const read = dialCheckResponseSchema.safeParse(parse(text));
  if (!read.success) return failed('La consulta respondió algo que no se entiende.');
  const { call, reason, variables } = read.data;
  if (!call) {
    const given = toStorableText(reason ?? '').trim();
    return {
      kind: 'declined',
      reason: given.slice(0, maxDialCheckReasonLength).toWellFormed() || 'La consulta indicó no llamar',
    };
  }
  const told = Object.entries(variables ?? {}).map(([name, value]) => [
    toStorableText(name),
    toStorableText(String(value)),
  ]);
  return { kind: 'call', variables: Object.fromEntries(told) as Record<string, string> };
}

/**
 * Parses JSON. @returns undefined if the JSON is invalid, or if an object repeats a key, because parsers differ in
 * which value they take.
 */
function parse(text: string): unknown {
  let keys = 0;
  function count(this: unknown, _key: string, value: unknown): unknown {
    if (!Array.isArray(this)) keys += 1;
    return value;
  }
  try {
    const parsed: unknown = JSON.parse(text, count);
    const written = text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g).filter(([, colon]) => colon !== undefined);
    // Subtract one from the counted keys, because JSON.parse calls the reviver also for the root value, which has no
    // key.
    return keys - 1 === written.toArray().length ? parsed : undefined;
  } catch {
    return undefined;
  }
}
