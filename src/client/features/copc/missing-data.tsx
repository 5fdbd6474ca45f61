/** Notice why a quality metric has no data ('Sin datos') and how to get them, with an analysis field to copy. */
import { Copy } from 'lucide-react';
import { Link } from 'wouter';
import { copcMissingDataLabels as labels } from './copc-help-es.ts';
import { screenPaths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';
import { isMetricFromHumanReviews, buildMissingMetricDataHelp, type AnalysisFieldToAdd } from './metric-help.ts';
import type { CopcMetricDisplay } from './metric-figures.ts';

function FieldLine({ field }: { readonly field: AnalysisFieldToAdd }) {
  const name = labels.copy(field.name);
  return (
    <div className="relative z-10 mt-2 flex items-start gap-1 rounded-md bg-sunken py-1 pr-1 pl-2.5 print:border print:border-line">
      <p className="min-w-0 flex-1 py-1 text-xs break-words">
        <code className="font-semibold">{field.name}</code> <span className="text-muted">({field.type})</span>:{' '}
        {field.text}
      </p>
      <Button
        size="icon"
        variant="ghost"
        aria-label={name}
        title={name}
        onClick={() => void copyTextWithToast(field.line, labels.copied)}
      >
        <Copy aria-hidden />
      </Button>
    </div>
  );
}

export function MissingMetricDataNotice({
  view: { metric, field },
}: {
  readonly view: Pick<CopcMetricDisplay, 'metric' | 'field'>;
}) {
  const { reason, how, field: toAdd } = buildMissingMetricDataHelp(metric, field);
  return (
    <div className="text-xs">
      <p className="font-medium">{reason}</p>
      <p className="mt-1 text-muted">{how}</p>
      {toAdd ? <FieldLine field={toAdd} /> : null}
      {isMetricFromHumanReviews(metric) ? (
        <Link
          href={screenPaths.qualityReview()}
          className="relative z-10 mt-2 inline-block rounded-sm text-accent-text underline underline-offset-2 print:hidden"
        >
          {labels.review}
        </Link>
      ) : null}
    </div>
  );
}
