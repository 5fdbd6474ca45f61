/** The call's own data: numbers, times, why it ended, its campaign and its id. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { callDetailLabels, factLabels } from '../../../labels/call-detail-es.ts';
import { useApiQuery } from '../../api/queries.ts';
import { agentLabel, callTypeLabel } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { paths } from '../../paths.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReasonTooltip, shortReason } from '../../ui/reason-tooltip.tsx';
import { toast } from '../../ui/toast.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  );
}

function CampaignLink({ id }: { readonly id: string }) {
  const campaigns = useApiQuery('listCampaigns', {});
  const name = campaigns.data?.find((campaign) => campaign.id === id)?.name;
  return (
    <Link href={paths.callHistory({ campaign: id, ...(name === undefined ? {} : { name }) })} className="text-accent-text hover:underline">
      {name ?? factLabels.seeCampaign}
    </Link>
  );
}

function CallId({ id }: { readonly id: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(id);
      toast.good(factLabels.copied);
    } catch {
      toast.bad(factLabels.copyFailed, id);
    }
  }
  return (
    <span className="flex items-center justify-end gap-1">
      <span className="truncate font-mono text-xs" title={id}>
        {id}
      </span>
      <Button size="icon" variant="ghost" className="-my-1 -mr-2" aria-label={factLabels.copyId} onClick={() => void copy()}>
        <Copy aria-hidden />
      </Button>
    </span>
  );
}

function Reason({ reason }: { readonly reason: string }) {
  return (
    <ReasonTooltip reason={reason}>
      <button type="button" className="max-w-full cursor-help break-words underline decoration-line-strong decoration-dotted underline-offset-4">
        {shortReason(reason)}
      </button>
    </ReasonTooltip>
  );
}

export function CallFacts({ call, className = '' }: { readonly call: CallDetail; readonly className?: string }) {
  const format = useFormat();
  const { none } = callDetailLabels;
  return (
    <Card title={callDetailLabels.facts} className={className} bodyClassName="py-2">
      <dl className="flex flex-col">
        {call.customerName ? <Fact name={factLabels.customer}>{call.customerName}</Fact> : null}
        <Fact name={factLabels.from}>{call.fromNumber ?? none}</Fact>
        <Fact name={factLabels.to}>{call.toNumber ?? none}</Fact>
        <Fact name={factLabels.agent}>{agentLabel(call, callDetailLabels.noAgent)}</Fact>
        <Fact name={factLabels.type}>{callTypeLabel(call.callType)}</Fact>
        <Fact name={factLabels.start}>{format.dateTime(call.startTimestamp)}</Fact>
        <Fact name={factLabels.end}>{format.dateTime(call.endTimestamp)}</Fact>
        <Fact name={factLabels.duration}>{call.durationMs === null ? none : formatDuration(call.durationMs / 1_000)}</Fact>
        <Fact name={factLabels.reason}>{call.disconnectionReason === null ? none : <Reason reason={call.disconnectionReason} />}</Fact>
        {call.campaignId === null ? null : (
          <Fact name={factLabels.campaign}>
            <CampaignLink id={call.campaignId} />
          </Fact>
        )}
        <Fact name={factLabels.callId}>
          <CallId id={call.id} />
        </Fact>
      </dl>
    </Card>
  );
}
