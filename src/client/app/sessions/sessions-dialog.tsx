/**
 * Dialog 'Sesiones': lists the user's sessions, beginning with the current one. The other sessions can be ended one by
 * one or together.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ListedUserSession } from '../../../contract/sessions.ts';
import { endOtherSessionsLabels } from '../../../labels/account-es.ts';
import { sessionsLabels as labels, describeSignInWay } from '../../../labels/sessions-es.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useAppInfo } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import OtherSessionsDialog from './other-sessions-dialog.tsx';

/** Polling interval of the user's sign-in sessions in ms. Realtime does not report sessions of other browsers. */
const readAgainMs = 30_000;

const handhelds: ReadonlySet<string | null> = new Set(['Android', 'iPhone', 'iPad']);

export default function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const now = useNow(getServerTimeMs, readAgainMs);
  const list = useRef<HTMLUListElement>(null);
  const [asksOthers, setAsksOthers] = useState(false);
  const { data, error } = useQuery({
    queryKey: sessionQueryKeys.sessions,
    queryFn: () => callApi('listSessions'),
    staleTime: 0,
    refetchInterval: readAgainMs,
  });
  const readAgain = () => client.invalidateQueries({ queryKey: sessionQueryKeys.sessions });
  const ending = useMutation({
    mutationFn: ({ id }: ListedUserSession) => callApi('endSession', { params: { id } }),
    onSuccess: (_, session) => {
      toast.good(labels.ended, labels.endedText(deviceOf(session)));
      // Its button goes with its row.
      list.current?.focus();
    },
    // Refetch the list of sessions even after an error, because the session may already have ended elsewhere.
    onSettled: readAgain,
  });

  return (
    <>
      <Dialog
        open
        className="max-w-xl"
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        title={labels.title}
        description={labels.text}
        footer={<Button onClick={() => setAsksOthers(true)}>{endOtherSessionsLabels.action}</Button>}
      >
        {ending.isError ? (
          <Alert tone="bad" className="mb-4">
            {getRequestErrorText(ending.error, labels.endFailed)}
          </Alert>
        ) : null}
        {data ? (
          <ul ref={list} tabIndex={-1} aria-label={labels.list} className="divide-y divide-line outline-none">
            {data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                now={now}
                isEnding={ending.isPending && ending.variables.id === session.id}
                disabled={ending.isPending}
                onEnd={() => ending.mutate(session)}
              />
            ))}
          </ul>
        ) : error ? (
          <Alert tone="bad">{getRequestErrorText(error, labels.failed)}</Alert>
        ) : (
          <SkeletonRows count={2} className="h-20" />
        )}
      </Dialog>
      {asksOthers ? (
        <OtherSessionsDialog
          onClose={() => {
            setAsksOthers(false);
            void readAgain();
          }}
        />
      ) : null}
    </>
  );
}

const deviceOf = ({ browser, system }: ListedUserSession): string => labels.device(browser, system);

const minuteMs = 60_000;

/** Last sights are to the minute. */
function writeSeen(lastSeenAt: string, now: number): string {
  const ago = now - Date.parse(lastSeenAt);
  return ago < minuteMs ? labels.seenNow : labels.seen(formatDurationInWords(ago / 1_000));
}

interface SessionRowProps {
  readonly session: ListedUserSession;
  readonly now: number;
  readonly isEnding: boolean;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, now, isEnding, disabled, onEnd }: SessionRowProps) {
  const format = useRegionalFormat();
  const provider = useAppInfo().data?.signIn.oidc ?? null;
  const { isCurrent, system, address, startedAt, lastSeenAt } = session;
  const device = deviceOf(session);
  const Icon = handhelds.has(system) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {isCurrent ? <Badge tone="accent">{labels.current}</Badge> : null}
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{describeSignInWay(session, provider)}</span>
          <span className="break-all tabular-nums">{address ?? labels.noAddress}</span>
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
          <span>{labels.since(format.dateTime(startedAt))}</span>
          {isCurrent ? null : <span>{writeSeen(lastSeenAt, now)}</span>}
        </p>
      </div>
      {isCurrent ? null : (
        <Button size="small" disabled={disabled} aria-label={labels.endOf(device)} onClick={onEnd}>
          {isEnding ? labels.ending : labels.end}
        </Button>
      )}
    </li>
  );
}
