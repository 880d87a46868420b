import { useNavigation } from 'react-router'
import { useDebounced } from '../ui/use-debounced.ts'

const slowAfterMs = 200

/** A thin line at the top of the screen if the next page takes longer than a moment to load. */
export function ProgressLine() {
  const isLoading = useNavigation().state === 'loading'
  const isSlow = useDebounced(isLoading, slowAfterMs)
  if (!isLoading || !isSlow) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-50 h-[3px] animate-pulse bg-court motion-reduce:animate-none"
    />
  )
}
