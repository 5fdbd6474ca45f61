/** Numbers written the local way: how each would be internationally, taken over only when the person says so. */
import { ArrowRight, Phone } from 'lucide-react';
import { recipientsStepLabels as labels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { RecipientSummary } from './recipient-summary.ts';

interface NumberSuggestionsProps {
  readonly summary: RecipientSummary;
  readonly accepted: boolean;
  readonly onAccept: (accept: boolean) => void;
}

export function NumberSuggestions({ summary, accepted, onAccept }: NumberSuggestionsProps) {
  const format = useFormat();
  const { suggestionCount, firstSuggestions } = summary;
  if (suggestionCount === 0) return null;
  const count = format.count(suggestionCount);
  const isOne = suggestionCount === 1;
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <p className="flex items-start gap-2">
        <Phone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {accepted ? labels.suggestionsAccepted(count, isOne) : labels.suggestions(count, isOne)}
      </p>
      <ul className="mt-1.5 ml-6 flex flex-col gap-0.5 text-xs tabular-nums">
        {firstSuggestions.map(({ from, to }) => (
          <li key={`${from} ${to}`} className="flex flex-wrap items-center gap-x-2">
            <span className="text-muted">{from}</span>
            <ArrowRight aria-hidden className="size-3 shrink-0 text-muted" />
            <span className="font-medium">{to}</span>
          </li>
        ))}
        {suggestionCount > firstSuggestions.length ? <li className="text-muted">…</li> : null}
      </ul>
      <Button size="small" className="mt-2 ml-6" onClick={() => onAccept(!accepted)}>
        {accepted ? labels.undoSuggestions : labels.acceptSuggestions(count, isOne)}
      </Button>
    </div>
  );
}
