/** Text inputs of one or more lines, and the native select. Inside a `Field` they get its label and error. */
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Classes of a field's box. */
export const inputBoxClass =
  'base:w-full rounded-md border border-line-strong bg-surface base:text-sm text-ink transition-colors placeholder:text-muted disabled:bg-sunken disabled:text-muted aria-invalid:border-bad';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classNames(inputBoxClass, 'base:h-9 px-3', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(inputBoxClass, 'base:min-h-24 px-3 base:py-2', className)} {...props} />;
}

/** Native select in our style. It needs little code, and phones and screen readers support it well. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex base:w-full print:hidden', className)}>
      <select className={classNames(inputBoxClass, 'h-9 appearance-none truncate pr-8 pl-3')} {...props}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted" />
    </span>
  );
}
