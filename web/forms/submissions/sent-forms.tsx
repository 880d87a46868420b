import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '../../../domain/format-money.ts'
import { submissionPath } from '../../../domain/forms/paths.ts'
import type { MySubmissionPage } from '../../../domain/forms/submission-list-contract.ts'
import { nameOwnState } from '../../../domain/forms/submission-texts.ts'
import { minute } from '../../../domain/time/spans.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Status } from '../../ui/status.tsx'
import { useNow } from '../../ui/use-now.ts'
import { sentForms } from './queries.ts'
import { stateTones } from './state-status.tsx'

/** What the viewer has sent with any form. It shows nothing if there is none, and while nobody knows yet. */
export function SentForms() {
  const headingId = useId()
  const query = useInfiniteQuery(sentForms)
  const sent = query.data?.pages.flatMap(({ submissions }) => submissions) ?? []
  if (sent.length === 0 && !query.error) return null
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={headingId} className="text-title">
        Forms you sent
      </h2>
      {query.data ? (
        <div>
          <ul aria-labelledby={headingId} className="border-b border-line">
            {sent.map((one) => (
              <SentRow key={one.id} sent={one} />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      ) : (
        <ErrorNotice
          title="We could not load what you sent"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </section>
  )
}

function SentRow({ sent }: { sent: MySubmissionPage['submissions'][number] }) {
  const now = useNow(minute)
  const { id, form, state, label, total, sentAt } = sent
  const facts = [
    form.team.name,
    label,
    total && formatMoney(total),
    `sent ${writeDate(sentAt, { now }, { month: 'short', day: 'numeric' })}`,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-3">
      <div className="grid min-w-0 flex-1 basis-56">
        <Link to={submissionPath(form.id, id)} className="font-strong wrap-anywhere underline-offset-3 hover:underline">
          {form.title}
        </Link>
        <span className="text-small text-soft wrap-anywhere">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <Status tone={stateTones[state]} className="text-small">
        {nameOwnState(sent)}
      </Status>
    </li>
  )
}
