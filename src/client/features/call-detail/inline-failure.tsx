/** One-line error message for a part of a page that could not be loaded, with a retry button. */
import { RefreshCw } from 'lucide-react';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { Button } from '../../ui/button.tsx';

export function InlineLoadError({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-muted">{text}</span>
      <Button size="small" onClick={onRetry}>
        <RefreshCw aria-hidden />
        {commonActionLabels.retry}
      </Button>
    </div>
  );
}
