/**
 * Table of our assumptions about the provider. Each has a check that reads the provider account.
 * The button 'Comprobar la conexión', `npm run check-provider` and docs/provider.md use the table. Requests that
 * several checks have in common are sent once.
 */
import type { ProviderAssumptionCheckId } from '../../../contract/connection-check.ts';
import { connectionCheckReasonTexts as reasons } from '../../../labels/connection-check-es.ts';
import {
  findResponseFieldProblems,
  isEpochMilliseconds,
  isPlainObject,
  knownProviderEnumValues,
  splitFieldPath,
  findUnknownProviderFields,
  findUnknownFieldValues,
  readValuesAtPath,
  type ReadOnlyRetellEndpoint,
} from '../../../retell/account-shape.ts';
import { e164NumberPattern } from '../../../retell/wire-create-call.ts';
import type { IdempotencyKeySupport } from './provider.ts';
import { attemptMetadataKey } from './provider-requests.ts';
import {
  flattenProviderPageItems,
  type ProviderAccountUnderCheck,
  type ProviderJsonObject,
} from './checked-account.ts';

export type ProviderAssumptionCheckResult =
  | { readonly verdict: 'holds'; readonly reason: null }
  | { readonly verdict: 'differs' | 'unclear'; readonly reason: string };

interface AccountCheckRow {
  readonly check: ProviderAssumptionCheckId;
  /** Assumption about the provider, for docs/provider.md. labels/connection-check-es.ts has the Spanish text. */
  readonly assumes: string;
  /** Checks the assumption by reading the provider account. Throws ProviderAccountReadError if no answer comes. */
  readonly judge: (account: ProviderAccountUnderCheck) => Promise<ProviderAssumptionCheckResult>;
}

const holds: ProviderAssumptionCheckResult = { verdict: 'holds', reason: null };
const differs = (reason: string): ProviderAssumptionCheckResult => ({ verdict: 'differs', reason });
const unclear = (reason: string): ProviderAssumptionCheckResult => ({ verdict: 'unclear', reason });

const keyJudgements: Readonly<Record<IdempotencyKeySupport, ProviderAssumptionCheckResult>> = {
  honoured: holds,
  ignored: differs(reasons.keysIgnored),
  refused: differs(reasons.keysRefused),
  lost: differs(reasons.keysLost),
  untried: unclear(reasons.keysUntried),
};

