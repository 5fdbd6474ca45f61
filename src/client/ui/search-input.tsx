/** Search field that reports its text when typing pauses, or when the field loses the focus. */
import { useEffect, useRef, useState } from 'react';
import { SearchBox } from './search-box.tsx';

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const pauseMs = 250;

export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  if (value !== shown) {
    setShown(value);
    // Show a search text that changed outside of this field, for example by the browser's back button.
    if (typed.trim() !== value) setTyped(value);
  }
  const isPending = typed.trim() !== value;
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => search.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isPending]);
  // Search at once when the field loses the focus. Otherwise a delayed search could follow a click on 'Limpiar filtros'
  // and undo it.
  const settle = () => {
    if (isPending) search.current(typed.trim());
  };
  return (
    <SearchBox
      label={label}
      className="flex-1 basis-40 sm:max-w-56"
      placeholder={placeholder}
      value={typed}
      onQuery={setTyped}
      onBlur={settle}
    />
  );
}
