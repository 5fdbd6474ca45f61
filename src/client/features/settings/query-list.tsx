/** List of a settings section, or its loading, failed or empty state. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { getRequestErrorText } from '../../api/api-error.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';

interface QueryListProps<T> extends Pick<ComponentProps<typeof EmptyState>, 'picture'> {
  readonly query: UseQueryResult<readonly T[]>;
  readonly labels: { readonly failedTitle: string; readonly empty: string; readonly emptyText: string };
  readonly skeleton: { readonly count: number; readonly className: string };
  readonly children: (item: T) => ReactNode;
}

export function SettingsQueryList<T>({ query, labels, picture, skeleton, children }: QueryListProps<T>) {
  const { data, isError, error, refetch } = query;
  if (data === undefined)
    return isError ? (
      <FailedReadState title={labels.failedTitle} text={getRequestErrorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows {...skeleton} />
    );
  if (data.length === 0) return <EmptyState picture={picture} title={labels.empty} text={labels.emptyText} />;
  return <ul>{data.map(children)}</ul>;
}
