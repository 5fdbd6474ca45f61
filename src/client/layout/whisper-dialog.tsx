/** Dialog 'Susurrar al agente': sends a hint to the AI agent of a live call, typed or from the workspace's list. */
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { CallSummary } from '../../contract/calls.ts';
import { maxWhisperLength } from '../../contract/realtime.ts';
import { whisperDialogLabels as labels } from '../../labels/whisper-dialog-es.ts';
import { getRequestErrorText } from '../api/api-error.ts';
import { callApi as callServer } from '../api/client.ts';
import { useWorkspaceSettings } from '../api/queries.ts';
import { formatContactNameAndNumber } from '../format/contacts.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Textarea } from '../ui/input.tsx';
import { toast } from '../ui/toast.ts';

interface WhisperDialogProps {
  readonly call: CallSummary;
  readonly onClose: () => void;
}

export default function WhisperDialog({ call, onClose }: WhisperDialogProps) {
  const often = useWorkspaceSettings().data?.whispers ?? [];
  const [text, setText] = useState('');
  const [speakNow, setSpeakNow] = useState(false);
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({
    mutationFn: () => callServer('whisperToCall', { params: { id: call.id }, body: { text: text.trim(), speakNow } }),
    onSuccess: () => {
      toast.good(labels.sent);
      onClose();
    },
  });
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setProblem(isEmpty ? labels.empty : undefined);
    if (!isEmpty) sending.mutate();
  };
  return (
    <FormDialog
      title={labels.title}
      description={labels.text(formatContactNameAndNumber(call))}
      submit={labels.send}
      submitting={labels.sending}
      isSubmitting={sending.isPending}
      isDirty={text.trim() !== ''}
      failure={sending.isError ? getRequestErrorText(sending.error, labels.failed) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label={labels.hint} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            maxLength={maxWhisperLength}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </FormField>
      {often.length === 0 ? null : (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-xs text-muted">{labels.often}</legend>
          {often.map((each) => (
            <Button
              key={each}
              size="small"
              className="h-auto min-h-8 max-w-full text-left"
              onClick={() => setText(each)}
            >
              {each}
            </Button>
          ))}
        </fieldset>
      )}
      <label className="flex items-start gap-2">
        <Checkbox className="mt-0.5" checked={speakNow} onChange={({ target }) => setSpeakNow(target.checked)} />
        <span>
          {labels.speakNow}
          <span className="block text-xs text-muted">{labels.speakNowHint}</span>
        </span>
      </label>
    </FormDialog>
  );
}
