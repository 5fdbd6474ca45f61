/** Page '/campana/{id}/agregar', which adds recipients to a running or waiting campaign by the wizard's second step. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import type { AddedRecipients, RecipientRow, RejectedRow } from '../../../contract/campaigns.ts';
import { acceptsRecipients, mostAddedRows } from '../../../contract/recipient-file.ts';
import { addRecipientsLabels as labels } from '../../../labels/add-recipients-es.ts';
import { missingInputLabels } from '../../../labels/wizard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useCampaign } from '../../api/queries.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { useLeaveGuard } from '../../hooks/use-leave-guard.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, FailedState, ForbiddenState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { focusFirst, recipientProblemFields } from './missing-fields.ts';
import { findRecipientsProblem } from './draft/wizard-draft.ts';
import type { RecipientReader } from './recipients/recipient-reader.ts';
import { ProblemPanel } from './recipients/problem-panel.tsx';
import { RecipientsStep } from './recipients/recipients-step.tsx';
import { useRecipients } from './recipients/use-recipients.ts';

/** Sum of the server's responses to several requests that add recipients, without their warnings. */
type Added = Omit<AddedRecipients, 'warnings'>;

/**
 * Sends the new recipients in several requests, because each has a maximum size. The last one also contains the
 * rejected rows. If one fails, all may be sent again, because the server ignores recipients that it already has.
 */
async function send(id: string, reader: RecipientReader): Promise<Added> {
  const payload = await reader.readPayload();
  const rows = (await new Response(payload.recipients).json()) as readonly RecipientRow[];
  const rejected = (await new Response(payload.rejectedRows).json()) as readonly RejectedRow[];
  let sum: Added = { added: 0, duplicates: 0, totalRecipients: 0 };
  for (let from = 0; from < rows.length; from += mostAddedRows) {
    const { added, duplicates, totalRecipients } = await call('addRecipients', {
      params: { id },
      body: {
        recipients: rows.slice(from, from + mostAddedRows),
        rejectedRows: from + mostAddedRows < rows.length ? [] : [...rejected],
      },
    });
    sum = { added: sum.added + added, duplicates: sum.duplicates + duplicates, totalRecipients };
  }
  return sum;
}

function AddForm({ id, name }: { readonly id: string; readonly name: string }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { count } = useFormat();
  const recipients = useRecipients(null);
  const top = useRef<HTMLDivElement>(null);
  const { state, summary, list } = recipients;
  const missing = findRecipientsProblem(summary, list?.omitErrors ?? false);
  const adding = useMutation({
    mutationFn: (reader: RecipientReader) => send(id, reader),
    onSuccess: ({ added, duplicates }) => {
      const text = duplicates > 0 ? labels.doneText(count(duplicates)) : undefined;
      if (added > 0) toast.good(labels.doneTitle(count(added), added === 1), text);
      else toast.info(labels.noneTitle, text);
    },
    onSettled: () => client.invalidateQueries({ queryKey: workspaceKey(tabState().workspaceId) }),
  });
  const isAtRisk = state.status !== 'none' && !adding.isSuccess;
  useUnsavedWork(isAtRisk);
  const { pending, stay } = useLeaveGuard(isAtRisk);
  // Navigate in an effect, after the form has stopped counting as unsaved work, which blocks leaving the page.
  useEffect(() => {
    if (adding.isSuccess) navigate(paths.campaign(id));
  }, [adding.isSuccess, navigate, id]);
  const valid = summary?.validCount ?? 0;
  return (
    <div ref={top} className="max-w-4xl">
      <Card title={labels.title} subtitle={labels.text(name)}>
        <fieldset disabled={adding.isPending} className="contents">
          <RecipientsStep recipients={recipients} />
        </fieldset>
        {adding.error ? (
          <ProblemPanel title={labels.failedTitle} problems={[shownMessage(adding.error, labels.failedText)]} />
        ) : null}
        <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-3">
          <p className="min-w-0 text-xs text-muted">{missing === null ? null : missingInputLabels[missing]}</p>
          <Button
            variant="primary"
            disabled={adding.isPending}
            onClick={() => {
              if (missing !== null) focusFirst(top.current, recipientProblemFields[missing]);
              else if (state.status === 'ready') adding.mutate(state.reader);
            }}
          >
            {adding.isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
            {adding.isPending ? labels.submitting : valid > 0 ? labels.submit(count(valid)) : labels.title}
          </Button>
        </div>
      </Card>
      <ConfirmDialog
        open={pending !== null}
        onOpenChange={(open) => {
          if (!open) stay();
        }}
        title={labels.leaveTitle}
        confirmLabel={labels.leave}
        onConfirm={() => {
          stay();
          pending?.();
        }}
      >
        {labels.leaveText}
      </ConfirmDialog>
    </div>
  );
}

function Opening({ id }: { readonly id: string }) {
  const query = useCampaign(id);
  const campaign = query.data;
  if (campaign === undefined) {
    if (!query.isError) return <Skeleton className="h-96" />;
    return <FailedState text={shownMessage(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!acceptsRecipients(campaign.status))
    return <EmptyState picture="people" title={labels.refused} text={labels.refusedText} />;
  return <AddForm id={id} name={campaign.name} />;
}

export default function AddRecipientsPage() {
  const { id = '' } = useParams();
  const mayAdd = useHasRole('editor');
  return (
    <Page title={labels.title} live={false} back={{ href: paths.campaign(id), label: labels.back }}>
      {mayAdd ? <Opening id={id} /> : <ForbiddenState />}
    </Page>
  );
}
