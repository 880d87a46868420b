import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { NeedsYouLines } from './needs-you-lines.tsx'
import { needsYouInMessages } from './queries.ts'

/** The conversations below stay in sight until the viewer asks for more lines than these. */
const maxShown = 3

/** What waits for the viewer across their conversations. Nothing is shown if nothing waits. */
export default function NeedsYouInMessages() {
  const { data: items = [], isLoadingError, error, refetch, isFetching } = useQuery(needsYouInMessages)
  const [showsAll, setShowsAll] = useState(false)
  const spaced = 'px-4.5 pb-4 sm:px-7 lg:px-5'
  if (isLoadingError) {
    return (
      <ErrorNotice
        className={spaced}
        title="We could not load what needs you"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="needs-you" className={`grid gap-1 ${spaced}`}>
      <h2 id="needs-you" className="text-lead! font-strong">
        Needs you
      </h2>
      <NeedsYouLines items={showsAll ? items : items.slice(0, maxShown)} />
      {items.length > maxShown && (
        <p>
          <TextButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show less' : `Show all ${items.length}`}
          </TextButton>
        </p>
      )}
    </section>
  )
}
