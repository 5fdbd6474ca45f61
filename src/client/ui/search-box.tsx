/** Search field with an icon. Its label is only for screen readers. */
import { Search } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'id'> {
  readonly label: string;
  readonly onQuery: (text: string) => void;
  readonly inputClass?: string;
  /** Content at the field's end. */
  readonly children?: ReactNode;
}

export function SearchBox({ label, onQuery, className, inputClass, children, ...input }: SearchBoxProps) {
  const id = useId();
  return (
    <div className={classNames('relative min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted" />
      <Input
        id={id}
        type="search"
        className={classNames('pl-8', inputClass)}
        onChange={(event) => onQuery(event.target.value)}
        {...input}
      />
      {children}
    </div>
  );
}
