import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { setupTasks } from '../../domain/home/contract.ts'
import { setupTaskLabels } from '../../domain/home/rules.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { openSetupTasks } from './queries.ts'

const numbers = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things']

/** Lists the setup tasks that are left, each with a link to do it. Shows nothing once all are done. */
export function SetupMenu() {
  const { data, error, refetch } = useQuery(openSetupTasks)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <SetupMenuLoading />
  const { tasks } = data
  if (tasks.length === 0) return null
  const done = setupTasks.length - tasks.length
  return (
    <Card className="self-start p-4 pb-2">
      <h2 className="text-body font-strong">{numbers[tasks.length]} left to set up</h2>
      <div
        role="progressbar"
        aria-label="Set up"
        aria-valuemin={0}
        aria-valuemax={setupTasks.length}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${setupTasks.length} done`}
        className="mt-3 mb-1 h-1.5 overflow-hidden rounded-full bg-wash"
      >
        <div className="h-full rounded-full bg-good" style={{ width: `${(done / setupTasks.length) * 100}%` }} />
      </div>
      <ul>
        {tasks.map((task) => {
          const { title, hint, to } = setupTaskLabels[task]
          return (
            <li key={task} className="border-t border-line first:border-t-0">
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

function SetupMenuLoading() {
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
