/** Form that adds one number to the do-not-call list by hand, with a note. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { ApiRequestPart } from '../../../../contract/api.ts';
import { doNotCallEndpoints } from '../../../../contract/do-not-call.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { doNotCallLabels as labels } from '../do-not-call-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { pickFieldErrors } from '../../../api/field-errors.ts';
import { UnsavedWorkDialog } from '../../../layout/leave-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRefreshDoNotCallList } from './do-not-call-changes.ts';

type AddBody = ApiRequestPart<'addDoNotCall', 'body'>;
const empty: AddBody = { phoneNumber: '', note: '' };

export function AddDoNotCallNumberCard() {
  const changed = useRefreshDoNotCallList();
  const { register, handleSubmit, setError, reset, formState } = useForm<AddBody>({
    resolver: zodResolver(doNotCallEndpoints.addDoNotCall.body),
    defaultValues: empty,
  });
  const { errors, isSubmitting, isDirty } = formState;

  async function add(body: AddBody): Promise<void> {
    try {
      const entry = await callApi('addDoNotCall', { body: { ...body, note: body.note?.trim() || null } });
      reset(empty);
      toast.good(labels.added, labels.addedText(entry.phoneNumberShown ?? body.phoneNumber));
      await changed();
    } catch (error) {
      const wrong = pickFieldErrors(error, ['phoneNumber', 'note']);
      for (const { field, message } of wrong) setError(field, { message });
      if (wrong.length === 0) toast.bad(toastTitles.error, getRequestErrorText(error, labels.addFailed));
    }
  }

  return (
    <SectionCard title={labels.addTitle}>
      <form
        noValidate
        className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto]"
        onSubmit={(event) => void handleSubmit(add)(event)}
      >
        <FormField label={labels.number} error={errors.phoneNumber?.message}>
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="off"
              placeholder={labels.addNumberPlaceholder}
              {...register('phoneNumber')}
            />
          )}
        </FormField>
        <FormField label={`${labels.note} ${labels.optional}`} error={errors.note?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={300}
              placeholder={labels.addNotePlaceholder}
              {...register('note')}
            />
          )}
        </FormField>
        <Button type="submit" disabled={isSubmitting} className="sm:mt-6.5">
          {isSubmitting ? labels.adding : labels.add}
        </Button>
      </form>
      <UnsavedWorkDialog
        isUnsaved={isDirty && !isSubmitting}
        part="seccion"
        title={labels.leaveTitle}
        confirmLabel={labels.leave}
      >
        {labels.leaveText}
      </UnsavedWorkDialog>
    </SectionCard>
  );
}