export const providerAssumptionChecks: readonly AccountCheckRow[] = [
  {
    check: 'key',
    assumes: '`get-api-key-info` answers a good key with the name of its account',
    // Require the account's name in the response: a captive portal also answers requests, but without a valid name.
    judge: async (account) =>
      fieldsFit('getKeyInfo', [await account.ask('getKeyInfo')]).verdict === 'holds'
        ? holds
        : differs(reasons.notProvider),
  },
  {
    check: 'concurrency',
    assumes: '`get-concurrency` tells all lines and those in use; what is in use or reserved fits in them',
    async judge(account) {
      const answer = await account.concurrency();
      const {
        concurrency_limit: limit,
        concurrency_burst_limit: burst,
        current_concurrency: current,
        reserved_inbound_concurrency: reserved,
      } = answer;
      const fits = fieldsFit('getConcurrency', [answer]);
      if (fits.verdict !== 'holds') return fits;
      const most = Math.max(numberOf(limit) ?? 0, numberOf(burst) ?? 0);
      return (numberOf(current) ?? 0) > most || (numberOf(reserved) ?? 0) > (numberOf(limit) ?? 0)
        ? differs(reasons.fewerLines)
        : holds;
    },
  },
  {
    check: 'concurrency_burst',
    assumes: '`get-concurrency` tells whether and how far the account bursts',
    async judge(account) {
      const { concurrency_burst_enabled: enabled, concurrency_burst_limit: limit } = await account.concurrency();
      return typeof enabled === 'boolean' && typeof limit === 'number' ? holds : differs(reasons.noBurst);
    },
  },
  {
    check: 'numbers',
    assumes: 'numbers are E.164 and carry what we read of them',
    async judge(account) {
      const pages = await account.numberPages();
      const numbers = flattenProviderPageItems(pages);
      const fits = fieldsFit('listPhoneNumbers', pages);
      if (fits.verdict !== 'holds') return fits;
      if (numbers.length === 0) return unclear(reasons.noNumbers);
      return numbers.every(({ phone_number: number }) => typeof number === 'string' && e164NumberPattern.test(number))
        ? holds
        : differs(reasons.notE164);
    },
  },
  {
    check: 'numbers_paging',
    assumes: '`list-phone-numbers` pages by `limit` and `pagination_key`',
    judge: async (account) => pagesFollow(account, 'listPhoneNumbers', 'phone_number', await account.numberPages()),
  },
  {
    check: 'number_bindings',
    assumes: 'a number is bound to one agent, in one version, so that it decides who speaks',
    judge: bindingsDecide,
  },
  {
    check: 'agents',
    assumes: '`list-agents` has what we read of each agent',
    async judge(account) {
      const pages = await account.agentPages();
      return flattenProviderPageItems(pages).length === 0 ? unclear(reasons.noAgents) : fieldsFit('listAgents', pages);
    },
  },
  {
    check: 'agents_paging',
    assumes: '`list-agents` pages by `limit` and `pagination_key` in the query',
    judge: async (account) => pagesFollow(account, 'listAgents', 'agent_id', await account.agentPages()),
  },
  {
    check: 'agent_details',
    assumes: '`get-agent` has what we read of an agent',
    async judge(account) {
      const agents = await account.agents();
      return agents.length === 0 ? unclear(reasons.noAgents) : fieldsFit('getAgent', agents);
    },
  },
  {
    check: 'agent_versions',
    assumes: '`list-agent-versions` is newest first, and `latest_published` names a published version',
    judge: versionsHold,
  },
  {
    check: 'agent_words',
    assumes: 'channels, events, engines, kinds of analysis items and kinds of numbers are those that we know',
    async judge(account) {
      if ((await account.agents()).length === 0) return unclear(reasons.noAgents);
      await account.numberPages();
      return wordsKnown(account, ['listAgents', 'getAgent', 'listPhoneNumbers']);
    },
  },
  { check: 'webhook_addresses', assumes: "no agent's own webhook address leads elsewhere", judge: addressesLeadHere },
  {
    check: 'calls',
    assumes: '`list-calls` (v3) has what we read of a listed call',
    async judge(account) {
      const page = await account.newestPage();
      return flattenProviderPageItems([page]).length === 0 && fieldsFit('listCalls', [page]).verdict === 'holds'
        ? unclear(reasons.noCalls)
        : fieldsFit('listCalls', [page]);
    },
  },
  { check: 'calls_paging', assumes: '`list-calls` pages by `limit` and `pagination_key`', judge: callPagesFollow },
  { check: 'calls_order', assumes: '`list-calls` sorts by start, in either order', judge: callsAreSorted },
  {
    check: 'calls_by_time',
    assumes: '`list-calls` filters by start and end, from a moment, to a moment and between two',
    judge: callsFilterByTime,
  },
  {
    check: 'calls_by_metadata',
    assumes: '`list-calls` finds a call by a value of its metadata, and nothing for a value of nobody',
    judge: callsFilterByMetadata,
  },
  {
    check: 'call_kinds',
    assumes: '`get-call` answers the newest call of each kind; web calls have no direction and no numbers',
    judge: kindsHold,
  },
  {
    check: 'call_details',
    assumes: '`get-call` has what we read of a call',
    async judge(account) {
      const calls = await account.calls();
      return calls.length === 0 ? unclear(reasons.noCalls) : fieldsFit('getCall', calls);
    },
  },
  {
    check: 'call_statuses',
    assumes: '`call_status` is one that we know',
    judge: (account) => callWordsKnown(account, ['call_status']),
  },
  {
    check: 'call_reasons',
    assumes: '`disconnection_reason` is one that we know',
    judge: (account) => callWordsKnown(account, ['disconnection_reason']),
  },
  {
    check: 'call_words',
    assumes: 'kind, direction, mood, storage and speakers of a call are those that we know',
    judge: (account) =>
      callWordsKnown(
        account,
        Object.keys(knownProviderEnumValues.getCall ?? {}).filter(
          (path) => path !== 'call_status' && path !== 'disconnection_reason',
        ),
      ),
  },
  {
    check: 'call_times',
    assumes: 'start and end are ms since the epoch, `duration_ms` is ms, and they agree',
    judge: timesAgree,
  },
  {
    check: 'said_times',
    assumes: 'words have their times in seconds from the start of the call',
    judge: wordsHaveSeconds,
  },
  {
    check: 'call_costs',
    assumes: '`combined_cost` is in US cents and the sum of `product_costs`',
    judge: costsAreCents,
  },
  {
    check: 'unknown_fields',
    assumes: 'calls, lines and key have no field that we have never heard of',
    async judge(account) {
      await account.concurrency();
      const page = await account.newestPage();
      await account.calls();
      const unknown = (['getKeyInfo', 'getConcurrency', 'listCalls', 'getCall'] as const).flatMap((endpoint) =>
        findUnknownProviderFields(endpoint, account.answersOf(endpoint)),
      );
      if (unknown.length > 0) return differs(reasons.words([...new Set(unknown)]));
      return flattenProviderPageItems([page]).length === 0 ? unclear(reasons.noCalls) : holds;
    },
  },
  {
    check: 'order_keys',
    assumes:
      '`create-phone-call` makes no other call for an `idempotency_key` that comes again; reading does not show it',
    judge: async ({ orderKeys }) => keyJudgements[orderKeys],
  },
];

