/** Who gets alerts by e-mail: a list of addresses; nobody named means the workspace's admins. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { email } from 'zod';
import { recipientLabels as labels } from '../../../../labels/settings-alerts-es.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useSetting } from '../form/form-fields.tsx';

const address = email();
const mostRecipients = 20;

function mistakeOf(typed: string, list: readonly string[]): string | null {
  if (!address.safeParse(typed).success) return labels.invalid;
  if (list.some((each) => each.toLowerCase() === typed.toLowerCase())) return labels.repeated;
  return list.length >= mostRecipients ? labels.full : null;
}

export function RecipientsCard() {
  const { value: list, set, error } = useSetting<readonly string[]>('alertEmails');
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);

  function add(): void {
    const given = typed.trim();
    const found = mistakeOf(given, list);
    setMistake(found);
    if (found !== null) return;
    set([...list, given]);
    setTyped('');
  }

  return (
    <Card title={labels.title} subtitle={labels.text}>
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
      <Field label={labels.address} error={mistake ?? error}>
        {(control) => (
          <div className="flex max-w-md gap-2">
            <Input
              {...control}
              type="email"
              autoComplete="off"
              placeholder={labels.placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMistake(null);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
            />
            <Button disabled={typed.trim() === ''} onClick={add}>
              {labels.add}
            </Button>
          </div>
        )}
      </Field>
    </Card>
  );
}
