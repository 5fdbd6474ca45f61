/** Notice that the data on screen are old, because refreshing them failed. */
import { TriangleAlert } from 'lucide-react';
import { commonActionLabels, loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { classNames } from './class-names.ts';

export function StaleNotice({ onRetry, className }: { readonly onRetry: () => void; readonly className?: string }) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex items-center gap-2 rounded-md bg-attention-soft px-3 py-1 text-xs text-attention',
        className,
      )}
    >
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1">{loadingAndErrorStateLabels.updatingFailed}</span>
      <button
        type="button"
        className="shrink-0 rounded-sm px-1 py-1 font-medium underline underline-offset-2"
        onClick={onRetry}
      >
        {commonActionLabels.retry}
      </button>
    </div>
  );
}
