/**
 * Table components in the console's style. Below the breakpoint `md`, screens show cards instead of tables
 * (docs/design.md).
 */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/**
 * Table in a wrapper that scrolls sideways, so that the page does not. The wrapper can be focused, because keys scroll
 * it then, and it clips hidden texts for screen readers.
 */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    <div className="relative w-full overflow-x-auto">
      <table className={classNames('w-full border-collapse text-left', className)} {...props} />
    </div>
  );
}

export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead className={classNames('border-b border-line text-xs text-muted', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr className={classNames('base:border-b border-line last:border-0 hover:bg-sunken/60', className)} {...props} />
  );
}

export function TableHeadCell({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="col" className={classNames('h-9 base:px-4 font-medium whitespace-nowrap', className)} {...props} />;
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={classNames('base:h-11 base:px-4', className)} {...props} />;
}
