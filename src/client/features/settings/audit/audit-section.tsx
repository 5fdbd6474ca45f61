/** Settings section with the workspace's audit log, filtered by topic, person and dates. For admins. */
import { useMemo } from 'react';
import { isCalendarDay } from '../../../../contract/calendar-days.ts';
import { auditLabels as labels, auditTopicLabels } from '../audit-es.ts';
import { useListPageQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { convertZonedDateTimeToMoment } from '../../../format/dates.ts';
import { useUrlSearchState } from '../../../hooks/use-search-state.ts';
import { useWorkspaceTimeZone } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { Select } from '../../../ui/input.tsx';
import { DayInput } from '../../../ui/moment-input.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AuditLogEntries } from './audit-entries.tsx';
import { PagedSettingsList } from '../paged-list.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';

const pageSize = 25;
const isDay = (text: string | null): text is string => text !== null && isCalendarDay(text);

function useAuditFilters() {
  const [search, change] = useUrlSearchState();
  const zone = useWorkspaceTimeZone();
  const [topic, username, from, to] = [
    search.get('tema'),
    search.get('usuario') ?? '',
    search.get('desde'),
    search.get('hasta'),
  ];
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1));
  const query = useMemo(
    () => ({
      page,
      pageSize,
      ...(topic ? { topic } : {}),
      ...(username ? { username } : {}),
      ...(isDay(from) ? { fromDate: convertZonedDateTimeToMoment(from, '00:00', zone).toISOString() } : {}),
      // To the day's last millisecond.
      ...(isDay(to)
        ? { toDate: new Date(convertZonedDateTimeToMoment(to, '23:59', zone).getTime() + 59_999).toISOString() }
        : {}),
    }),
    [page, topic, username, from, to, zone],
  );
  const isFiltered = Boolean(topic || username || from || to);
  return { query, page, topic, username, from, to, isFiltered, change };
}

export default function AuditLogSection() {
  const { query, page, topic, username, from, to, isFiltered, change } = useAuditFilters();
  const entries = useListPageQuery('listAuditLog', { query }, pollingQueryOptions);
  const { dateLocale: locale } = useRegionalFormat().regional;
  const clear = () => change({ tema: null, usuario: null, desde: null, hasta: null, pagina: null });
  return (
    <SectionCard title={labels.title} subtitle={labels.text} bodyClassName="p-0">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <Select
          aria-label={labels.topic}
          className="min-w-0 flex-1 basis-36 sm:max-w-40"
          value={topic ?? ''}
          onChange={(event) => change({ tema: event.target.value, pagina: null })}
        >
          <option value="">{labels.allTopics}</option>
          {Object.entries(auditTopicLabels).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <SearchInput
          label={labels.user}
          placeholder={labels.userPlaceholder}
          value={username}
          onSearch={(text) => change({ usuario: text, pagina: null })}
        />
        <span className="flex flex-wrap gap-2">
          <label className="flex items-center gap-2 text-muted">
            {labels.from}
            <DayInput
              locale={locale}
              className="w-38"
              max={to ?? undefined}
              value={from ?? ''}
              onChange={(day) => change({ desde: day, pagina: null })}
            />
          </label>
          <label className="flex items-center gap-2 text-muted">
            {labels.to}
            <DayInput
              locale={locale}
              className="w-38"
              min={from ?? undefined}
              value={to ?? ''}
              onChange={(day) => change({ hasta: day, pagina: null })}
            />
          </label>
        </span>
        {isFiltered ? (
          <Button size="small" variant="ghost" onClick={clear}>
            {labels.clearFilters}
          </Button>
        ) : null}
      </div>
      <PagedSettingsList
        query={entries}
        page={page}
        pageSize={pageSize}
        onPage={(next) => change({ pagina: String(next) })}
        failedTitle={labels.failed}
        empty={
          <EmptyState picture={isFiltered ? 'search' : 'log'} title={isFiltered ? labels.noMatch : labels.empty} />
        }
      >
        {(items) => <AuditLogEntries entries={items} />}
      </PagedSettingsList>
    </SectionCard>
  );
}
