import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'

/** A placeholder in the layout of a profile: court art, picture, name and activities. */
export function ProfileLoading() {
  return (
    <Loading label="Loading the profile" className={pageFrame('wide', 'lg:pt-8')}>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-12">
        <div>
          <Skeleton className="-mx-4.5 h-36 rounded-none sm:mx-0 sm:h-52 sm:rounded-cover lg:h-60" />
          <div className="relative -mt-13 sm:-mt-17 sm:flex sm:gap-5 sm:pl-7">
            <span className="block size-26 flex-none rounded-full bg-paper p-1 sm:size-34">
              <Skeleton className="size-full rounded-full" />
            </span>
            <span className="mt-4 grid gap-3 sm:mt-21">
              <Skeleton className="h-10 w-64 max-w-full" />
              <Skeleton className="h-4 w-72 max-w-full" />
            </span>
          </div>
          <SkeletonText lines={2} className="mt-8 max-w-xl" />
          <div className="mt-9 grid gap-3">
            {[0, 1, 2].map((row) => (
              <span key={row} className="grid grid-cols-[4.5rem_1fr] items-center gap-4 border-t border-line pt-3 sm:grid-cols-[6rem_1fr]">
                <Skeleton className="h-14 rounded-thumb sm:h-16" />
                <span className="grid gap-2">
                  <Skeleton className="h-4.5 w-32" />
                  <Skeleton className="h-3.5 w-44" />
                </span>
              </span>
            ))}
          </div>
        </div>
        <Skeleton className="h-52 rounded-card max-lg:hidden" />
      </div>
    </Loading>
  )
}
