import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** Stands where a form will be. */
export function FormLoading() {
  return (
    <Loading label="Loading the form" className={pageFrame(672, 'pt-4 sm:pt-9')}>
      <span className="grid gap-6">
        <Skeleton className="h-1.5 rounded-full" />
        <Skeleton className="h-8 w-56" />
        {['name', 'choice', 'text'].map((key) => (
          <span key={key} className="grid gap-2">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-11.5" />
          </span>
        ))}
      </span>
    </Loading>
  )
}
