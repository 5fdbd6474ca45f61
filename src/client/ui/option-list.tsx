/**
 * List of options in a popover, one of them chosen. The list takes the focus when it opens. Arrows, Home, End and Enter
 * work. A long list has a search field. In a short list, a letter jumps to an option that begins with it.
 */
// oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox's listbox has no tag of its own
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { optionListLabels as labels } from '../../labels/option-list-es.ts';
import { containsAllSearchWords } from '../format/text-search.ts';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

export interface OptionListOption {
  readonly value: string;
  readonly label: string;
  /** Text below the option's label. The list's search field searches this text too. */
  readonly hint?: string | undefined;
  readonly group?: string | undefined;
}

interface OptionListProps {
  /** The list's name for screen readers. */
  readonly label: string;
  readonly options: readonly OptionListOption[];
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
  readonly write?: (count: number) => string;
}

/** Highest number of options in a list without search field. */
const mostUnsearched = 7;
const mostShown = 200;

function nextIndex(key: string, active: number, count: number): number | null {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(active + 1, count - 1),
    ArrowUp: Math.max(active - 1, 0),
    Home: 0,
    End: count - 1,
  };
  return moves[key] ?? null;
}

/** Scrolls only the list. `scrollIntoView` would move the page, because the popover is positioned later. */
function showWithin(list: HTMLElement, option: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

interface OptionProps {
  readonly id: string;
  readonly option: OptionListOption;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, option: { label, hint }, isActive, isChosen, onPoint, onChoose }: OptionProps) {
  return (
    // Keyboard events go to the search field or the list, whose aria-activedescendant names this option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5',
        isActive && 'bg-sunken',
        isChosen && 'font-medium',
      )}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="min-w-0 flex-1 break-words">
        {label}
        {hint ? <span className="block truncate text-xs font-normal text-muted">{hint}</span> : null}
      </span>
      {isChosen ? <Check aria-hidden className="size-4 shrink-0 text-muted" /> : null}
    </div>
  );
}

export function OptionList({ label, options, value, onChoose, write = String }: OptionListProps) {
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(value);
  const isSearched = options.length > mostUnsearched;
  const fitting = options.filter((option) => containsAllSearchWords(query, [option.label, option.hint ?? null]));
  const shown = fitting.slice(0, mostShown);
  const left = fitting.length - shown.length;
  const at = Math.max(
    0,
    shown.findIndex((option) => option.value === active),
  );
  const optionId = (index: number) => `${listId}-${index}`;
  const activeId = shown.length > 0 ? optionId(at) : undefined;
  const keyboard = useRef<HTMLInputElement & HTMLDivElement>(null);
  useEffect(() => keyboard.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const [list, option] = [document.getElementById(listId), activeId && document.getElementById(activeId)];
    if (list && option) showWithin(list, option);
  }, [listId, activeId]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, at, shown.length);
    const isTyped = !isSearched && event.key.length === 1 && event.key !== ' ';
    const lettered = isTyped
      ? [...shown.slice(at + 1), ...shown].find((option) =>
          containsAllSearchWords(event.key, [option.label.slice(0, 1)]),
        )
      : undefined;
    const chosen = event.key === 'Enter' || (event.key === ' ' && !isSearched) ? shown[at] : undefined;
    const wanted = next === null ? lettered : shown[next];
    if (wanted === undefined && chosen === undefined) return;
    event.preventDefault();
    if (wanted) setActive(wanted.value);
    if (chosen) onChoose(chosen.value);
  }

  return (
    <div className="flex min-h-0 flex-col gap-1">
      {isSearched ? (
        <Input
          ref={keyboard}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-label={labels.search(label)}
          placeholder={labels.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        className="max-h-76 min-h-0 overflow-y-auto"
        {...(isSearched ? {} : { ref: keyboard, tabIndex: 0, 'aria-activedescendant': activeId, onKeyDown })}
      >
        {shown.map((option, index) => (
          <div key={option.value} role="presentation">
            {option.group !== undefined && option.group !== shown[index - 1]?.group ? (
              <p aria-hidden className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                {option.group}
              </p>
            ) : null}
            <Option
              id={optionId(index)}
              option={option}
              isActive={index === at}
              isChosen={option.value === value}
              onPoint={() => setActive(option.value)}
              onChoose={() => onChoose(option.value)}
            />
          </div>
        ))}
      </div>
      {left > 0 ? <p className="px-2 text-xs text-muted">{labels.more(write(left), left === 1)}</p> : null}
      {shown.length === 0 ? <output className="px-2 py-1.5 text-muted">{labels.nothing(query)}</output> : null}
    </div>
  );
}
