/** Reads a provider account's data for the check of its connection. Data that several checks need are read once. */
import { isPlainObject, type ReadOnlyRetellEndpoint } from '../../../retell/account-shape.ts';
import {
  ProviderAccountReadError,
  type ProviderAccountReader,
  type ProviderAccountReadRequest,
} from './account-reader.ts';
import type { ProviderAccountCheckOptions, IdempotencyKeySupport } from './provider.ts';

export type ProviderJsonObject = Readonly<Record<string, unknown>>;

export interface ProviderAccountUnderCheck {
  /** Throws ProviderAccountReadError. */
  ask(endpoint: ReadOnlyRetellEndpoint, question?: ProviderAccountReadRequest): Promise<ProviderJsonObject>;
  answersOf(endpoint: ReadOnlyRetellEndpoint): readonly unknown[];
  concurrency(): Promise<ProviderJsonObject>;
  numberPages(): Promise<readonly ProviderJsonObject[]>;
  agentPages(): Promise<readonly ProviderJsonObject[]>;
  /** Returns up to 20 voice agents of the account with all fields, each in its newest version. */
  agents(): Promise<readonly ProviderJsonObject[]>;
  hasMoreAgents(): Promise<boolean>;
  /** Returns the agent's last published version, or `agent` unchanged if no version is published. */
  published(agent: ProviderJsonObject): Promise<ProviderJsonObject>;
  /**
   * Returns a page of the provider's call list with the account's newest calls. The list omits some fields of a call.
   */
  newestPage(): Promise<ProviderJsonObject>;
  /**
   * Returns sample calls with all fields: one of each kind (outbound, inbound, web), one of each status, and one with a
   * recording.
   */
  callsAsked(): Promise<readonly { readonly id: string; readonly call: ProviderJsonObject }[]>;
  calls(): Promise<readonly ProviderJsonObject[]>;
  /**
   * Checks whether a webhook URL belongs to this console. The function is undefined if this console's own URL is
   * unknown.
   */
  readonly isOwnAddress: ((url: string) => boolean) | undefined;
  readonly orderKeys: IdempotencyKeySupport;
}

const mostPages = 5;
const pageLimit = 100;
const mostAgents = 20;
const newestLimit = 50;

export function createProviderAccountUnderCheck(
  reader: ProviderAccountReader,
  { isOwnAddress, orderKeys = 'untried' }: Pick<ProviderAccountCheckOptions, 'isOwnAddress' | 'orderKeys'>,
): ProviderAccountUnderCheck {
  async function ask(
    endpoint: ReadOnlyRetellEndpoint,
    question?: ProviderAccountReadRequest,
  ): Promise<ProviderJsonObject> {
    const answer = await reader.ask(endpoint, question);
    if (!isPlainObject(answer)) throw new ProviderAccountReadError('unreadable', endpoint);
    return answer;
  }

  async function pages(endpoint: 'listPhoneNumbers' | 'listAgents'): Promise<readonly ProviderJsonObject[]> {
    const all: ProviderJsonObject[] = [];
    let key: unknown;
    do {
      const page = await ask(endpoint, {
        query: { limit: pageLimit, ...(typeof key === 'string' ? { pagination_key: key } : {}) },
      });
      all.push(page);
      key = page['has_more'] === true ? page['pagination_key'] : undefined;
    } while (typeof key === 'string' && key !== '' && all.length < mostPages);
    return all;
  }

  const newestPage = () => ask('listCalls', { body: { sort_order: 'descending', limit: newestLimit } });
  const voiceAgents = async () =>
    flattenProviderPageItems(await pages('listAgents')).filter(({ channel }) => channel !== 'chat');

  /**
   * Returns a list with the newest call that matches a filter. The list is empty if there is no such call or the
   * provider refuses the filter.
   */
  async function newestOf(filter: Readonly<Record<string, unknown>>): Promise<readonly ProviderJsonObject[]> {
    try {
      return flattenProviderPageItems([
        await ask('listCalls', { body: { filter_criteria: filter, sort_order: 'descending', limit: 1 } }),
      ]);
    } catch (error) {
      if (error instanceof ProviderAccountReadError && error.kind === 'refused') return [];
      throw error;
    }
  }

  async function callsAsked(): Promise<readonly { readonly id: string; readonly call: ProviderJsonObject }[]> {
    const newest = flattenProviderPageItems([await newestPage()]);
    if (newest.length === 0) return [];
    const kinds = [
      { field: 'direction', value: 'outbound' },
      { field: 'direction', value: 'inbound' },
      { field: 'call_type', value: 'web_call' },
    ] as const;
    const picked: ProviderJsonObject[] = [];
    for (const { field, value } of kinds) {
      const ofKind = newest.filter((call) => call[field] === value);
      // A finished call shows more.
      const found =
        ofKind.find(isOver) ??
        ofKind[0] ??
        (await newestOf({ [field]: { type: 'enum', op: 'in', value: [value] } }))[0];
      if (found) picked.push(found);
    }
    for (const status of new Set(newest.map(({ call_status: status }) => status))) {
      const found = newest.find((call) => call['call_status'] === status);
      if (found) picked.push(found);
    }
    const talked = newest.find(
      ({ recording_url: recording, duration_ms: duration }) =>
        typeof recording === 'string' && typeof duration === 'number' && duration > 10_000,
    );
    const ids = new Set(
      [...picked, ...(talked ? [talked] : [])].map(({ call_id: id }) => id).filter((id) => typeof id === 'string'),
    );
    const asked = [];
    for (const id of ids) asked.push({ id, call: await ask('getCall', { id }) });
    return asked;
  }

  return {
    ask,
    answersOf: (endpoint) => reader.answersOf(endpoint),
    concurrency: () => ask('getConcurrency'),
    numberPages: () => pages('listPhoneNumbers'),
    agentPages: () => pages('listAgents'),
    async agents() {
      const agents = [];
      for (const { agent_id: id } of (await voiceAgents()).slice(0, mostAgents)) {
        if (typeof id === 'string') agents.push(await ask('getAgent', { id }));
      }
      return agents;
    },
    hasMoreAgents: async () => (await voiceAgents()).length > mostAgents,
    async published(agent) {
      try {
        return await ask('getAgent', { id: String(agent['agent_id']), query: { version: 'latest_published' } });
      } catch (error) {
        // Use `agent` itself if it has no published version (status 404 or 422), or if the provider does not know
        // 'latest_published' (status 400).
        if (error instanceof ProviderAccountReadError && [400, 404, 422].includes(error.status ?? 0)) return agent;
        throw error;
      }
    },
    newestPage,
    callsAsked,
    calls: async () => (await callsAsked()).map(({ call }) => call),
    isOwnAddress,
    orderKeys,
  };
}

/** The items of all pages. */
export function flattenProviderPageItems(pages: readonly ProviderJsonObject[]): readonly ProviderJsonObject[] {
  return pages.flatMap(({ items }) => (Array.isArray(items) ? items.filter(isPlainObject) : []));
}

function isOver({ call_status: status }: ProviderJsonObject): boolean {
  return status === 'ended' || status === 'error' || status === 'not_connected';
}
