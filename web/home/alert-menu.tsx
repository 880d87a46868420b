import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { alertKinds } from '../../domain/home/contract.ts'
import { alertWords } from '../../domain/home/rules.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { homeAlerts } from './queries.ts'

const numbers = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things']

/** What a person has not set up yet, each with the way there. Gone when all is done. */
export function AlertMenu() {
  const { data, error, refetch } = useQuery(homeAlerts)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <AlertsLoading />
  const { alerts } = data
  if (alerts.length === 0) return null
  const done = alertKinds.length - alerts.length
  return (
    <Card className="self-start p-4 pb-2">
      <h2 className="text-body font-strong">{numbers[alerts.length]} left to set up</h2>
      <div
        role="progressbar"
        aria-label="Set up"
        aria-valuemin={0}
        aria-valuemax={alertKinds.length}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${alertKinds.length} done`}
        className="mt-3 mb-1 h-1.5 overflow-hidden rounded-full bg-wash"
      >
        <div className="h-full rounded-full bg-good" style={{ width: `${(done / alertKinds.length) * 100}%` }} />
      </div>
      <ul>
        {alerts.map((kind) => {
          const { title, hint, to } = alertWords[kind]
          return (
            <li key={kind} className="border-t border-line first:border-t-0">
              <Link to={to} className="flex min-h-15 items-center justify-between gap-4 py-2 hover:text-court">
                <span className="grid">
                  <span className="font-medium">{title}</span>
                  <span className="text-small text-soft">{hint}</span>
                </span>
                <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function AlertsLoading() {
  return (
    <Loading>
      <div className="grid gap-4 rounded-card border border-line p-4">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-1.5 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </Loading>
  )
}
