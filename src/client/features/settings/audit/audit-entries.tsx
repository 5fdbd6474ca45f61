/** Entries of the audit log, written as sentences. If an entry has details, it can be expanded to show them. */
import { ChevronRight } from 'lucide-react';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { auditLabels as labels, describeAuditedAction } from '../audit-es.ts';
import { useCampaigns } from '../../../api/queries.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { buildAuditDetailDisplayRows, getAuditEntryTargetName, type AuditDetailDisplayRow } from './audit-details.ts';

function Details({
  rows,
  shownNumbers,
}: { readonly rows: readonly AuditDetailDisplayRow[] } & Pick<AuditLogEntry, 'shownNumbers'>) {
  return (
    <dl className="flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2 text-xs">
      {rows.map(({ name, before, after }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words">
            {before === null ? (
              <TextWithPhoneNumbers text={after} shown={shownNumbers} />
            ) : (
              <>
                <span className="sr-only">{labels.before}: </span>
                <span className="text-muted line-through">{before}</span>
                <span aria-hidden> → </span>
                <span className="sr-only">. {labels.after}: </span>
                <span className="font-medium">{after}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface EntryProps {
  readonly entry: AuditLogEntry;
  readonly nameOfCampaign: (id: string) => string | undefined;
}

function Entry({ entry, nameOfCampaign }: EntryProps) {
  const format = useRegionalFormat();
  const who = entry.username ?? (entry.action === 'session.refused' ? labels.unknown : labels.system);
  const what = describeAuditedAction(entry.action, getAuditEntryTargetName(entry, nameOfCampaign), entry.details);
  const rows = buildAuditDetailDisplayRows(entry.details, format);
  const line = (
    <>
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium">{who}</span> <TextWithPhoneNumbers text={what} shown={entry.shownNumbers} />
      </span>
      <span className="shrink-0 text-xs text-muted tabular-nums max-sm:w-full">
        {format.dateTime(entry.at)}
        {entry.address ? ` · ${entry.address}` : ''}
      </span>
    </>
  );
  if (rows.length === 0)
    return <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 pr-4 pl-10">{line}</li>;
  return (
    <li>
      <details className="group">
        <summary className="flex list-none -outline-offset-2 items-baseline gap-2 px-4 py-2.5 hover:bg-sunken/60 [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 translate-y-0.5 text-muted transition-transform group-open:rotate-90"
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-0.5">{line}</span>
        </summary>
        <div className="pr-4 pb-3 pl-10">
          <Details rows={rows} shownNumbers={entry.shownNumbers} />
        </div>
      </details>
    </li>
  );
}

export function AuditLogEntries({ entries }: { readonly entries: readonly AuditLogEntry[] }) {
  const campaigns = useCampaigns().data?.items;
  const nameOfCampaign = (id: string) => campaigns?.find((campaign) => campaign.id === id)?.name;
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} nameOfCampaign={nameOfCampaign} />
      ))}
    </ul>
  );
}
