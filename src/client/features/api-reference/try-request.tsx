/** 'Probar': fills in a request, sends it with the token, and shows what came. */
import { useMutation } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { useState } from 'react';
import type { OpenApiPlace } from '../../../contract/openapi.ts';
import { apiReferenceLabels as labels } from '../../../labels/api-reference-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { Code } from './code.tsx';
import { addressOf, bodyTypeOf, curlOf, headersOf, type TriedRequest } from './operation-request.ts';
import { sampleOf } from './schema-text.ts';

/** Longer answers are cut: they are looked at here, not kept. */
const mostLetters = 20_000;

/** Of an answer, what tells more than its body. */
const toldHeaders = ['x-total-count', 'x-ratelimit-remaining', 'retry-after', 'idempotency-replayed', 'x-request-id'];

interface Told {
  readonly status: number;
  readonly ms: number;
  readonly headers: string;
  readonly text: string;
}

interface TryRequestProps {
  readonly place: OpenApiPlace;
  readonly token: string;
}

export function TryRequest({ place, token }: TryRequestProps) {
  const format = useFormat();
  const type = bodyTypeOf(place);
  const [tried, setTried] = useState<TriedRequest>(() => ({ values: {}, body: firstBody(place) }));
  const sending = useMutation({ mutationFn: () => send(place, tried, token, format.count) });
  const curl = curlOf(place, tried, window.location.origin);
  const isRead = place.method === 'GET';
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {(place.operation.parameters ?? []).map(({ name }) => (
          <Field key={name} label={<span className="font-mono text-xs">{name}</span>}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={tried.values[name] ?? ''}
                onChange={({ target }) => setTried({ ...tried, values: { ...tried.values, [name]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
      {type === null ? null : (
        <Field label={labels.body}>
          {(control) => (
            <Textarea
              {...control}
              className="min-h-40 font-mono text-xs"
              spellCheck={false}
              value={tried.body}
              onChange={({ target }) => setTried({ ...tried, body: target.value })}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="small" disabled={sending.isPending || token === ''}>
          <Send aria-hidden />
          {sending.isPending ? labels.sending : labels.send}
        </Button>
        <Button size="small" onClick={() => void copyText(curl, labels.copied)}>
          <Copy aria-hidden />
          {labels.curl}
        </Button>
        <span className="text-xs text-muted">{token === '' ? labels.needsToken : isRead ? null : labels.real}</span>
      </div>
      <div aria-live="polite">
        {sending.isError ? <p className="text-sm text-bad">{labels.noAnswer}</p> : null}
        {sending.data ? (
          <>
            <Code
              title={labels.answered(sending.data.status, format.count(sending.data.ms))}
              text={sending.data.text}
            />
            <p className="mt-1 font-mono text-xs break-words text-muted">{sending.data.headers}</p>
          </>
        ) : null}
      </div>
    </form>
  );
}

function firstBody({ operation }: OpenApiPlace): string {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (!content) return '';
  const example = content.example ?? sampleOf(content.schema);
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}

/** With the token alone: what the session may is not what the token may. */
async function send(
  place: OpenApiPlace,
  tried: TriedRequest,
  token: string,
  count: (value: number) => string,
): Promise<Told> {
  const began = performance.now();
  const response = await fetch(addressOf(place, tried), {
    method: place.method,
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}`, ...headersOf(place, tried) },
    ...(bodyTypeOf(place) !== null && { body: tried.body }),
  });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    ms: Math.round(performance.now() - began),
    headers: toldHeaders
      .flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []))
      .join(' · '),
    text: shownText(bytes, response.headers.get('content-type') ?? '', count),
  };
}

function shownText(bytes: ArrayBuffer, type: string, count: (value: number) => string): string {
  if (bytes.byteLength === 0) return labels.empty;
  if (!/json|text/.test(type)) return labels.notText(count(bytes.byteLength), type);
  const text = new TextDecoder().decode(bytes);
  const told = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return told.length > mostLetters ? `${told.slice(0, mostLetters)}\n${labels.cut}` : told;
}
