/** Card that deletes all data of a phone number. It first shows how much that is, and asks for a confirmation. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ApiRequestPart } from '../../../../contract/api.ts';
import { forgettingEndpoints, type ForgettingPreview, type ForgettingResult } from '../../../../contract/forgetting.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { forgetNumberLabels as labels } from '../../../../labels/forgetting-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { pickFieldErrors } from '../../../api/field-errors.ts';
import { useContactsToEraseAtProvider } from '../../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../../api/tab-state.ts';
import { UnsavedWorkDialog } from '../../../layout/leave-dialog.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { toast } from '../../../ui/toast.ts';

type Body = ApiRequestPart<'forgetNumber', 'body'>;
const empty: Body = { phoneNumber: '' };

interface Asked extends ForgettingPreview {
  readonly phoneNumber: string;
}

export function DeleteNumberDataCard() {
  const client = useQueryClient();
  const format = useRegionalFormat();
  const { register, handleSubmit, setError, reset, formState } = useForm<Body>({
    resolver: zodResolver(forgettingEndpoints.forgetNumber.body),
    defaultValues: empty,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<ForgettingResult | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);

  function fail(error: unknown): void {
    const [wrong] = pickFieldErrors(error, ['phoneNumber']);
    if (wrong) setError('phoneNumber', { message: wrong.message });
    else toast.bad(toastTitles.error, getRequestErrorText(error, labels.failed));
  }

  async function ask({ phoneNumber }: Body): Promise<void> {
    setDone(null);
    try {
      const scope = await callApi('previewForgetting', { body: { phoneNumber } });
      if (scope.openCalls > 0)
        setError('phoneNumber', { message: labels.open(format.count(scope.openCalls), scope.openCalls === 1) });
      else setAsked({ ...scope, phoneNumber });
    } catch (error) {
      fail(error);
    }
  }

  async function forget({ phoneNumber }: Asked): Promise<void> {
    setIsDeleting(true);
    try {
      setDone(await callApi('forgetNumber', { body: { phoneNumber } }));
      toast.good(labels.done);
      reset(empty);
      await client.invalidateQueries({ queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId) });
    } catch (error) {
      fail(error);
    } finally {
      setIsDeleting(false);
      setAsked(null);
    }
  }

  const figure = (value: number): string => format.count(value);
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      <form noValidate className="flex flex-wrap items-start gap-4" onSubmit={(event) => void handleSubmit(ask)(event)}>
        <div className="min-w-0 flex-1 basis-60 sm:max-w-xs">
          <FormField label={labels.number} error={errors.phoneNumber?.message}>
            {(control) => (
              <Input
                {...control}
                type="tel"
                autoComplete="off"
                placeholder={labels.placeholder}
                {...register('phoneNumber')}
              />
            )}
          </FormField>
        </div>
        <Button type="submit" variant="danger" disabled={isSubmitting} className="sm:mt-6.5">
          {isSubmitting ? labels.checking : labels.check}
        </Button>
      </form>
      <UnsavedWorkDialog
        isUnsaved={isDirty && !isDeleting}
        part="seccion"
        title={labels.leaveTitle}
        confirmLabel={labels.leave}
      >
        {labels.leaveText}
      </UnsavedWorkDialog>
      {done ? (
        <Alert tone="info" className="mt-4">
          {labels.doneText(done.calls, done.recipients, figure)} {labels.doneContact(done.contacts)}
        </Alert>
      ) : null}
      <ContactsToEmpty />
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            if (!open && !isDeleting) setAsked(null);
          }}
          title={labels.confirmTitle}
          confirmLabel={isDeleting ? labels.pending : labels.confirm}
          onConfirm={() => void forget(asked)}
          pending={isDeleting}
        >
          <p>
            <TextWithPhoneNumbers text={labels.what(asked.phoneNumberShown, asked.calls, asked.recipients, figure)} />
          </p>
          <p className="mt-2">{labels.never}</p>
          <p className="mt-2">{labels.contact}</p>
        </ConfirmDialog>
      ) : null}
    </SectionCard>
  );
}

/** List of contacts at the provider whose data could not be deleted, with the reason of each. */
function ContactsToEmpty() {
  const format = useRegionalFormat();
  const { data = [] } = useContactsToEraseAtProvider();
  if (data.length === 0) return null;
  return (
    <Alert tone="info" className="mt-4">
      <p className="font-medium">{labels.pendingTitle}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {data.map(({ contactId, orderedAt, refusal }) => (
          <li key={contactId} className="wrap-anywhere">
            {labels.pendingText(contactId, format.dateTime(orderedAt))} {labels.refusals[refusal ?? 'none']}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
