/** Numbers written the local way, by what they lack: added to all of a kind, only when the person says so. */
import { ArrowRight, Phone } from 'lucide-react';
import { recipientsStepLabels as labels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { LocalKind, PhoneMend } from './recipient-checks.ts';
import type { LocalNumbers } from './recipient-summary.ts';

interface NumberSuggestionsProps {
  readonly locals: readonly LocalNumbers[];
  readonly accepted: readonly PhoneMend[];
  readonly onChange: (change: (accepted: readonly PhoneMend[]) => readonly PhoneMend[]) => void;
}

/** What may be done with each kind. */
const offers: Readonly<Record<LocalKind, readonly PhoneMend[]>> = {
  mobile: ['mobile'],
  local: ['localAsMobile', 'local'],
  tidied: ['tidied'],
};

export function NumberSuggestions({ locals, accepted, onChange }: NumberSuggestionsProps) {
  const format = useFormat();
  return locals.map(({ kind, count, examples }) => {
    const done = offers[kind].find((offer) => accepted.includes(offer));
    const written = format.count(count);
    return (
      <div key={kind} className="rounded-md border border-line bg-sunken px-3 py-2">
        <p className="flex items-start gap-2">
          <Phone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          {labels.suggestions[kind](written, count === 1)} {done ? labels.mended[done] : null}
        </p>
        <ul className="mt-1.5 ml-6 flex flex-col gap-0.5 text-xs tabular-nums">
          {examples.map(({ from, to }) => (
            <li key={from} className="flex flex-wrap items-center gap-x-2">
              <span className="text-muted">{from}</span>
              <ArrowRight aria-hidden className="size-3 shrink-0 text-muted" />
              <span className="font-medium">{done === 'localAsMobile' ? to.replace('+54', '+549') : to}</span>
            </li>
          ))}
          {count > examples.length ? <li className="text-muted">…</li> : null}
        </ul>
        <div className="mt-2 ml-6 flex flex-wrap gap-2">
          {done ? (
            <Button size="small" onClick={() => onChange((all) => all.filter((each) => each !== done))}>
              {labels.undoSuggestions}
            </Button>
          ) : (
            offers[kind].map((offer) => (
              <Button key={offer} size="small" onClick={() => onChange((all) => [...all, offer])}>
                {labels.mend[offer](written)}
              </Button>
            ))
          )}
        </div>
      </div>
    );
  });
}
