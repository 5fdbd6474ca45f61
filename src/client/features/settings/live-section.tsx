/** The section 'En vivo': who reads live calls, and the usual whispers. */
import { useState } from 'react';
import { roles } from '../../../contract/endpoint.ts';
import { liveSettingsLabels as labels } from '../../../labels/settings-live-es.ts';
import { useMay } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { SelectField, useSetting } from './form/form-fields.tsx';

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function WhispersField() {
  const { value, set, bind, error } = useSetting<string[]>('whispers');
  const [typed, setTyped] = useState<string | null>(null);
  // The typed text stays while it means the saved value.
  const text = typed !== null && readLines(typed).join('\n') === value.join('\n') ? typed : value.join('\n');
  return (
    <Field label={labels.whispers} hint={labels.whispersHint} error={error}>
      {(control) => (
        <Textarea
          {...control}
          name="whispers"
          rows={5}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            set(readLines(target.value));
          }}
          {...bind}
        />
      )}
    </Field>
  );
}

export default function LiveSection() {
  const isAdmin = useMay('admin');
  return (
    <Card title={labels.title} subtitle={labels.text}>
      <div className="flex flex-col gap-4">
        <SelectField
          name="liveReaders"
          label={labels.readers}
          hint={labels.readersHint}
          disabled={!isAdmin}
          options={roles}
          labelOf={(role) => labels.from[role]}
        />
        <WhispersField />
      </div>
    </Card>
  );
}
