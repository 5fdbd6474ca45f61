/** Status of the voice provider's service according to its own status page, with a link; polled every 5 minutes. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleHelp, CircleX, ExternalLink, TriangleAlert, Wrench } from 'lucide-react';
import type { ProviderServiceState } from '../../contract/alerts.ts';
import { findLabelEntry } from '../../labels/known.ts';
import { serviceStatusLabels as labels } from '../../labels/shell-es.ts';
import { callApi } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

const fiveMinutes = 5 * 60_000;

const looks = {
  operational: { Icon: CircleCheck, tone: 'text-good' },
  degraded: { Icon: TriangleAlert, tone: 'text-attention' },
  major_outage: { Icon: CircleX, tone: 'text-bad' },
  maintenance: { Icon: Wrench, tone: 'text-attention' },
  unknown: { Icon: CircleHelp, tone: 'text-muted' },
} as const satisfies Record<ProviderServiceState, unknown>;

export function ProviderStatusWidget({ collapsed }: { readonly collapsed: boolean }) {
  const { data, isError } = useQuery({
    queryKey: sessionQueryKeys.serviceStatus,
    queryFn: () => callApi('serviceStatus'),
    refetchInterval: fiveMinutes,
  });
  if (!data && !isError) return <Skeleton className={collapsed ? 'size-10 rounded-md' : 'h-8 flex-1 rounded-md'} />;
  const status = isError || !data || findLabelEntry(looks, data.status) === undefined ? 'unknown' : data.status;
  const { Icon, tone } = looks[status];
  const look = classNames(
    'flex items-center rounded-md text-xs transition-colors',
    collapsed ? 'size-10 justify-center' : 'h-8 min-w-0 flex-1 gap-2 px-2',
  );
  const name = `${labels.provider}: ${labels[status]}`;
  const content = (
    <>
      <Icon aria-hidden className={classNames('size-4 shrink-0', tone)} />
      {collapsed ? null : <span className="truncate font-medium">{labels[status]}</span>}
      {collapsed || !data ? null : <ExternalLink aria-hidden className="ml-auto size-3 shrink-0 text-muted" />}
    </>
  );
  return (
    <Tooltip
      side="right"
      text={
        <>
          <span className="block font-semibold">{name}</span>
          {/* The status page's own words are English. */}
          {status === 'unknown' ? <span className="block">{labels.unavailable}</span> : null}
        </>
      }
    >
      {data ? (
        <a
          href={data.pageUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={`${name}. ${labels.openPage}`}
          className={classNames(look, 'hover:bg-sunken')}
        >
          {content}
        </a>
      ) : (
        <button type="button" aria-label={name} className={look}>
          {content}
        </button>
      )}
    </Tooltip>
  );
}
