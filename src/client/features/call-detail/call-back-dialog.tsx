/**
 * Dialog to choose the time of a callback to the customer. If the server refuses the time, the dialog stays open and
 * shows the reason.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { isCalendarDay, isClockTime } from '../../../contract/calendar-days.ts';
import { callBackLabels as labels } from '../../../labels/call-back-es.ts';
import { timeZoneCountryLabels } from '../../../labels/wizard-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { toCalendarDay, formatClockTimeForInput, convertZonedDateTimeToMoment } from '../../format/dates.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ClockTimeInput, DayInput } from '../../ui/moment-input.tsx';
import { toast } from '../../ui/toast.ts';

interface CallBackDialogProps {
  readonly callId: string;
  /** Time for which a callback is scheduled, ISO 8601; null if none is. */
  readonly at: string | null;
  readonly onClose: () => void;
}

export default function ScheduleCallbackDialog({ callId, at, onClose }: CallBackDialogProps) {
  const { dateLocale, timeZone: zone } = useRegionalFormat().regional;
  const client = useQueryClient();
  const before =
    at === null ? { date: '', time: '' } : { date: dayOf(at, zone), time: formatClockTimeForInput(new Date(at), zone) };
  const [{ date, time }, setMoment] = useState(before);
  const [problem, setProblem] = useState<string>();
  const params = { id: callId };
  const saving = useMutation({
    mutationFn: async (moment: string | null) => ({
      workspaceId: getTabWorkspaceState().workspaceId,
      answer: await (moment === null
        ? callApi('cancelCallback', { params })
        : callApi('setCallback', { params, body: { at: moment } })),
    }),
    onSuccess: async ({ workspaceId, answer }) => {
      const queryKey = getWorkspaceQueryKey(workspaceId, 'getCallback', { params });
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, answer);
      toast.good(answer.at === null ? labels.cancelled : labels.saved);
      onClose();
    },
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isWhole = isCalendarDay(date) && isClockTime(time);
    setProblem(isWhole ? undefined : labels.incomplete);
    if (isWhole) saving.mutate(convertZonedDateTimeToMoment(date, time, zone).toISOString());
  };
  return (
    <FormDialog
      title={labels.title}
      description={labels.text}
      submit={labels.save}
      submitting={labels.saving}
      isSubmitting={saving.isPending}
      isDirty={date !== before.date || time !== before.time}
      failure={problem ?? (saving.isError ? getRequestErrorText(saving.error, labels.failed) : undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField label={labels.date}>
          {(control) => (
            <DayInput
              {...control}
              locale={dateLocale}
              min={toCalendarDay(new Date(getServerTimeMs()), zone)}
              value={date}
              onChange={(next) => setMoment({ date: next, time })}
            />
          )}
        </FormField>
        <FormField label={labels.time} hint={labels.zone(timeZoneCountryLabels[zone] ?? zone)}>
          {(control) => (
            <ClockTimeInput {...control} value={time} onChange={(next) => setMoment({ date, time: next })} />
          )}
        </FormField>
      </div>
      {at === null ? null : (
        <Button
          variant="ghost"
          className="-ml-3 self-start"
          disabled={saving.isPending}
          onClick={() => saving.mutate(null)}
        >
          {labels.cancel}
        </Button>
      )}
    </FormDialog>
  );
}

const dayOf = (iso: string, zone: string): string => toCalendarDay(new Date(iso), zone);
