import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

/** Stands while a page's own code is on its way. */
export function PageLoading() {
  return (
    <Loading className="mx-auto grid max-w-[1120px] gap-6 px-4.5 pt-10 sm:px-7">
      <Skeleton className="h-10 w-3/5 max-w-md" />
      <div className="mt-5 max-w-xl">
        <SkeletonText lines={4} />
      </div>
    </Loading>
  )
}