function fieldsFit(endpoint: ReadOnlyRetellEndpoint, answers: readonly unknown[]): ProviderAssumptionCheckResult {
  const { missing, mistyped } = findResponseFieldProblems(endpoint, answers);
  if (missing.length === 0 && mistyped.length === 0) return holds;
  return differs(
    reasons.fields(
      missing,
      mistyped.map(({ field, kind }) => `${field} (${kind})`),
    ),
  );
}

function wordsKnown(
  account: ProviderAccountUnderCheck,
  endpoints: readonly ReadOnlyRetellEndpoint[],
): ProviderAssumptionCheckResult {
  const unknown = endpoints.flatMap((endpoint) =>
    Object.keys(knownProviderEnumValues[endpoint] ?? {}).flatMap((path) =>
      findUnknownFieldValues(endpoint, path, account.answersOf(endpoint)).map((word) => `${path}=${word}`),
    ),
  );
  return unknown.length > 0 ? differs(reasons.words(unknown)) : holds;
}

async function callWordsKnown(
  account: ProviderAccountUnderCheck,
  paths: readonly string[],
): Promise<ProviderAssumptionCheckResult> {
  const page = await account.newestPage();
  const whole = await account.calls();
  if (flattenProviderPageItems([page]).length === 0) return unclear(reasons.noCalls);
  const unknown = paths.flatMap((path) => [
    ...findUnknownFieldValues('listCalls', `items[].${path}`, [page]).map((word) => `${path}=${word}`),
    ...findUnknownFieldValues('getCall', path, whole).map((word) => `${path}=${word}`),
  ]);
  return unknown.length > 0 ? differs(reasons.words([...new Set(unknown)])) : holds;
}

/**
 * Checks the paging of a provider's list. Two pages with one item each must equal the first two items of the list read
 * in large pages.
 */
