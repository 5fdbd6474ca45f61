/** All attempts to reach one recipient, oldest first: time, outcome, reason, duration, cost and call. */
import { CircleCheck, CircleX } from 'lucide-react';
import { Link } from 'wouter';
import type { CampaignRecipient, RecipientAttempt } from '../../../../contract/campaigns.ts';
import { agentVersionLabels } from '../../../../labels/campaign-detail-es.ts';
import { campaignRecipientsLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { screenPaths } from '../../../paths.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { UnknownFigure } from '../../../ui/unknown-figure.tsx';
import { describeAttemptEndReason, describeAttemptOutcomeOrState } from './recipient-values.ts';

function Goal({ isSuccessful }: { readonly isSuccessful: boolean }) {
  const Icon = isSuccessful ? CircleCheck : CircleX;
  return (
    <span className="inline-flex items-center gap-1 align-bottom text-muted">
      <Icon aria-hidden className={isSuccessful ? 'size-3.5 text-good' : 'size-3.5'} />
      {isSuccessful ? labels.goalReached : labels.goalMissed}
    </span>
  );
}

function Cost({ attempt: { callId, costCents } }: { readonly attempt: RecipientAttempt }) {
  const format = useRegionalFormat();
  if (callId === null) return labels.none;
  return costCents === null ? <UnknownFigure why={labels.costUnknown} /> : format.callCost(costCents);
}

function Attempt({ attempt }: { readonly attempt: RecipientAttempt }) {
  const format = useRegionalFormat();
  const when = format.dateTime(attempt.startedAt ?? attempt.createdAt);
  const reason = describeAttemptEndReason(attempt);
  const length = attempt.durationSeconds === null ? labels.none : formatDuration(attempt.durationSeconds);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)_4rem_6rem_6rem] sm:items-baseline">
      <span className="text-muted tabular-nums">{when}</span>
      <span className="min-w-0 break-words max-sm:order-first max-sm:col-span-2">
        <span className="font-medium">{describeAttemptOutcomeOrState(attempt)}</span>
        {reason ? <span className="text-muted"> · {reason}</span> : null}
        {attempt.agentVersion === null ? null : (
          <span className="text-muted"> · {agentVersionLabels.spoken(String(attempt.agentVersion))}</span>
        )}
        {attempt.fromNumberShown === null ? null : (
          <span className="text-muted">
            {' '}
            · <TextWithPhoneNumbers text={labels.fromNumber(attempt.fromNumberShown)} />
          </span>
        )}
        {attempt.isSuccessful === null ? null : (
          <>
            {' '}
            <Goal isSuccessful={attempt.isSuccessful} />
          </>
        )}
      </span>
      <span className="text-right tabular-nums">
        <span className="sr-only">{labels.duration}: </span>
        {length}
      </span>
      <span className="tabular-nums sm:text-right">
        <span className="sr-only">{labels.cost}: </span>
        <Cost attempt={attempt} />
      </span>
      <span className="text-right">
        {attempt.callId === null ? null : (
          <Link
            href={screenPaths.call(attempt.callId)}
            aria-label={labels.seeCallOf(when)}
            className="rounded-sm text-accent-text hover:underline"
          >
            {labels.seeCall}
          </Link>
        )}
      </span>
    </li>
  );
}

export function RecipientAttemptList({ recipient }: { readonly recipient: CampaignRecipient }) {
  if (recipient.attempts.length === 0) {
    return (
      <p className="px-3 py-2 text-xs text-muted">
        {recipient.state === 'pending' ? labels.noAttempts : labels.neverCalled}
      </p>
    );
  }
  return (
    <ol
      aria-label={labels.attemptsOf(recipient.customerName || recipient.phoneNumberShown)}
      className="divide-y divide-line rounded-md bg-sunken text-xs"
    >
      {recipient.attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </ol>
  );
}
