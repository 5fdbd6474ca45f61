/**
 * Suggested corrections of phone numbers, grouped by kind: number of changes, examples, and a button to accept all.
 * Nothing changes unless the user accepts.
 */
import { ArrowRight, Phone } from 'lucide-react';
import { suggestedPhoneNumberChangeTexts } from '../../../../labels/phone-es.ts';
import { recipientListLabels as labels } from '../recipient-list-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import type { SuggestedPhoneNumberChange } from '../../../../phone/read-number.ts';
import type { PhoneNumberCorrectionKind, PhoneNumberCorrectionChoice } from './recipient-numbers.ts';
import type { PhoneNumberCorrectionGroup } from './recipient-summary.ts';

interface NumberSuggestionsProps {
  readonly offers: readonly PhoneNumberCorrectionGroup[];
  readonly accepted: readonly PhoneNumberCorrectionChoice[];
  readonly onChange: (
    change: (accepted: readonly PhoneNumberCorrectionChoice[]) => readonly PhoneNumberCorrectionChoice[],
  ) => void;
}

/**
 * Corrections that the user can accept, by kind of correction. `said` is the change that the kind's heading already
 * names, so that it is not listed again.
 */
const kinds: Readonly<
  Record<
    PhoneNumberCorrectionKind,
    { readonly corrections: readonly PhoneNumberCorrectionChoice[]; readonly said?: SuggestedPhoneNumberChange }
  >
> = {
  several: { corrections: ['several'], said: 'several' },
  mobile: { corrections: ['mobile'], said: 'country' },
  local: { corrections: ['localAsMobile', 'local'], said: 'country' },
  national: { corrections: ['national'], said: 'country' },
  tidied: { corrections: ['tidied'] },
  respelled: { corrections: ['respelled'] },
};

function Offers({
  offers,
  accepted,
  onChange,
}: Omit<NumberSuggestionsProps, 'offers'> & { readonly offers: PhoneNumberCorrectionGroup }) {
  const format = useRegionalFormat();
  const { kind, count, callingCode, changes, examples } = offers;
  const { corrections, said } = kinds[kind];
  const done = corrections.find((correction) => accepted.includes(correction));
  const written = format.count(count);
  const told = changes.filter(({ change }) => change !== said);
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <p className="flex items-start gap-2">
        <Phone aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span>
          {labels.suggestions[kind](written)} {done ? labels.corrected[done](callingCode) : null}
        </span>
      </p>
      {told.length > 0 ? (
        <p className="mt-0.5 ml-6 text-xs text-muted tabular-nums">
          {told
            .map((each) => labels.change(suggestedPhoneNumberChangeTexts[each.change], format.count(each.count)))
            .join(' · ')}
        </p>
      ) : null}
      <ul className="mt-1.5 ml-6 flex flex-col gap-0.5 text-xs tabular-nums">
        {examples.map(({ from, to, asMobile }) => (
          <li key={from} className="flex flex-wrap items-center gap-x-2">
            <span className="break-all text-muted">{from}</span>
            <ArrowRight aria-hidden className="size-3 shrink-0 text-muted" />
            <span className="font-medium">{done === 'localAsMobile' ? (asMobile ?? to) : to}</span>
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
          corrections.map((correction) => (
            <Button key={correction} size="small" onClick={() => onChange((all) => [...all, correction])}>
              {labels.correct[correction](written, callingCode)}
            </Button>
          ))
        )}
      </div>
    </div>
  );
}

export function PhoneNumberCorrectionSuggestions({ offers, ...props }: NumberSuggestionsProps) {
  return offers.map((each) => <Offers key={each.kind} offers={each} {...props} />);
}