async function pagesFollow(
  account: ProviderAccountUnderCheck,
  endpoint: 'listAgents' | 'listPhoneNumbers',
  id: string,
  pages: readonly ProviderJsonObject[],
): Promise<ProviderAssumptionCheckResult> {
  const all = flattenProviderPageItems(pages).map((item) => item[id]);
  if (all.length < 2) return unclear(reasons.tooFew);
  const first = await account.ask(endpoint, { query: { limit: 1 } });
  const follows = nextKeyOf(first, 1);
  if (typeof follows !== 'string') return follows;
  const second = await account.ask(endpoint, { query: { limit: 1, pagination_key: follows } });
  const read = flattenProviderPageItems([first, second]).map((item) => item[id]);
  return read.length === 2 && read.every((each, index) => each === all[index]) ? holds : differs(reasons.pagesDisagree);
}

/**
 * Returns the pagination key with which to request the page after `page`. Returns the verdict 'differs' if `page` has
 * too many items, or does not announce a further page, or lacks the key.
 */
function nextKeyOf(page: ProviderJsonObject, limit: number): string | ProviderAssumptionCheckResult {
  if (flattenProviderPageItems([page]).length > limit) return differs(reasons.limitIgnored);
  if (page['has_more'] !== true) return differs(reasons.noMore);
  const { pagination_key: key } = page;
  return typeof key === 'string' && key !== '' ? key : differs(reasons.noPaginationKey);
}

async function bindingsDecide(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const bound = flattenProviderPageItems(await account.numberPages()).map(({ outbound_agents: agents }) =>
    Array.isArray(agents) ? agents.filter(isPlainObject) : [],
  );
  if (bound.every((agents) => agents.length === 0)) return unclear(reasons.noBindings);
  const agentPages = await account.agentPages();
  const known = new Set(flattenProviderPageItems(agentPages).map(({ agent_id: id }) => id));
  if (bound.flat().some(({ weight }) => typeof weight === 'number' && (weight < 0 || weight > 1)))
    return differs(reasons.weights);
  const isUnknown = bound.flat().some(({ agent_id: id }) => !known.has(id));
  if (isUnknown)
    return agentPages.at(-1)?.['has_more'] === true ? unclear(reasons.notAllAgents) : differs(reasons.unknownBound);
  const isDecided = (agents: readonly ProviderJsonObject[]): boolean =>
    new Set(
      agents
        .filter(({ weight }) => weight !== 0)
        .map(({ agent_id: id, agent_version: version }) => JSON.stringify([id, version])),
    ).size <= 1;
  return bound.every(isDecided) ? holds : differs(reasons.manyBound);
}

async function versionsHold(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const agents = await account.agents();
  if (agents.length === 0) return unclear(reasons.noAgents);
  const lists: ProviderJsonObject[] = [];
  for (const { agent_id: id } of agents.slice(0, 3))
    lists.push(
      await account.ask('listAgentVersions', { id: String(id), query: { limit: 50, sort_order: 'descending' } }),
    );
  const fits = fieldsFit('listAgentVersions', lists);
  if (fits.verdict !== 'holds') return fits;
  const isSorted = lists.every((page) =>
    isOrdered(
      flattenProviderPageItems([page]).map(({ version }) => numberOf(version) ?? 0),
      'descending',
    ),
  );
  if (!isSorted) return differs(reasons.versionsOrder);
  const published = agents
    .slice(0, 3)
    .filter((_agent, index) =>
      flattenProviderPageItems([lists[index] ?? {}]).some(({ is_published: is }) => is === true),
    );
  if (published.length === 0) return unclear(reasons.neverPublished);
  for (const { agent_id: id } of published) {
    const { is_published: is } = await account.ask('getAgent', {
      id: String(id),
      query: { version: 'latest_published' },
    });
    if (is !== true) return differs(reasons.latestPublished);
  }
  return holds;
}

