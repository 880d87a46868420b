import { useRef, useState } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextButton } from '../../ui/text-button.tsx'

type Rows = {
  data: unknown
  error: unknown
  isError: boolean
  isRefetchError: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  refetch: () => Promise<unknown>
}

/** How much the count has grown since the rows were loaded. */
function useGrowth({ isFetching, isFetchingNextPage, isError }: Rows, count: number, isCounting: boolean): number {
  const [loaded, setLoaded] = useState({ count, isSettled: false })
  const isLoading = isFetching && !isFetchingNextPage
  // After a change, the rows and the count are loaded together. What the count finds then is in the rows.
  const isSettled = !isLoading && (loaded.isSettled || !isCounting)
  const isLoaded = isSettled && !loaded.isSettled && !isError
  const base = isLoaded ? count : Math.min(loaded.count, count)
  if (base !== loaded.count || isSettled !== loaded.isSettled) setLoaded({ count: base, isSettled })
  return isSettled ? count - base : 0
}

/** The counts follow what others send. The rows do not, because they would move under the finger: this line loads them. */
export function NewSubmissions({ rows, count, isCounting }: { rows: Rows; count: number; isCounting: boolean }) {
  const growth = useGrowth(rows, count, isCounting)
  const [wasPressed, setWasPressed] = useState(false)
  const line = useRef<HTMLDivElement>(null)
  const reload = () => {
    setWasPressed(true)
    // The button goes, and the focus must not go with it.
    line.current?.focus({ preventScroll: true })
    void rows.refetch()
  }
  if (rows.data === undefined) return null
  return (
    <>
      {/* Empty, it takes no room between what is above and below it. */}
      <div ref={line} role="status" tabIndex={-1} className="text-small text-soft outline-none empty:-mb-4">
        {growth > 0 ? (
          <p>
            <TextButton onClick={reload}>Show {growth.toLocaleString('en-US')} new</TextButton>
          </p>
        ) : (
          wasPressed && <p>{rows.isFetching ? 'Loading what is new' : 'The list is up to date.'}</p>
        )}
      </div>
      {wasPressed && rows.isRefetchError && <ErrorNotice error={rows.error} />}
    </>
  )
}
