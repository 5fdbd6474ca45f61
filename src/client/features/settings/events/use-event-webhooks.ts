/** The receivers of events: what is read of them, what an admin does to one, and what is read anew afterwards. */
import { useApiQuery } from '../../../api/queries.ts';
import { useChange } from '../use-change.ts';

const often = { refetchInterval: 5_000 } as const;
export const useEventWebhooks = () => useApiQuery('listEventWebhooks', {}, often);
export const useEventDeliveries = (id: string) => useApiQuery('listEventDeliveries', { params: { id } }, often);

/** `mutate(input)`: `done` says what came of it. */
export const useEventChange = <T, R>(change: (input: T) => Promise<R>, failed: string, done: (result: R) => string) =>
  useChange({ change, failed, done, reads: ['listEventWebhooks', 'listEventDeliveries'] });
