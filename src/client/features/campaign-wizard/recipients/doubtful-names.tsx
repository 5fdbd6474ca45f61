/** Lists doubtful names of recipients, because the agent says names aloud, and asks whether to call these people. */
import { MessageCircleQuestion } from 'lucide-react';
import { recipientListLabels } from '../recipient-list-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { RecipientParsingChoices } from './reading-choices.ts';
import type { RecipientFileSummary } from './recipient-summary.ts';

const labels = recipientListLabels.doubtful;

interface DoubtfulNamesProps {
  readonly doubtful: RecipientFileSummary['doubtful'];
  readonly decision: RecipientParsingChoices['names'];
  readonly onDecide: (decision: RecipientParsingChoices['names']) => void;
  readonly onShow: () => void;
}

export function DoubtfulNamesPanel({ doubtful, decision, onDecide, onShow }: DoubtfulNamesProps) {
  const format = useRegionalFormat();
  const { count, examples } = doubtful;
  const one = count === 1;
  const title = labels.title(format.count(count));
  const quoted = examples.map(labels.quoted).join(', ');
  const look = decision === null ? 'border-attention/40 bg-attention-soft' : 'border-line bg-sunken';
  return (
    <section aria-label={title} className={classNames('rounded-md border px-3 py-2', look)}>
      <p className={classNames('flex items-start gap-2', decision === null ? 'text-attention' : 'text-muted')}>
        <MessageCircleQuestion aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          <strong className="font-semibold">{title}.</strong>{' '}
          {decision === null
            ? labels.text(count > examples.length ? `${quoted} ${labels.more}` : quoted)
            : decision === 'call'
              ? labels.called(one)
              : labels.omitted(one)}
        </span>
      </p>
      <div className="mt-2 ml-6 flex flex-wrap gap-2">
        {decision === null ? (
          <>
            <Button size="small" data-field="names" onClick={() => onDecide('call')}>
              {labels.call(one)}
            </Button>
            <Button size="small" onClick={() => onDecide('omit')}>
              {labels.omit(format.count(count))}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => onDecide(null)}>
            {labels.undo}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={onShow}>
          {recipientListLabels.show}
        </Button>
      </div>
    </section>
  );
}
