import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'

/** Placeholders in the shape of a game's page, shown while it loads. */
export function EventLoading() {
  return (
    <Loading label="Loading the game" className={pageFrame('wide', 'lg:pt-8')}>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-12">
        <div>
          <Skeleton className="-mx-4.5 h-52 rounded-none sm:mx-0 sm:h-75 sm:rounded-cover" />
          <span className="mt-6 grid gap-3">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-10 w-96 max-w-full" />
            <Skeleton className="h-9 w-56" />
          </span>
          <span className="mt-5 grid gap-4 border-y border-line py-5 sm:grid-cols-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </span>
          <SkeletonText lines={4} className="mt-9 max-w-xl" />
        </div>
        <Skeleton className="h-80 rounded-card max-lg:hidden" />
      </div>
    </Loading>
  )
}
