/**
 * Card on the provider's webhooks: the last accepted one, the last refused one, and calls that were fetched because
 * their webhook was missing.
 */
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { noDataText } from '../../../labels/common-es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../labels/known.ts';
import { providerWebhookSettingsLabels as labels } from '../../../labels/settings-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useWebhookStatus } from '../../api/queries.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { FailedReadState } from '../../ui/states.tsx';

const looks = {
  connected: { tone: 'good', Icon: CircleCheck },
  waiting: { tone: 'neutral', Icon: Clock },
  silent: { tone: 'attention', Icon: TriangleAlert },
} as const;

interface MissedAgentsProps {
  readonly agents: readonly { readonly agentId: string; readonly agentName: string | null; readonly calls: number }[];
}

/** List of agents whose calls were not reported by a webhook. Admins get a link to fix their webhook URL. */
function MissedAgents({ agents }: MissedAgentsProps) {
  const format = useRegionalFormat();
  const isAdmin = useHasRole('admin');
  if (agents.length === 0) return null;
  const named = agents.map(({ agentId, agentName, calls }) =>
    labels.missedAgent(agentName ?? agentId, format.count(calls)),
  );
  return (
    <Alert tone="attention" className="mt-3" action={isAdmin ? <ConnectAgentWebhooksLink /> : undefined}>
      {labels.missedBy(named.join(', '))}
    </Alert>
  );
}

/** Link for admins to the dialog that sets the webhook URL of all agents to this workspace. */
export function ConnectAgentWebhooksLink() {
  return (
    <Link href={`${screenPaths.agents()}?conectar=todos`} className={getButtonClasses({ size: 'small' })}>
      {labels.connect}
    </Link>
  );
}

export function ProviderWebhookStatusCard() {
  const status = useWebhookStatus();
  const format = useRegionalFormat();
  const { data } = status;
  const moment = (iso: string | null): string => (iso === null ? labels.never : format.dateTime(iso));
  const look = data && (findLabelEntry(looks, data.status) ?? looks.waiting);
  return (
    <SectionCard
      title={labels.status}
      actions={
        data && look ? (
          <Badge tone={look.tone}>
            <look.Icon aria-hidden />
            {getLabelOrUnknown(labels.states, data.status)}
          </Badge>
        ) : undefined
      }
    >
      {data ? (
        <>
          {status.isError ? <StaleNotice className="mb-3" onRetry={() => void status.refetch()} /> : null}
          <p className="mb-4 text-muted">{findLabelEntry(labels.stateTexts, data.status)}</p>
          <dl className="grid grid-cols-2 gap-4 tabular-nums sm:grid-cols-4">
            <div>
              <dt className="text-xs text-muted">{labels.lastEvent}</dt>
              <dd className="font-medium">{moment(data.lastEventAt)}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.lastFailure}</dt>
              <dd className="font-medium">{moment(data.lastFailureAt)}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.missed}</dt>
              <dd className="font-medium">
                {Number.isFinite(data.missedCalls) ? format.count(data.missedCalls) : noDataText}
              </dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.lastMissed}</dt>
              <dd className="font-medium">{moment(data.lastMissedAt)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-xs text-muted">{labels.missedHint}</p>
          <MissedAgents agents={data.missedByAgent} />
        </>
      ) : status.isError ? (
        <FailedReadState
          className="py-4"
          title={labels.statusFailed}
          text={getRequestErrorText(status.error)}
          onRetry={() => void status.refetch()}
        />
      ) : (
        <SkeletonRows count={3} className="h-8" />
      )}
    </SectionCard>
  );
}
