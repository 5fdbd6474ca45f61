/** Signs the webhooks that we send, by the rules of https://www.standardwebhooks.com. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const createOutgoingWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

/** Returns the three signature headers of a webhook that we send. `id` is the same for every retry. */
export function signOutgoingWebhook(
  secret: string,
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
