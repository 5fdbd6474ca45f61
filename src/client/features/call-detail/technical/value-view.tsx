/** Displays JSON values: names beside values, lists as lists. Long texts are collapsed and can be copied. */
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { callDataTabLabels as labels } from '../call-detail-es.ts';
import { Button } from '../../../ui/button.tsx';
import { formatValueForCopy, type DisplayValueNode, type DisplayValueRow } from '../call-values.ts';
import { copyToClipboardWithToast } from '../copy-to-clipboard.ts';

/**
 * Text lengths in characters. Texts longer than `longText` are collapsed. Texts of at least `worthCopying` characters
 * have a copy button.
 */
const longText = 400;
const worthCopying = 40;

function LongText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= longText) return <span className="whitespace-pre-line">{text}</span>;
  return (
    <span className="whitespace-pre-line">
      {isWhole ? text : `${text.slice(0, longText)}…`}{' '}
      <button
        type="button"
        aria-expanded={isWhole}
        className="rounded-sm text-accent-text hover:underline"
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? labels.showLess : labels.showAll}
      </button>
    </span>
  );
}

function Node({ node }: { readonly node: DisplayValueNode }) {
  if (node.kind === 'text') return <LongText text={node.text} />;
  if (node.kind === 'list') {
    return (
      <ol className="flex list-decimal flex-col gap-1 pl-5 marker:text-xs marker:text-muted">
        {node.items.map((item, index) => (
          // The items of a JSON list have no other identity than their index.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="min-w-0 pl-1 break-words">
            <Node node={item} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <dl className="flex flex-col gap-1 border-l border-line pl-3">
      {node.entries.map(({ name, node: inner }) => (
        <div key={name} className={inner.kind === 'text' ? 'flex flex-wrap gap-x-2' : 'flex flex-col gap-1'}>
          <dt className="font-mono text-xs/5 break-words text-muted">{name}</dt>
          <dd className="min-w-0 break-words">
            <Node node={inner} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ row }: { readonly row: DisplayValueRow }) {
  const raw = formatValueForCopy(row.raw);
  return (
    <div className="group grid gap-x-4 py-1.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(9rem,2fr)_minmax(0,3fr)]">
      <dt className="font-mono text-xs/5 break-words text-muted">{row.name}</dt>
      <dd className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1 break-words">
          <Node node={row.node} />
        </div>
        {raw.length >= worthCopying ? (
          <Button
            size="icon"
            variant="ghost"
            className="-my-1.5 -mr-2"
            aria-label={labels.copyValue(row.name)}
            title={labels.copyValue(row.name)}
            onClick={() => void copyToClipboardWithToast(raw)}
          >
            <Copy aria-hidden />
          </Button>
        ) : null}
      </dd>
    </div>
  );
}

/** Table of names and values; `empty` is the text shown if there are none. */
export function DisplayValueTable({
  rows,
  empty,
}: {
  readonly rows: readonly DisplayValueRow[];
  readonly empty: string;
}) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <dl className="flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <Row key={row.name} row={row} />
      ))}
    </dl>
  );
}
