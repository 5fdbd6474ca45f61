/**
 * The first steps of a workspace: key, webhook address, campaign; each checks itself off by what the server knows.
 * Begins where there are neither calls nor campaigns and stays until all is done or the person closes it (first-run-state.ts).
 */
import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { guideLabels as labels } from '../../../labels/first-run-guide-es.ts';
import { actionLabels, toastTitles } from '../../../labels/common-es.ts';
import { useCampaigns, useRecentCalls, useWebhookStatus, useWebhookUrl } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { useMay, useSession } from '../../session/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast.ts';
import { readGuideState, writeGuideState } from './first-run-state.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  /** The first step that is not done leads. */
  readonly isNext: boolean;
  readonly children?: ReactNode;
}

function Step({ number, title, text, isDone, isNext, children }: StepProps) {
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex gap-3 px-4 py-3">
      <span
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold tabular-nums',
          isDone && 'bg-good-soft text-good',
          !isDone && (isNext ? 'bg-accent text-accent-ink' : 'bg-sunken text-muted'),
        )}
      >
        {isDone ? <Check aria-hidden className="size-3.5" /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">
            {title}
            {isDone ? <span className="sr-only"> ({labels.done})</span> : null}
          </p>
          <p className="text-muted">{text}</p>
        </div>
        {children}
      </div>
    </li>
  );
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.good(labels.copied);
  } catch {
    toast.bad(toastTitles.error, labels.copyFailed);
  }
}

function WebhookAddress({ address }: { readonly address: string | undefined }) {
  return (
    <div className="flex min-w-0 flex-1 basis-80 items-center gap-2">
      <code
        className="min-w-0 flex-1 truncate rounded-md border border-line bg-sunken px-2 py-1.5 text-xs"
        title={address}
      >
        {address ?? '…'}
      </code>
      <Button size="small" disabled={address === undefined} onClick={() => void copyAddress(address ?? '')}>
        <Copy aria-hidden />
        {labels.copy}
      </Button>
    </div>
  );
}

export default function FirstRunGuide({ workspaceId }: { readonly workspaceId: string }) {
  const { workspace } = useSession();
  const isAdmin = useMay('admin');
  const [state, setState] = useState(() => readGuideState(workspaceId));
  const campaigns = useCampaigns().data;
  const calls = useRecentCalls({ page: 1, pageSize: 1 }).data;
  // Asked as often as the dashboard does.
  const webhook = useWebhookStatus().data;
  const address = useWebhookUrl().data?.webhookUrl;

  const isKnown = campaigns !== undefined && calls !== undefined && webhook !== undefined;
  const isEmpty = isKnown && campaigns.total === 0 && calls.total === 0;
  const begun = state === 'open' || (state === null && isEmpty);
  const lasting = isKnown && state === null ? (isEmpty ? 'open' : 'done') : null;
  useEffect(() => {
    if (lasting) writeGuideState(workspaceId, lasting);
  }, [workspaceId, lasting]);
  // What opened stays open while it is looked at, though the first call or campaign has come.
  if (lasting === 'open') setState('open');
  if (!isKnown || !begun) return null;

  const done = [(workspace?.apiKeyLast4 ?? '') !== '', webhook.lastEventAt !== null, campaigns.total > 0] as const;
  const next = done.indexOf(false);
  function close(): void {
    writeGuideState(workspaceId, 'done');
    setState('done');
  }
  return (
    <Card
      title={next === -1 ? labels.finished : labels.title}
      subtitle={labels.progress(done.filter(Boolean).length, done.length)}
      bodyClassName="p-0"
      actions={
        <Button
          size="icon"
          variant="ghost"
          aria-label={next === -1 ? actionLabels.close : labels.dismiss}
          onClick={close}
        >
          <X aria-hidden />
        </Button>
      }
    >
      <ol className="divide-y divide-line">
        <Step
          number={1}
          title={labels.key}
          text={labels.keyText(workspace?.apiKeyLast4 ?? '')}
          isDone={done[0]}
          isNext={next === 0}
        />
        <Step
          number={2}
          title={labels.webhook}
          text={done[1] ? labels.webhookDone : labels.webhookText}
          isDone={done[1]}
          isNext={next === 1}
        >
          {done[1] ? null : (
            <>
              <WebhookAddress address={address} />
              {isAdmin ? (
                <Link href={`${paths.agents()}?conectar=todos`} className={buttonClass({ size: 'small' })}>
                  {labels.connect}
                </Link>
              ) : null}
            </>
          )}
        </Step>
        <Step number={3} title={labels.campaign} text={labels.campaignText} isDone={done[2]} isNext={next === 2}>
          {done[2] ? null : (
            <Link
              href={paths.newCampaign()}
              className={buttonClass({ size: 'small', variant: next === 2 ? 'primary' : 'secondary' })}
            >
              {labels.newCampaign}
            </Link>
          )}
        </Step>
      </ol>
    </Card>
  );
}