async function addressesLeadHere(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const agents = await account.agents();
  if (agents.length === 0) return unclear(reasons.noAgents);
  const own: string[] = [];
  for (const newest of agents) {
    // Check the agent's last published version, because calls use that version. If the newest version is 0, the agent
    // has no other version, so nothing more is requested.
    const live = newest['version'] === 0 ? newest : await account.published(newest);
    const { webhook_url: url } = live;
    if (typeof url === 'string' && url !== '') own.push(url);
  }
  if (account.isOwnAddress && own.some((url) => !account.isOwnAddress?.(url))) return differs(reasons.elsewhere);
  if (!account.isOwnAddress && own.length > 0) return unclear(reasons.addressUnknown);
  return (await account.hasMoreAgents()) ? unclear(reasons.notAllAgents) : holds;
}

/**
 * Returns the account's newest calls, sorted by start time from newest to oldest. Calls without a start time are
 * omitted.
 */
async function started(
  account: ProviderAccountUnderCheck,
): Promise<readonly { readonly id: unknown; readonly start: number; readonly call: ProviderJsonObject }[]> {
  const calls = flattenProviderPageItems([await account.newestPage()]).flatMap((call) => {
    const { call_id: id, start_timestamp: start } = call;
    return typeof start === 'number' && isEpochMilliseconds(start) ? [{ id, start, call }] : [];
  });
  return calls.toSorted((left, right) => right.start - left.start);
}

async function callPagesFollow(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const calls = await started(account);
  const [newest] = calls;
  if (flattenProviderPageItems([await account.newestPage()]).length === 0) return unclear(reasons.noCalls);
  if (newest === undefined || calls.length < 2) return unclear(reasons.tooFew);
  const limit = calls.length >= 4 ? 2 : 1;
  // Exclude calls that start while this check runs. Otherwise the pages would come from different lists of calls.
  const until = {
    filter_criteria: { start_timestamp: { type: 'number', op: 'le', value: newest.start } },
    sort_order: 'descending',
  };
  const first = await account.ask('listCalls', { body: { ...until, limit } });
  const key = nextKeyOf(first, limit);
  if (typeof key !== 'string') return key;
  const second = await account.ask('listCalls', { body: { ...until, limit, pagination_key: key } });
  const whole = await account.ask('listCalls', { body: { ...until, limit: limit * 2 } });
  const ids = (pages: readonly ProviderJsonObject[]): string =>
    JSON.stringify(flattenProviderPageItems(pages).map(({ call_id: id }) => id));
  return ids([first, second]) === ids([whole]) ? holds : differs(reasons.pagesDisagree);
}

async function callsAreSorted(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const page = await account.newestPage();
  const newest = readValuesAtPath(page, splitFieldPath('items[].start_timestamp')).filter(
    (start) => typeof start === 'number',
  );
  if (flattenProviderPageItems([page]).length === 0) return unclear(reasons.noCalls);
  const oldestPage = await account.ask('listCalls', { body: { sort_order: 'ascending', limit: 20 } });
  const oldest = readValuesAtPath(oldestPage, splitFieldPath('items[].start_timestamp')).filter(
    (start) => typeof start === 'number',
  );
  if (new Set(newest).size < 2 || new Set(oldest).size < 2) return unclear(reasons.tooFewStarts);
  if (!isOrdered(newest, 'descending')) return differs(reasons.orderDescending);
  return isOrdered(oldest, 'ascending') ? holds : differs(reasons.orderAscending);
}

