/** Queries and mutations of the event webhooks and their deliveries. */
import { useApiQuery } from '../../../api/queries.ts';
import { useSettingsMutation } from '../use-change.ts';

const often = { refetchInterval: 5_000 } as const;
export const useEventWebhooks = () => useApiQuery('listEventWebhooks', {}, often);
export const useEventDeliveries = (id: string) => useApiQuery('listEventDeliveries', { params: { id } }, often);

/**
 * Hook: mutation that changes an event webhook. `failed` is the text of the error message. `done` builds the text of
 * the success message from the result.
 */
export const useEventWebhookMutation = <T, R>(
  change: (input: T) => Promise<R>,
  failed: string,
  done: (result: R) => string,
) => useSettingsMutation({ change, failed, done, reads: ['listEventWebhooks', 'listEventDeliveries'] });
