/** What stands against saving the form: somebody else's save, and what was typed set aside to look at it. */
import type { MouseEvent } from 'react';
import { qualityFormLabels as labels } from './quality-es.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { FormDraftState } from './use-form-draft.ts';

const stacked = 'max-sm:flex-col max-sm:items-start';

/** The second click of a double click would be at the next draft, which stands there by then. */
const once =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.detail <= 1) act();
  };

export function FormNotices({ form }: { readonly form: FormDraftState }) {
  return (
    <div className="flex flex-col gap-2 empty:hidden">
      {form.isClash ? (
        <Alert
          tone="attention"
          className={stacked}
          action={
            <span className="flex shrink-0 flex-wrap gap-2">
              <Button size="small" onClick={form.showSaved}>
                {labels.reload}
              </Button>
              <Button size="small" onClick={form.keepMine}>
                {labels.keepMine}
              </Button>
            </span>
          }
        >
          {labels.clash}
        </Alert>
      ) : null}
      {form.aside.map((_, place) => (
        <Alert
          // All of them read the same: only their place tells one from another.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          tone="info"
          className={stacked}
          action={
            <span className="flex shrink-0 flex-wrap gap-2">
              <Button size="small" onClick={once(() => form.restore(place))}>
                {labels.restore}
              </Button>
              <Button size="small" variant="ghost" onClick={once(() => form.forget(place))}>
                {labels.forget}
              </Button>
            </span>
          }
        >
          {labels.aside}
        </Alert>
      ))}
      {form.failure === null ? null : <Alert tone="bad">{form.failure}</Alert>}
    </div>
  );
}
