/** Dialog to choose the time of a callback to the customer. If the server refuses it, it stays open with the reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { isCalendarDay, isClockTime } from '../../../contract/calendar-days.ts';
import { callBackLabels as labels } from '../../../labels/call-back-es.ts';
import { zoneNames } from '../../../labels/wizard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { serverNow } from '../../api/realtime.ts';
import { tabState } from '../../api/tab-state.ts';
import { calendarDay, clockTime, zonedMoment } from '../../format/dates.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ClockTimeInput, DayInput } from '../../ui/moment-input.tsx';
import { toast } from '../../ui/toast.ts';

interface CallBackDialogProps {
  readonly callId: string;
  /** Time for which a callback is scheduled, ISO 8601; null if none is. */
  readonly at: string | null;
  readonly onClose: () => void;
}

export default function CallBackDialog({ callId, at, onClose }: CallBackDialogProps) {
  const { dateLocale, timeZone: zone } = useFormat().regional;
  const client = useQueryClient();
  const before = at === null ? { date: '', time: '' } : { date: dayOf(at, zone), time: clockTime(new Date(at), zone) };
  const [{ date, time }, setMoment] = useState(before);
  const [problem, setProblem] = useState<string>();
  const params = { id: callId };
  const saving = useMutation({
    mutationFn: async (moment: string | null) => ({
      workspaceId: tabState().workspaceId,
      answer: await (moment === null
        ? call('cancelCallback', { params })
        : call('setCallback', { params, body: { at: moment } })),
    }),
    onSuccess: async ({ workspaceId, answer }) => {
      const queryKey = workspaceKey(workspaceId, 'getCallback', { params });
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
    if (isWhole) saving.mutate(zonedMoment(date, time, zone).toISOString());
  };
  return (
    <FormDialog
      title={labels.title}
      description={labels.text}
      submit={labels.save}
      submitting={labels.saving}
      isSubmitting={saving.isPending}
      isDirty={date !== before.date || time !== before.time}
      failure={problem ?? (saving.isError ? shownMessage(saving.error, labels.failed) : undefined)}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={labels.date}>
          {(control) => (
            <DayInput
              {...control}
              locale={dateLocale}
              min={calendarDay(new Date(serverNow()), zone)}
              value={date}
              onChange={(next) => setMoment({ date: next, time })}
            />
          )}
        </Field>
        <Field label={labels.time} hint={labels.zone(zoneNames[zone] ?? zone)}>
          {(control) => (
            <ClockTimeInput {...control} value={time} onChange={(next) => setMoment({ date, time: next })} />
          )}
        </Field>
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

const dayOf = (iso: string, zone: string): string => calendarDay(new Date(iso), zone);
