/** Grey loading placeholder. Give it the height of the real content, so that nothing moves after loading. */
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden className={classNames('block animate-breathe base:rounded-sm bg-sunken', className)} />;
}

/** Loading placeholder of `count` rows, with a text for screen readers. */
export function SkeletonRows({ count, className }: { readonly count: number; readonly className: string }) {
  return (
    <div aria-busy="true">
      <span className="sr-only">{loadingAndErrorStateLabels.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classNames('flex items-center', className)}>
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}
