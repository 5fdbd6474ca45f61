/**
 * Buttons, and CSS classes for links that look like buttons (`getButtonClasses`). They do not appear on printed pages.
 */
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const variants = cva(
  'inline-flex base:shrink-0 select-none print:hidden items-center justify-center gap-2 base:whitespace-nowrap base:rounded-md font-medium transition-colors disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-ink enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover',
        secondary: 'border base:border-line base:bg-surface base:text-ink enabled:hover:bg-sunken [a&]:hover:bg-sunken',
        ghost:
          'base:text-muted base:enabled:hover:bg-sunken base:enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink',
        danger: 'bg-bad text-bad-ink enabled:hover:bg-bad-hover',
      },
      size: {
        small: 'h-8 base:px-3 base:text-xs',
        medium: 'base:h-9 base:px-4 text-sm',
        large: 'h-10 px-4 text-sm',
        /** Size for a square button with an icon alone; such a button needs an aria-label. */
        icon: 'size-8 text-sm',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'medium' },
  },
);

export type ButtonVariantProps = VariantProps<typeof variants>;

/** CSS classes for a link that should look like a button. */
export function getButtonClasses(look: ButtonVariantProps & { readonly className?: string } = {}): string {
  const { className, ...rest } = look;
  return classNames(variants(rest), className);
}

/** A button whose default type is 'button'. Use the look `primary` at most once on a screen. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & ButtonVariantProps) {
  // oxlint-disable-next-line react/button-has-type -- the default above is static
  return <button type={type} className={classNames(variants({ variant, size }), className)} {...props} />;
}
