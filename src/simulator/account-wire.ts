// The simulated provider's responses about the account of an API key: its owner and its number of lines.
import type { SimulatedAccount } from './account.ts';

export interface SimulatedKeyInfo {
  org_name: string;
  api_key_name: string | null;
}

export interface SimulatedConcurrency {
  current_concurrency: number;
  concurrency_limit: number;
  base_concurrency: number;
  purchased_concurrency: number;
  concurrency_purchase_limit: number;
  remaining_purchase_limit: number;
  reserved_inbound_concurrency: number;
  concurrency_burst_enabled: boolean;
  concurrency_burst_limit: number;
}

const baseLines = 20;
const purchaseLimit = 1_000;

export function buildSimulatedApiKeyInfoResponse(account: SimulatedAccount): SimulatedKeyInfo {
  return { org_name: account.orgName, api_key_name: 'Principal' };
}

export function buildSimulatedConcurrencyResponse(account: SimulatedAccount): SimulatedConcurrency {
  const purchased = Math.max(0, account.concurrencyLimit - baseLines);
  return {
    current_concurrency: account.live.size,
    concurrency_limit: account.concurrencyLimit,
    base_concurrency: baseLines,
    purchased_concurrency: purchased,
    concurrency_purchase_limit: purchaseLimit,
    remaining_purchase_limit: Math.max(0, purchaseLimit - purchased),
    reserved_inbound_concurrency: account.reservedInbound,
    concurrency_burst_enabled: account.isBurstEnabled,
    concurrency_burst_limit: burstLimitOf(account),
  };
}

/** The maximum number of calls at once. */
export function getSimulatedMaxConcurrentCalls(account: SimulatedAccount): number {
  return Math.max(account.concurrencyLimit, burstLimitOf(account));
}

/**
 * True if the simulated account may place another outbound call. Concurrency reserved for inbound calls is not
 * available for this.
 */
export function hasSimulatedFreeOutboundLine(account: SimulatedAccount): boolean {
  const outbound = [...account.live].filter(({ kind }) => kind !== 'inbound').length;
  const most = getSimulatedMaxConcurrentCalls(account);
  return account.live.size < most && outbound < most - account.reservedInbound;
}

/**
 * Returns the account's maximum number of simultaneous calls in burst mode, which allows it to exceed its concurrency
 * limit. The formula is from the provider's documentation. 0 if burst mode is off.
 */
function burstLimitOf({ concurrencyLimit: limit, isBurstEnabled }: SimulatedAccount): number {
  return isBurstEnabled ? Math.min(3 * limit, limit + 300) : 0;
}
