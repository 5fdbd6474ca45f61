/**
 * A section of the Analytics report, with its title and data. If its data can't be fetched, only this section shows an
 * error.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonActionLabels, loadingAndErrorStateLabels } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ReportPartProps<T> {
  readonly title: string;
  /** Text beside the title. */
  readonly note?: ReactNode;
  readonly read: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: T) => ReactNode;
}

export function ReportSection<T>({ title, note, read: { data, error, refetch }, children }: ReportPartProps<T>) {
  return (
    <section aria-label={title} aria-busy={data === undefined && error === null} className="report-part">
      <div className="report-part-head">
        <h3>{title}</h3>
        {data === undefined ? null : note}
      </div>
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <Skeleton className="mt-2 h-16 w-full" />
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
          <p>
            {loadingAndErrorStateLabels.failedTitle}. {getRequestErrorText(error)}
          </p>
          <Button size="small" className="print:hidden" onClick={() => void refetch()}>
            {commonActionLabels.retry}
          </Button>
        </div>
      )}
    </section>
  );
}
