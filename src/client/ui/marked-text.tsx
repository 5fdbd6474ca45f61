/** A text with its search hits marked. */
import { Fragment } from 'react';
import { splitTextBySearchHits } from '../format/marked-parts.ts';

/** Renders a text and marks the hits of a search `query` in it. If `query` is null, nothing is marked. */
export function SearchHitText({ text, query }: { readonly text: string; readonly query: string | null }) {
  if (query === null) return text;
  let at = 0;
  return splitTextBySearchHits(text, query).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.marked) return <Fragment key={key}>{part.text}</Fragment>;
    return (
      <mark
        key={key}
        className="rounded-sm bg-accent-soft font-semibold text-accent-text underline decoration-accent decoration-2 underline-offset-2"
      >
        {part.text}
      </mark>
    );
  });
}
