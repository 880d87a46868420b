import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

const chips = ['w-24', 'w-20', 'w-28']

/** Placeholders in the shape of the form, shown while it loads. */
export function EventFormLoading() {
  return (
    <Loading className={pageFrame('wide', 'sm:pt-9')}>
      <Skeleton className="-mx-4.5 h-24 rounded-none sm:hidden" />
      <Skeleton className="mt-6 mb-8 h-8 w-52 sm:mt-0" />
      {['What', 'When', 'Where', 'Seats'].map((part) => (
        <span key={part} className="grid max-w-2xl gap-4 border-t border-line py-6">
          <Skeleton className="h-5 w-16" />
          <span className="flex gap-2">
            {chips.map((width) => (
              <Skeleton key={width} className={`h-8.5 rounded-full ${width}`} />
            ))}
          </span>
        </span>
      ))}
    </Loading>
  )
}
