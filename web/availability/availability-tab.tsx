import { useQuery } from '@tanstack/react-query'
import { weekdays } from '../../domain/time/clock.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { AvailabilityEditor } from './availability-editor.tsx'
import { myAvailability } from './queries.ts'

/** The settings tab with the hours when the user can play. */
export default function AvailabilityTab() {
  const { data, error, refetch, isFetching } = useQuery(myAvailability)
  if (data) return <AvailabilityEditor saved={data} />
  if (error) {
    return <ErrorNotice error={error} title="Your hours could not be loaded" onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <Loading>
      <Skeleton className="h-7 w-56" />
      <div className="mt-6 max-w-2xl divide-y divide-line border-y border-line">
        {weekdays.map((weekday) => (
          <div key={weekday} className="flex items-center gap-3 py-4">
            <Skeleton className="size-5.5" />
            <Skeleton className="h-4.5 w-24" />
            <Skeleton className="ml-auto h-4.5 w-32" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
