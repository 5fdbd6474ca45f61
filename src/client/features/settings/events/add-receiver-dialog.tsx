/** Dialog 'Agregar destino': adds an event webhook by URL and events. Its secret, if it has one, is shown only once. */
import { useState } from 'react';
import { outgoingEventKindLabels, eventWebhooksLabels as labels } from '../../../../labels/event-webhooks-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { RadioCard } from '../../../ui/radio-card.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { useEventWebhookMutation } from './use-event-webhooks.ts';

type Choice = keyof typeof labels.choices;
const choices = Object.keys(labels.choices) as readonly Choice[];
type Kind = keyof typeof outgoingEventKindLabels;
const kinds = Object.keys(outgoingEventKindLabels) as readonly Kind[];

export default function AddEventWebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [choice, setChoice] = useState<Choice>('events');
  const [events, setEvents] = useState<readonly Kind[]>(kinds);
  const adding = useEventWebhookMutation(
    (body: { url: string; events: Kind[] } | { url: string; relay: true }) => callApi('createEventWebhook', { body }),
    labels.failed,
    () => labels.added,
  );
  const isDirty = url !== '' || choice !== 'events' || events.length < kinds.length;
  useUnsavedWork(isDirty && !adding.isSuccess);
  if (adding.data?.secret) {
    const { secretTitle: title, secretText: text, copied } = labels;
    return <SecretDialog {...{ title, text, copied, onClose }} secret={adding.data.secret} />;
  }
  return (
    <FormDialog
      title={labels.add}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={adding.isPending}
      isDirty={isDirty}
      onSubmit={async (event) => {
        event.preventDefault();
        const what = choice === 'relay' ? { relay: true as const } : { events: [...events] };
        const added = await adding.mutateAsync({ url: url.trim(), ...what }).catch(() => undefined);
        if (added?.secret === null) onClose();
      }}
      onClose={onClose}
    >
      <FormField
        label={labels.url}
        hint={labels.urlHint}
        error={adding.error ? getRequestErrorText(adding.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </FormField>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">{labels.what}</legend>
        {choices.map((each) => (
          <RadioCard
            key={each}
            name="what"
            {...labels.choices[each]}
            checked={choice === each}
            onChange={() => setChoice(each)}
          />
        ))}
      </fieldset>
      <fieldset className="flex flex-col gap-2" hidden={choice === 'relay'}>
        <legend className="mb-2 font-medium">{labels.which}</legend>
        {kinds.map((kind) => (
          <label key={kind} className="flex items-center gap-2">
            <Checkbox
              checked={events.includes(kind)}
              onChange={(event) =>
                setEvents(kinds.filter((each) => (each === kind ? event.target.checked : events.includes(each))))
              }
            />
            {outgoingEventKindLabels[kind]}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
