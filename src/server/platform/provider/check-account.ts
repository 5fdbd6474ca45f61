/** Runs an account's connection checks in order, and makes an anonymous report of the data read. */
import { providerAssumptionTexts, connectionCheckReasonTexts as reasons } from '../../../labels/connection-check-es.ts';
import type { ConnectionCheckResult } from '../../../contract/connection-check.ts';
import { readOnlyRetellEndpoints, computeResponseShape } from '../../../retell/account-shape.ts';
import { providerAssumptionChecks, type ProviderAssumptionCheckResult } from './account-checks.ts';
import {
  createProviderAccountReader,
  getProviderDocumentationEndpointName,
  ProviderAccountReadError,
  type ProviderAccountReaderOptions,
} from './account-reader.ts';
import { createProviderAccountUnderCheck, type ProviderAccountUnderCheck } from './checked-account.ts';
import type { ProviderAccountCheckResult, ProviderAccountCheckOptions } from './provider.ts';

export type ProviderAccountCheckAndReaderOptions = ProviderAccountReaderOptions & ProviderAccountCheckOptions;

/**
 * Checks our assumptions about an account, only by reading. Throws ProviderAccountReadError if the provider is
 * unreachable.
 */
export async function checkProviderAccount(
  options: ProviderAccountCheckAndReaderOptions,
): Promise<ProviderAccountCheckResult> {
  const reader = createProviderAccountReader(options);
  const account = createProviderAccountUnderCheck(reader, options);
  const rows: ConnectionCheckResult[] = [];
  let isKeyRefused = false;
  for (const { check, judge } of providerAssumptionChecks) {
    const judgement: ProviderAssumptionCheckResult = isKeyRefused
      ? { verdict: 'unclear', reason: reasons.noKey }
      : check === 'key'
        ? await judgeKey(account, judge)
        : await judged(account, judge);
    isKeyRefused ||= judgement.reason === reasons.keyRejected || judgement.reason === reasons.notProvider;
    rows.push({ check, text: providerAssumptionTexts[check], ...judgement });
  }
  // If the key is refused, the responses may come from a service other than the provider, so the report omits them.
  const answered = isKeyRefused
    ? []
    : readOnlyRetellEndpoints.filter((endpoint) => reader.answersOf(endpoint).length > 0);
  return {
    rows,
    report: {
      format: 'vocero-account-report',
      version: 1,
      checks: rows.map(({ check, verdict, reason }) => ({ check, verdict, reason })),
      shapes: Object.fromEntries(
        answered.map((endpoint) => [endpoint, computeResponseShape(endpoint, reader.answersOf(endpoint))]),
      ),
    },
  };
}

type Judge = (account: ProviderAccountUnderCheck) => Promise<ProviderAssumptionCheckResult>;

async function judgeKey(account: ProviderAccountUnderCheck, judge: Judge): Promise<ProviderAssumptionCheckResult> {
  try {
    return await judge(account);
  } catch (error) {
    if (!(error instanceof ProviderAccountReadError)) throw error;
    if (error.status === 401 || error.status === 403) return { verdict: 'differs', reason: reasons.keyRejected };
    // Rethrow the error if the provider is unreachable or overloaded: the check of the account then has no result.
    if (error.kind === 'silent' || error.kind === 'spent' || error.status === 429 || (error.status ?? 0) >= 500)
      throw error;
    return { verdict: 'differs', reason: reasons.notProvider };
  }
}

async function judged(account: ProviderAccountUnderCheck, judge: Judge): Promise<ProviderAssumptionCheckResult> {
  try {
    return await judge(account);
  } catch (error) {
    if (!(error instanceof ProviderAccountReadError)) throw error;
    const { kind, status } = error;
    const endpoint = getProviderDocumentationEndpointName(error.endpoint);
    if (kind === 'spent') return { verdict: 'unclear', reason: reasons.notAsked };
    if (kind === 'silent') return { verdict: 'unclear', reason: reasons.silent(endpoint) };
    if (kind === 'unreadable') return { verdict: 'differs', reason: reasons.unreadable(endpoint) };
    if (status === 401 || status === 403) return { verdict: 'unclear', reason: reasons.forbidden(endpoint) };
    const isLater = status === 408 || status === 429 || (status ?? 500) >= 500;
    return { verdict: isLater ? 'unclear' : 'differs', reason: reasons.answered(endpoint, status ?? 0) };
  }
}
