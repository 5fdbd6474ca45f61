/** Reads and changes of the event webhooks, and the reads that are refreshed after a change. */
import { useApiQuery } from '../../../api/queries.ts';
import { useSettingsMutation } from '../use-change.ts';

const often = { refetchInterval: 5_000 } as const;
export const useEventWebhooks = () => useApiQuery('listEventWebhooks', {}, often);
export const useEventDeliveries = (id: string) => useApiQuery('listEventDeliveries', { params: { id } }, often);

/** Mutation of an event webhook. `done` makes the success message from the result. */
export const useEventChange = <T, R>(change: (input: T) => Promise<R>, failed: string, done: (result: R) => string) =>
  useSettingsMutation({ change, failed, done, reads: ['listEventWebhooks', 'listEventDeliveries'] });
