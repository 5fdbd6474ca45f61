/** Loading placeholder of a call's page, in the same layout. */
import { callDetailLabels } from './call-detail-es.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const box = 'border-t border-line pt-4';

export function CallPageSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{callDetailLabels.loading}</span>
      <div className={'flex h-14 items-center'}>
        <Skeleton className="h-8 w-64 max-w-full" />
      </div>
      <div className="flex flex-col gap-x-8 gap-y-4 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex flex-col gap-4">
          <div className={`${box} flex h-16 items-center gap-4 max-sm:h-25`}>
            <Skeleton className="size-9 rounded-full" />
            <Skeleton className="h-2 flex-1" />
          </div>
          <div className={`${box} flex h-96 flex-col gap-4`}>
            <Skeleton className="h-6 w-72 max-w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/4" />
          </div>
        </div>
        <div className={`${box} flex h-96 flex-col gap-4`}>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-5/6" />
        </div>
      </div>
    </div>
  );
}
