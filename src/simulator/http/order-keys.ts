// Simulates the provider's idempotency keys for create-phone-call. Depending on the account, a key is honoured, ignored
// or forgotten after an error, or some repeated requests are refused.
import type { CreatePhoneCallRequest } from '../../retell/index.ts';
import type { SimulatedAccount } from '../account.ts';
import { SimulatedProviderRefusal } from './refusals.ts';

interface KnownOrder<T> {
  readonly body: string;
  readonly accepted: Promise<T>;
  isUnderWay: boolean;
}

/** Time in ms for which the simulator stores an idempotency key. It equals the time that the provider documents. */
const rememberedMs = 3_600_000;

export function createSimulatedIdempotencyKeyStore<T>() {
  const ordersOf = new WeakMap<SimulatedAccount, Map<string, KnownOrder<T>>>();

  function remember(orders: Map<string, KnownOrder<T>>, key: string, order: KnownOrder<T>): void {
    orders.set(key, order);
    const forget = (): void => {
      if (orders.get(key) === order) orders.delete(key);
    };
    order.accepted.then(
      () => (order.isUnderWay = false),
      // Forget the idempotency key after a refusal, so that a retry with it is accepted as a new request.
      forget,
    );
    setTimeout(forget, rememberedMs).unref();
  }

  return {
    /**
     * Accepts one request for each idempotency key, unless the simulated account ignores keys. @throws
     * {SimulatedProviderRefusal} if a repeated key is refused, and errors of `accept`.
     */
    async acceptOnce(account: SimulatedAccount, request: CreatePhoneCallRequest, accept: () => Promise<T>): Promise<T> {
      const key = request.idempotency_key;
      if (key === undefined || account.orderKeys === 'ignored') return accept();
      const orders = ordersOf.get(account) ?? new Map<string, KnownOrder<T>>();
      ordersOf.set(account, orders);
      const body = JSON.stringify(request);
      const known = orders.get(key);
      if (!known) {
        const accepted = accept();
        remember(orders, key, { body, accepted, isUnderWay: true });
        return accepted;
      }
      if (account.orderKeys === 'conflict' && known.isUnderWay)
        throw new SimulatedProviderRefusal(409, 'A request with this idempotency key is in progress.');
      if (account.orderKeys === 'compared' && known.body !== body)
        throw new SimulatedProviderRefusal(422, 'The idempotency key was used with another request.');
      return known.accepted;
    },
    /**
     * Must be called if a create-phone-call request placed a call but got a 5xx response. Some simulated accounts then
     * forget the idempotency key.
     */
    failed(account: SimulatedAccount, { idempotency_key: key }: CreatePhoneCallRequest): void {
      if (account.orderKeys === 'freed' && key !== undefined) ordersOf.get(account)?.delete(key);
    },
  };
}
