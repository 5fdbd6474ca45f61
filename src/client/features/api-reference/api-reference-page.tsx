/** Screen 'Referencia de la API': how to begin with the API, and links to the OpenAPI document of its endpoints. */
import { Copy, Download, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { maxApiTokenRequestsPerMinute } from '../../../contract/token-limits.ts';
import { apiReferenceLabels as labels } from '../../../labels/api-reference-es.ts';
import { buildEndpointUrl } from '../../api/client.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';

/** A line of code with a copy button. If it is too long, only the line scrolls sideways, not the page. */
function Code({ text, copy }: { readonly text: string; readonly copy: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Scrolls sideways: reachable by keyboard for that. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="min-w-0 flex-1 basis-64 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
      <Button size="small" aria-label={copy} onClick={() => void copyTextWithToast(text, labels.copied)}>
        <Copy aria-hidden />
        {labels.copy}
      </Button>
    </div>
  );
}

function Step({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex flex-col gap-2">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted">{text}</p>
      {children}
    </li>
  );
}

function FirstRequest() {
  const may = useHasRole('admin');
  const { origin } = window.location;
  const document = buildEndpointUrl('openApi');
  return (
    <SectionCard title={labels.begin}>
      <ol className="flex max-w-3xl flex-col gap-6">
        <Step title={labels.token} text={may ? labels.tokenText : labels.tokenAsked}>
          {may ? (
            <Link
              className={getButtonClasses({ size: 'small', className: 'self-start' })}
              href={screenPaths.settings('api')}
            >
              {labels.toTokens}
            </Link>
          ) : null}
        </Step>
        <Step title={labels.request} text={labels.requestText}>
          <Code
            text={`curl -H "Authorization: Bearer $VOCERO_TOKEN" ${origin}${buildEndpointUrl('listCampaigns')}`}
            copy={labels.copyRequest}
          />
        </Step>
        <Step title={labels.document} text={labels.documentText}>
          <Code text={`${origin}${document}`} copy={labels.copyAddress} />
          <p className="flex flex-wrap gap-2">
            <a className={getButtonClasses({ size: 'small' })} href={document} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {labels.open}
            </a>
            <a className={getButtonClasses({ size: 'small' })} href={document} download="openapi.json">
              <Download aria-hidden />
              {labels.download}
            </a>
          </p>
        </Step>
      </ol>
    </SectionCard>
  );
}

function Rules() {
  const format = useRegionalFormat();
  const rules = [
    [labels.limit, labels.limitText(format.count(maxApiTokenRequestsPerMinute))],
    [labels.once, labels.onceText],
    [labels.errors, labels.errorsText],
  ];
  return (
    <SectionCard title={labels.rules}>
      <dl className="flex max-w-3xl flex-col gap-4">
        {rules.map(([name, text]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

export default function ApiReferencePage() {
  const may = useHasRole('admin');
  return (
    <PageFrame
      title={labels.title}
      live={false}
      className="flex flex-col gap-5"
      {...(may && { back: { href: screenPaths.settings('api'), label: labels.back } })}
    >
      <p className="text-muted">{labels.intro}</p>
      <FirstRequest />
      <Rules />
      <SectionCard title={labels.events}>
        <div className="flex max-w-3xl flex-col gap-2">
          <p className="text-muted">{labels.eventsText}</p>
          {may ? (
            <Link
              className={getButtonClasses({ size: 'small', className: 'self-start' })}
              href={screenPaths.settings('eventos')}
            >
              {labels.toEvents}
            </Link>
          ) : null}
        </div>
      </SectionCard>
    </PageFrame>
  );
}