async function callsFilterByTime(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const calls = await started(account);
  if (flattenProviderPageItems([await account.newestPage()]).length === 0) return unclear(reasons.noCalls);
  if (new Set(calls.map(({ start }) => start)).size < 2) return unclear(reasons.tooFewStarts);
  const [newest, middle] = [calls[0], calls[Math.floor((calls.length - 1) / 2)]];
  if (newest === undefined || middle === undefined) return unclear(reasons.tooFewStarts);
  const ended = numberOf(middle.call['end_timestamp']);
  const end = ended !== null && isEpochMilliseconds(ended) ? ended : null;
  // Choose the sort order so that calls outside the filter would come first. Then the check notices a provider that
  // ignores the filter.
  const tries = [
    {
      field: 'start_timestamp',
      op: 'ge',
      filter: { type: 'number', op: 'ge', value: middle.start },
      order: 'ascending',
    },
    {
      field: 'start_timestamp',
      op: 'le',
      filter: { type: 'number', op: 'le', value: middle.start },
      order: 'descending',
    },
    {
      field: 'start_timestamp',
      op: 'bt',
      filter: { type: 'range', op: 'bt', value: [middle.start, newest.start] },
      order: 'ascending',
    },
    ...(end === null
      ? []
      : [{ field: 'end_timestamp', op: 'ge', filter: { type: 'number', op: 'ge', value: end }, order: 'ascending' }]),
  ];
  for (const { field, op, filter, order } of tries) {
    const page = await account.ask('listCalls', {
      body: { filter_criteria: { [field]: filter }, sort_order: order, limit: 50 },
    });
    const from = field === 'end_timestamp' ? (end ?? 0) : op === 'le' ? -Infinity : middle.start;
    const to = op === 'le' ? middle.start : op === 'bt' ? newest.start : Infinity;
    const times = flattenProviderPageItems([page]).map((call) => numberOf(call[field]));
    if (times.some((time) => time === null || time < from || time > to))
      return differs(reasons.filterIgnored(`${field} ${op}`));
    const isFull = page['has_more'] === true;
    if (!isFull && !flattenProviderPageItems([page]).some(({ call_id: id }) => id === middle.id))
      return differs(reasons.filterLoses(`${field} ${op}`));
  }
  return holds;
}

/**
 * An id that no call's metadata contain, because a campaign's attempt never has the nil UUID. A search for it must find
 * no call.
 */
const nobodysValue = '00000000-0000-0000-0000-000000000000';

async function callsFilterByMetadata(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const calls = flattenProviderPageItems([await account.newestPage()]);
  if (calls.length === 0) return unclear(reasons.noCalls);
  const search = (key: string, value: string): Promise<ProviderJsonObject> =>
    account.ask('listCalls', {
      body: {
        filter_criteria: { metadata: [{ type: 'string', op: 'eq', key, value }] },
        sort_order: 'descending',
        limit: 50,
      },
    });
  if (flattenProviderPageItems([await search(attemptMetadataKey, nobodysValue)]).length > 0)
    return differs(reasons.filterIgnored('metadata'));
  const tagged = calls.flatMap(({ call_id: id, metadata }) =>
    isPlainObject(metadata) ? Object.entries(metadata).map(([key, value]) => ({ id, key, value })) : [],
  );
  const wanted =
    tagged.find(({ key, value }) => key === attemptMetadataKey && typeof value === 'string') ??
    tagged.find(({ value }) => typeof value === 'string' && value !== '');
  if (wanted === undefined) return unclear(reasons.noMetadata);
  const page = await search(wanted.key, String(wanted.value));
  const found = flattenProviderPageItems([page]);
  if (!found.every(({ metadata }) => isPlainObject(metadata) && metadata[wanted.key] === wanted.value))
    return differs(reasons.filterIgnored('metadata'));
  return found.some(({ call_id: id }) => id === wanted.id) || page['has_more'] === true
    ? holds
    : differs(reasons.filterLoses('metadata'));
}

async function kindsHold(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const asked = await account.callsAsked();
  if (asked.length === 0) return unclear(reasons.noCalls);
  for (const { id, call } of asked) {
    const { call_id: own, call_type: type, direction, from_number: from, to_number: to } = call;
    if (own !== id) return differs(reasons.anotherCall);
    if (type === 'phone_call' && [direction, from, to].some((end) => typeof end !== 'string'))
      return differs(reasons.phoneWithoutEnds);
    if (type === 'web_call' && [direction, from, to].some((end) => typeof end === 'string'))
      return differs(reasons.webWithNumbers);
  }
  return holds;
}

const toleranceMs = 2_000;

