/** An agent's tool call within the transcript: collapsed, with its arguments and result. */
import { ChevronDown, CircleCheck, CircleDashed, CircleDot, CircleX, Wrench } from 'lucide-react';
import type { AgentToolCall } from '../../../../contract/calls.ts';
import { transcriptToolCallLabels as labels } from '../call-detail-es.ts';
import { classNames } from '../../../ui/class-names.ts';
import { indentIfJson } from './transcript-items.ts';

function outcomeOf({ successful, result }: AgentToolCall) {
  if (successful === false) return { Icon: CircleX, text: labels.failed, tone: 'text-bad' };
  if (successful === true) return { Icon: CircleCheck, text: labels.succeeded, tone: 'text-good' };
  if (result !== null) return { Icon: CircleDot, text: labels.answered, tone: 'text-muted' };
  return { Icon: CircleDashed, text: labels.unknown, tone: 'text-muted' };
}

function Block({ name, text }: { readonly name: string; readonly text: string | null }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-muted">{name}</p>
      {text === null || text.trim() === '' ? (
        <p className="text-xs text-muted">{labels.none}</p>
      ) : (
        // A long tool result scrolls in its own box, which is focusable for keyboard scrolling.
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={name}
          className="max-h-64 overflow-auto rounded-sm bg-surface p-2 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {indentIfJson(text)}
        </pre>
      )}
    </div>
  );
}

export function TranscriptToolCall({ call }: { readonly call: AgentToolCall }) {
  const { Icon, text, tone } = outcomeOf(call);
  return (
    <details className="group mx-4 my-1 rounded-md border border-line bg-sunken">
      <summary className="flex min-h-8 -outline-offset-2 cursor-pointer items-center gap-2 px-3 py-1 text-xs marker:content-none">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="text-muted">{labels.tool}</span>
        <span className="min-w-0 truncate font-mono font-medium">{call.name ?? labels.unnamed}</span>
        <span className={classNames('ml-auto flex shrink-0 items-center gap-1 font-medium', tone)}>
          <Icon aria-hidden className="size-3.5" />
          {text}
        </span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-3 border-t border-line p-3">
        <Block name={labels.arguments} text={call.arguments} />
        <Block name={labels.result} text={call.result} />
      </div>
    </details>
  );
}
