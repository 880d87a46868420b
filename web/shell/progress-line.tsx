import { useNavigation } from 'react-router'
import { useDebounced } from '../ui/use-debounced.ts'

const noticeable = 200

/** A thin line on top while the next page is on its way for longer than a moment. */
export function ProgressLine() {
  const isLoading = useNavigation().state === 'loading'
  const isSlow = useDebounced(isLoading, noticeable)
  if (!isLoading || !isSlow) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-50 h-[3px] animate-pulse bg-court motion-reduce:animate-none"
    />
  )
}
