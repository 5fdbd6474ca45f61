/** Runs an account's connection checks in order, and makes an anonymous report of the data read. */
import { assumptionTexts, checkReasons as reasons } from '../../../labels/connection-check-es.ts';
import type { ConnectionCheckResult } from '../../../contract/connection-check.ts';
import { readOnlyEndpoints, answerShapeOf } from '../../../retell/account-shape.ts';
import { accountChecks, type CheckJudgement } from './account-checks.ts';
import { createAccountReader, documentedEndpointName, ReadFailure, type ReaderOptions } from './account-reader.ts';
import { createCheckedAccount, type CheckedAccount } from './checked-account.ts';
import type { AccountCheck, AccountCheckOptions } from './provider.ts';

export type CheckOptions = ReaderOptions & AccountCheckOptions;

/** Checks our assumptions about an account, only by reading. Throws ReadFailure if the provider is unreachable. */
export async function checkAccount(options: CheckOptions): Promise<AccountCheck> {
  const reader = createAccountReader(options);
  const account = createCheckedAccount(reader, options);
  const rows: ConnectionCheckResult[] = [];
  let isKeyRefused = false;
  for (const { check, judge } of accountChecks) {
    const judgement: CheckJudgement = isKeyRefused
      ? { verdict: 'unclear', reason: reasons.noKey }
      : check === 'key'
        ? await judgeKey(account, judge)
        : await judged(account, judge);
    isKeyRefused ||= judgement.reason === reasons.keyRejected || judgement.reason === reasons.notProvider;
    rows.push({ check, text: assumptionTexts[check], ...judgement });
  }
  // If the key is refused, the responses may come from another service, so the report omits them.
  const answered = isKeyRefused ? [] : readOnlyEndpoints.filter((endpoint) => reader.answersOf(endpoint).length > 0);
  return {
    rows,
    report: {
      format: 'vocero-account-report',
      version: 1,
      checks: rows.map(({ check, verdict, reason }) => ({ check, verdict, reason })),
      shapes: Object.fromEntries(
        answered.map((endpoint) => [endpoint, answerShapeOf(endpoint, reader.answersOf(endpoint))]),
      ),
    },
  };
}

type Judge = (account: CheckedAccount) => Promise<CheckJudgement>;

async function judgeKey(account: CheckedAccount, judge: Judge): Promise<CheckJudgement> {
  try {
    return await judge(account);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    if (error.status === 401 || error.status === 403) return { verdict: 'differs', reason: reasons.keyRejected };
    // Rethrow if the provider is unreachable or overloaded, because that says nothing about the account.
    if (error.kind === 'silent' || error.kind === 'spent' || error.status === 429 || (error.status ?? 0) >= 500)
      throw error;
    return { verdict: 'differs', reason: reasons.notProvider };
  }
}

async function judged(account: CheckedAccount, judge: Judge): Promise<CheckJudgement> {
  try {
    return await judge(account);
  } catch (error) {
    if (!(error instanceof ReadFailure)) throw error;
    const { kind, status } = error;
    const endpoint = documentedEndpointName(error.endpoint);
    if (kind === 'spent') return { verdict: 'unclear', reason: reasons.notAsked };
    if (kind === 'silent') return { verdict: 'unclear', reason: reasons.silent(endpoint) };
    if (kind === 'unreadable') return { verdict: 'differs', reason: reasons.unreadable(endpoint) };
    if (status === 401 || status === 403) return { verdict: 'unclear', reason: reasons.forbidden(endpoint) };
    const isLater = status === 408 || status === 429 || (status ?? 500) >= 500;
    return { verdict: isLater ? 'unclear' : 'differs', reason: reasons.answered(endpoint, status ?? 0) };
  }
}
