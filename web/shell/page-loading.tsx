import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

/** Shown while the code of a page is loading. */
export function PageLoading() {
  return (
    <Loading className={pageFrame('wide', 'grid gap-6 pt-10')}>
      <Skeleton className="h-10 w-3/5 max-w-md" />
      <div className="mt-5 max-w-xl">
        <SkeletonText lines={4} />
      </div>
    </Loading>
  )
}
