/** Section of a page: a thin line, an optional heading, and the content. It has no box around it (docs/design.md). */
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CardProps {
  readonly title?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  readonly bodyClassName?: string;
}

export function SectionCard({ title, subtitle, actions, footer, children, className, bodyClassName }: CardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={title ? titleId : undefined} className={classNames('band flex flex-col', className)}>
      {title ? (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-2">
          <div className="min-w-0 flex-1 basis-56">
            <h2 id={titleId} className="font-semibold">
              {title}
            </h2>
            {subtitle ? <div className="text-xs text-muted">{subtitle}</div> : null}
          </div>
          {actions ? <div className="flex items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={classNames('base:min-h-0 flex-1 base:px-4 base:pt-1 base:pb-4', bodyClassName)}>{children}</div>
      {footer ? <footer className="border-t border-line px-4 py-2 text-xs text-muted">{footer}</footer> : null}
    </section>
  );
}
