/** Card with the e-mail addresses that get alerts. If the list is empty, the workspace's admins get them. */
import { X } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type { UpdateSettingsBody } from '../../../../contract/settings.ts';
import { alertRecipientLabels as labels } from '../settings-alerts-es.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useSettingsField } from '../form/form-fields.tsx';
import type { SettingsFormValues } from '../form/settings-form.ts';
import { addTypedEntryToList, alertEmailListInputConfig } from '../form/typed-entries.ts';

export function AlertEmailRecipientsCard() {
  const { value: list, set, error } = useSettingsField<readonly string[]>('alertEmails');
  const form = useFormContext<SettingsFormValues, unknown, UpdateSettingsBody>();
  const { value: typed, set: type, bind, error: mistake } = useSettingsField<string>('notifications.typed');
  const add = () => addTypedEntryToList(form, alertEmailListInputConfig);

  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      {list.length > 0 ? (
        <ul className="mb-4 flex flex-wrap gap-2">
          {list.map((each) => (
            <li key={each} className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 pr-1 pl-3">
              <span className="truncate">{each}</span>
              <button
                type="button"
                aria-label={labels.remove(each)}
                className="rounded-full p-1 text-muted hover:text-ink"
                onClick={() => set(list.filter((other) => other !== each))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <FormField label={labels.address} error={mistake ?? error}>
        {(control) => (
          <div className="flex max-w-md gap-2">
            <Input
              {...control}
              type="email"
              autoComplete="off"
              placeholder={labels.placeholder}
              value={typed}
              onChange={(event) => {
                type(event.target.value);
                form.clearErrors('notifications.typed');
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
              {...bind}
            />
            <Button disabled={typed.trim() === ''} onClick={add}>
              {labels.add}
            </Button>
          </div>
        )}
      </FormField>
    </SectionCard>
  );
}