async function timesAgree(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const calls = [...flattenProviderPageItems([await account.newestPage()]), ...(await account.calls())];
  for (const field of ['start_timestamp', 'end_timestamp'] as const) {
    const times = calls.map((call) => numberOf(call[field])).filter((time) => time !== null);
    if (times.some((time) => isEpochMilliseconds(time * 1_000))) return differs(reasons.seconds(field));
    if (times.some((time) => !isEpochMilliseconds(time))) return differs(reasons.odd(field));
  }
  const timed = calls.flatMap(({ start_timestamp: start, end_timestamp: end, duration_ms: duration }) => {
    const [from, to, lasted] = [numberOf(start), numberOf(end), numberOf(duration)];
    return from === null || to === null ? [] : [{ span: to - from, lasted }];
  });
  if (timed.some(({ span }) => span < 0)) return differs(reasons.endsBefore);
  // Skip calls of a few seconds, because they don't show whether `duration_ms` is in seconds or milliseconds.
  const measured = timed.flatMap(({ span, lasted }) => (lasted !== null && span >= 5_000 ? [{ span, lasted }] : []));
  if (measured.length === 0) return unclear(timed.length === 0 ? reasons.noTimes : reasons.tooFew);
  const isApart = (factor: number) =>
    measured.filter(({ span, lasted }) => Math.abs(span - lasted * factor) > Math.max(toleranceMs, span / 10)).length >
    measured.length / 5;
  if (!isApart(1)) return holds;
  return differs(isApart(1_000) ? reasons.durationApart : reasons.seconds('duration_ms'));
}

async function wordsHaveSeconds(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  let isKnown = false;
  for (const call of await account.calls()) {
    const ends = readValuesAtPath(call, splitFieldPath('transcript_object[].words[].end')).filter(
      (end) => typeof end === 'number',
    );
    const { start_timestamp: start, end_timestamp: end } = call;
    if (
      ends.length === 0 ||
      typeof start !== 'number' ||
      typeof end !== 'number' ||
      !isEpochMilliseconds(start) ||
      !isEpochMilliseconds(end)
    )
      continue;
    isKnown = true;
    if (Math.max(...ends) > ((end - start) / 1_000) * 1.5 + 30) return differs(reasons.saidMilliseconds);
  }
  return isKnown ? holds : unclear(reasons.noWords);
}

/** Lower bound in US cents for a call's cost per minute. Even the provider's cheapest minute costs several cents. */
const fewestCentsAMinute = 1;

async function costsAreCents(account: ProviderAccountUnderCheck): Promise<ProviderAssumptionCheckResult> {
  const costs = [...flattenProviderPageItems([await account.newestPage()]), ...(await account.calls())].flatMap(
    ({ call_cost: cost, duration_ms: duration }) => {
      const sum = isPlainObject(cost) ? numberOf(cost['combined_cost']) : null;
      const parts = readValuesAtPath(cost, splitFieldPath('product_costs[].cost')).filter(
        (part) => typeof part === 'number',
      );
      return sum === null || sum === 0 ? [] : [{ sum, parts, minutes: (numberOf(duration) ?? 0) / 60_000 }];
    },
  );
  if (costs.length === 0) return unclear(reasons.noCosts);
  const isApart = ({ sum, parts }: (typeof costs)[number]): boolean =>
    parts.length > 0 && Math.abs(sum - parts.reduce((all, part) => all + part, 0)) > Math.max(0.1, sum / 10);
  const long = costs.filter(({ minutes }) => minutes >= 0.5);
  if (long.length > 0 && long.every(({ sum, minutes }) => sum / minutes < fewestCentsAMinute))
    return differs(reasons.dollars);
  return costs.filter(isApart).length > costs.length / 5 ? differs(reasons.sumApart) : holds;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function isOrdered(values: readonly number[], order: 'ascending' | 'descending'): boolean {
  return values.every(
    (value, index) =>
      index === 0 ||
      (order === 'ascending' ? value >= (values[index - 1] ?? value) : value <= (values[index - 1] ?? value)),
  );
}
