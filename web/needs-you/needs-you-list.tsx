import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { describeItem } from './describe-item.ts'
import { needsYou } from './queries.ts'

/** What waits for the viewer in communities and games. Nothing is shown if nothing waits. */
export function NeedsYouList() {
  const { data: items = [], isLoadingError, error, refetch, isFetching } = useQuery(needsYou)
  const [now] = useState(() => Date.now())
  if (isLoadingError) {
    return <ErrorNotice title="We could not load what needs you" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (items.length === 0) return null
  return (
    <section aria-labelledby="needs-you" className="grid gap-1">
      <h2 id="needs-you" className="text-title">
        Needs you
      </h2>
      <ul aria-labelledby="needs-you" className="border-b border-line">
        {items
          .map((item) => describeItem(item, now))
          .map(({ key, text, detail, to }) => (
            <li key={key} className="border-t border-line">
              <Link to={to} className="group flex min-h-14 items-center justify-between gap-4 py-2.5">
                <span className="grid min-w-0">
                  <span className="font-strong wrap-anywhere group-hover:text-court">{text}</span>
                  <span className="text-small text-soft wrap-anywhere">{detail}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
