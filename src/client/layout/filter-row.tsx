/** Row of active filters as chips, and a button to add a filter. A click on a chip changes its filter. */
import { ListFilterPlus, X } from 'lucide-react';
import { useRef, type ComponentType, type ReactNode } from 'react';
import { filterRowLabels as labels } from '../../labels/filter-row-es.ts';
import { Button } from '../ui/button.tsx';
import { LazyPopup } from '../ui/lazy-popup.tsx';

export interface ActiveFilterChip<F extends string> {
  /** Id of the filter within the row. */
  readonly id: string;
  /** Filter whose control the chip opens. */
  readonly filter: F;
  /** Text of the chip: 'Agente: Sofía' */
  readonly text: string;
  readonly onRemove: () => void;
}

interface PopoverProps<F extends string> {
  readonly trigger: ReactNode;
  /** Filter whose values are shown when the popover opens. If undefined, the popover shows the list of filters. */
  readonly filter?: F | undefined;
}

interface FilterRowProps<F extends string> {
  readonly shown: readonly ActiveFilterChip<F>[];
  readonly Popover: ComponentType<PopoverProps<F>>;
  readonly preload: () => void;
  readonly onClear: () => void;
}

function Chip<F extends string>({
  chip: { filter, text, onRemove },
  Popover,
  preload,
}: { readonly chip: ActiveFilterChip<F> } & Pick<FilterRowProps<F>, 'Popover' | 'preload'>) {
  return (
    <span className="inline-flex h-7 max-w-full items-center rounded-full border border-line bg-sunken text-xs text-ink transition-colors hover:border-line-strong">
      <LazyPopup
        kind="dialog"
        Panel={Popover as ComponentType<PopoverProps<F> & { readonly filter: F }>}
        given={{ filter }}
        preload={preload}
        trigger={
          <button type="button" aria-label={labels.change(text)} className="h-full min-w-0 rounded-l-full pl-2.5">
            <span className="block truncate">{text}</span>
          </button>
        }
      />
      <button
        type="button"
        aria-label={labels.remove(text)}
        className="flex h-full shrink-0 items-center rounded-r-full pr-2 pl-1 text-muted hover:text-ink"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

export function ActiveFilterRow<F extends string>({ shown, Popover, preload, onClear }: FilterRowProps<F>) {
  const row = useRef<HTMLElement>(null);
  // Moves the focus to the button that adds filters, because the chip with the focus is about to be removed.
  const stay = () => row.current?.querySelector<HTMLElement>('[data-add-filter]')?.focus();
  const andStay = (change: () => void) => () => {
    stay();
    change();
  };
  return (
    <section ref={row} aria-label={labels.filters} className="flex min-h-8 flex-wrap items-center gap-1.5">
      <ul className="flex max-w-full flex-wrap gap-1.5 empty:hidden">
        {shown.map((chip) => (
          <li key={chip.id} className="max-w-full">
            <Chip chip={{ ...chip, onRemove: andStay(chip.onRemove) }} Popover={Popover} preload={preload} />
          </li>
        ))}
      </ul>
      <LazyPopup
        kind="dialog"
        Panel={Popover}
        preload={preload}
        trigger={
          <Button size="small" data-add-filter>
            <ListFilterPlus aria-hidden />
            {labels.add}
          </Button>
        }
      />
      {shown.length > 0 ? (
        <Button size="small" variant="ghost" onClick={andStay(onClear)}>
          {labels.clear}
        </Button>
      ) : null}
    </section>
  );
}
