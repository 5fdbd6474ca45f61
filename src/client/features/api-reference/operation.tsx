/** One thing that can be called: a line, and opened its parameters, body, answers and a try. */
import { useState } from 'react';
import type { OpenApiPlace } from '../../../contract/openapi.ts';
import { apiReferenceLabels as labels } from '../../../labels/api-reference-es.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Code } from './code.tsx';
import { fieldsOf, sampleOf, typeText, type SchemaField } from './schema-text.ts';
import { TryRequest } from './try-request.tsx';

const tones: Readonly<Record<string, BadgeTone>> = { GET: 'neutral', DELETE: 'bad' };

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly SchemaField[] }) {
  if (fields.length === 0) return null;
  return (
    <section>
      <h4 className="mb-1 font-medium">{title}</h4>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        {fields.map(({ name, required, description, schema }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs break-all sm:pt-0.5">{name}</dt>
            <dd className="min-w-0 break-words text-muted max-sm:mb-2">
              {[description, typeText(schema), required ? labels.required : null].filter(Boolean).join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Answers({ operation }: Pick<OpenApiPlace, 'operation'>) {
  const answers = Object.entries(operation.responses);
  const [done] = answers;
  const schema = done?.[1].content?.['application/json']?.schema;
  return (
    <section>
      <h4 className="mb-1 font-medium">{labels.answers}</h4>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        {answers.map(([status, { description }]) => (
          <div key={status} className="contents">
            <dt className="font-mono text-xs sm:pt-0.5">{status === 'default' ? labels.otherStatus : status}</dt>
            <dd className="text-muted max-sm:mb-2">{description}</dd>
          </div>
        ))}
      </dl>
      {schema ? (
        <div className="mt-2">
          <Code title={labels.example} text={JSON.stringify(sampleOf(schema), null, 2)} />
        </div>
      ) : null}
    </section>
  );
}

interface OperationProps {
  readonly place: OpenApiPlace;
  readonly token: string;
}

export function Operation({ place, token }: OperationProps) {
  const { path, method, operation } = place;
  const body = operation.requestBody?.content['application/json']?.schema ?? {};
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-b border-line last:border-0">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer -outline-offset-2 flex-wrap items-baseline gap-x-3 gap-y-1 rounded-sm px-4 py-2.5 hover:bg-sunken">
          <Badge tone={tones[method] ?? 'accent'} className="min-w-14 justify-center font-mono">
            {method}
          </Badge>
          <span className="min-w-0 flex-1 basis-56 font-medium">{operation.summary}</span>
          <span className="min-w-0 font-mono text-xs break-all text-muted">{path}</span>
        </summary>
        {isOpen ? (
          <div className="grid gap-6 px-4 pt-1 pb-5 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <p className="text-sm">{operation.description}</p>
              <Fields title={labels.parameters} fields={operation.parameters ?? []} />
              <Fields title={labels.body} fields={fieldsOf(body)} />
              <Answers operation={operation} />
            </div>
            <section className="min-w-0">
              <h4 className="mb-2 font-medium">{labels.tryIt}</h4>
              <TryRequest place={place} token={token} />
            </section>
          </div>
        ) : null}
      </details>
    </li>
  );
}
