/** Dialog 'Comprobar la conexión'. The check starts by a button, because it sends requests to the provider account. */
import { CircleCheck, CircleHelp, CircleX, Download, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '../../../contract/api.ts';
import type { Workspace } from '../../../contract/access.ts';
import type { ConnectionCheckResult, ConnectionCheckVerdict } from '../../../contract/connection-check.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { connectionCheckLabels as labels, connectionCheckVerdictLabels } from '../../../labels/connection-check-es.ts';
import { unreachableWebhookUrlTexts } from '../../../labels/webhook-address-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useInboundWebhookUrl } from '../../api/queries.ts';
import { downloadBlobAsFile } from '../../api/save-file.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { FailedReadState } from '../../ui/states.tsx';

type Answer = ApiResponse<'checkConnection'>;
type State =
  | { readonly step: 'idle' | 'running' }
  | { readonly step: 'failed'; readonly message: string }
  | { readonly step: 'done'; readonly answer: Answer };

const looks = {
  differs: { tone: 'bad', Icon: CircleX },
  unclear: { tone: 'neutral', Icon: CircleHelp },
  holds: { tone: 'good', Icon: CircleCheck },
} as const satisfies Record<ConnectionCheckVerdict, { readonly tone: BadgeTone; readonly Icon: LucideIcon }>;

/** Hook: runs one connection check at a time. Unmounting aborts the check. */
function useCheck(workspaceId: string) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  async function start(): Promise<void> {
    const own = new AbortController();
    asking.current = own;
    setState({ step: 'running' });
    try {
      const answer = await callApi('checkConnection', { params: { id: workspaceId }, signal: own.signal });
      if (!own.signal.aborted) setState({ step: 'done', answer });
    } catch (error) {
      if (!own.signal.aborted) setState({ step: 'failed', message: getRequestErrorText(error, labels.failed) });
    }
  }
  return { state, start };
}

function Row({ row }: { readonly row: ConnectionCheckResult }) {
  const { tone, Icon } = looks[row.verdict];
  return (
    <li className="flex flex-col gap-1.5 py-3 sm:flex-row sm:gap-4">
      <span className="shrink-0 sm:w-40">
        <Badge tone={tone}>
          <Icon aria-hidden />
          {connectionCheckVerdictLabels[row.verdict]}
        </Badge>
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">{row.text}</p>
        {row.reason === null ? null : <p className="mt-0.5 break-words text-muted">{row.reason}</p>}
      </div>
    </li>
  );
}

function List({ label, rows }: { readonly label: string; readonly rows: readonly ConnectionCheckResult[] }) {
  return rows.length === 0 ? null : (
    <ul aria-label={label} className="mt-2 divide-y divide-line">
      {rows.map((row) => (
        <Row key={row.check} row={row} />
      ))}
    </ul>
  );
}

function Rows({ rows }: { readonly rows: readonly ConnectionCheckResult[] }) {
  const { count } = useRegionalFormat();
  const of = (verdict: ConnectionCheckVerdict): readonly ConnectionCheckResult[] =>
    rows.filter((row) => row.verdict === verdict);
  return (
    <>
      <output className="font-medium">
        {labels.summary(count(of('holds').length), count(of('differs').length), count(of('unclear').length))}
      </output>
      <List label={labels.rows} rows={[...of('differs'), ...of('unclear')]} />
      {of('holds').length === 0 ? null : (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium text-accent-text">
            {labels.held(count(of('holds').length))}
          </summary>
          <List label={labels.heldRows} rows={of('holds')} />
        </details>
      )}
      <p className="mt-3 border-t border-line pt-3 text-xs text-muted">{labels.reportText}</p>
    </>
  );
}

function saveReport({ report }: Answer): void {
  downloadBlobAsFile(new Blob([`${JSON.stringify(report, null, 1)}\n`], { type: 'application/json' }), labels.fileName);
}

export default function CheckConnectionDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const { state, start } = useCheck(workspace.id);
  const { step } = state;
  // The webhook URL of the current workspace. The dialog uses only its reachability, which is the same for all
  // workspaces.
  const address = useInboundWebhookUrl(useHasRole('editor')).data;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="max-w-2xl"
      title={labels.title}
      description={labels.text}
      footer={
        <>
          {state.step === 'done' ? (
            <Button onClick={() => saveReport(state.answer)}>
              <Download aria-hidden />
              {labels.download}
            </Button>
          ) : (
            <Button onClick={onClose}>{commonActionLabels.cancel}</Button>
          )}
          {step === 'failed' ? null : (
            <Button variant="primary" disabled={step === 'running'} onClick={() => void start()}>
              {step === 'running' ? labels.running : step === 'done' ? labels.again : labels.start}
            </Button>
          )}
        </>
      }
    >
      {address?.isReachable === false ? (
        <Alert tone="attention" className="mb-4">
          {unreachableWebhookUrlTexts.unreachable}
        </Alert>
      ) : null}
      {step === 'idle' ? <p>{labels.before}</p> : null}
      {step === 'running' ? (
        <>
          <output className="sr-only">{labels.running}</output>
          <SkeletonRows count={6} className="h-12" />
        </>
      ) : null}
      {state.step === 'failed' ? <FailedReadState text={state.message} onRetry={() => void start()} /> : null}
      {state.step === 'done' ? <Rows rows={state.answer.rows} /> : null}
    </Dialog>
  );
}
