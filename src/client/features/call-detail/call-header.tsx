/** The call's parties and status. */
import { Link2 } from 'lucide-react';
import type { CallDetail } from '../../../contract/calls.ts';
import { callDetailLabels } from './call-detail-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { formatAgentLabel, formatContactNumber } from '../../format/calls.ts';
import { formatDuration } from '../../format/durations.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge, CallDirectionBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { copyToClipboardWithToast } from './copy-to-clipboard.ts';

/** The call's status as text: 'Exitosa/Finalizada' if it ended, otherwise 'Sin Éxito' with the status (spec B 2.3). */
function StatusText({ status }: { readonly status: CallDetail['callStatus'] }) {
  if (status === 'ended') return <span className="text-xs text-muted">{callDetailLabels.succeeded}</span>;
  return (
    <span className="flex items-center gap-1.5 text-xs text-muted">
      {callDetailLabels.notSucceeded} <span className="font-mono">{status}</span>
    </span>
  );
}

/** Badge of a call in progress, with its running duration. */
function LiveBadge({ call }: { readonly call: CallDetail }) {
  const now = useNow(getServerTimeMs);
  const elapsedSeconds = (now - Date.parse(call.startTimestamp ?? call.occurredAt)) / 1_000;
  return (
    <Badge tone="accent">
      <span aria-hidden className="size-2 animate-live rounded-full bg-current" />
      {callDetailLabels.inProgress} · <span className="tabular-nums">{formatDuration(elapsedSeconds)}</span>
    </Badge>
  );
}

/**
 * Button that copies a link to the call. The link names the workspace, so that it works for colleagues who have another
 * workspace open.
 */
function CopyLinkButton() {
  const { workspace } = useSession();
  const copy = () => {
    const link = new URL(window.location.href);
    if (workspace) link.searchParams.set('ws', workspace.id);
    return copyToClipboardWithToast(link.href, callDetailLabels.linkCopied);
  };
  return (
    <Tooltip text={callDetailLabels.copyLink}>
      <Button
        size="icon"
        variant="ghost"
        className="-mr-2"
        aria-label={callDetailLabels.copyLink}
        onClick={() => void copy()}
      >
        <Link2 aria-hidden />
      </Button>
    </Tooltip>
  );
}

export function CallPageHeader({ call }: { readonly call: CallDetail }) {
  const format = useRegionalFormat();
  const started = format.dateTime(call.startTimestamp ?? call.occurredAt);
  const number = <PhoneNumberText>{formatContactNumber(call)}</PhoneNumberText>;
  const length = call.durationMs === null ? [] : [formatDuration(call.durationMs / 1_000)];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-1">
      <div className="min-w-0">
        <p className="text-lg font-semibold break-words tabular-nums">
          {call.erasedAt === null ? call.customerName || number : callDetailLabels.erased}
          {call.customerName ? <span className="font-normal text-muted"> · {number}</span> : null}
        </p>
        <p className="text-muted tabular-nums">
          {[started, ...length, formatAgentLabel(call, callDetailLabels.noAgent)].join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <CallDirectionBadge direction={call.direction} />
        {call.callStatus === 'in_progress' ? (
          <LiveBadge call={call} />
        ) : (
          <>
            <CallResultBadge result={call.result} />
            <StatusText status={call.callStatus} />
          </>
        )}
        <CopyLinkButton />
      </div>
    </div>
  );
}
