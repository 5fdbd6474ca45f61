/** 'Referencia de la API': the document of OpenAPI, to read, to search and to try with a token. */
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { operationsOf, withoutReferences, type OpenApiDocument } from '../../../contract/openapi.ts';
import { apiReferenceLabels as labels } from '../../../labels/api-reference-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { urlOf } from '../../api/client.ts';
import { useApiQuery } from '../../api/queries.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useMay } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Operation } from './operation.tsx';

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function Operations({ document, token, query }: { document: OpenApiDocument; token: string; query: string }) {
  const words = plain(query).split(/\s+/);
  const all = useMemo(() => operationsOf(withoutReferences(document)), [document]);
  const found = all.filter(({ path, method, operation }) => {
    const text = plain(`${method} ${path} ${operation.summary} ${operation.description}`);
    return words.every((word) => text.includes(word));
  });
  if (found.length === 0) return <EmptyState picture="search" title={labels.nothing} text={labels.nothingText} />;
  return document.tags.map(({ name }) => {
    const places = found.filter(({ operation }) => operation.tags.includes(name));
    if (places.length === 0) return null;
    return (
      <Card key={name} title={name} bodyClassName="p-0">
        <ul>
          {places.map((place) => (
            <Operation key={place.operation.operationId} place={place} token={token} />
          ))}
        </ul>
      </Card>
    );
  });
}

export default function ApiReferencePage() {
  const query = useApiQuery('openApi', {}, { once: true });
  const [search, changeSearch] = useSearchState();
  const may = useMay('admin');
  const [token, setToken] = useState('');
  return (
    <Page
      title={labels.title}
      live={false}
      className="flex flex-col gap-5"
      {...(may && { back: { href: paths.settings('api'), label: labels.back } })}
      actions={
        <a className={buttonClass({ size: 'small' })} href={urlOf('openApi')} download="openapi.json">
          <Download aria-hidden />
          {labels.download}
        </a>
      }
    >
      <p className="text-muted">{labels.intro}</p>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-end">
        <SearchBox
          label={labels.search}
          placeholder={labels.search}
          value={search.get('q') ?? ''}
          onQuery={(q) => changeSearch({ q })}
        />
        <Field label={labels.token}>
          {(control) => (
            <PasswordInput
              {...control}
              about={labels.tokenName}
              value={token}
              onChange={(event) => setToken(event.target.value.trim())}
            />
          )}
        </Field>
      </div>
      {query.data ? (
        <Operations document={query.data} token={token} query={search.get('q') ?? ''} />
      ) : query.isError ? (
        <FailedState title={labels.failedTitle} text={shownMessage(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows count={8} className="h-12" />
      )}
    </Page>
  );
}
