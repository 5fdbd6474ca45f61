/** The product's logo in the colours of the theme. */
import { classNames } from './class-names.ts';

export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={classNames('base:size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M8 14v4M12 10.5v11M16 7v18M20 11.5v9M24 14v4"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}
