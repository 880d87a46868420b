import { useQuery } from '@tanstack/react-query'
import { PenLine, Share2, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { formPath } from '../../../domain/forms/paths.ts'
import type { SubmissionOverview } from '../../../domain/forms/submission-list-contract.ts'
import { listWaivers } from '../../../domain/forms/waivers.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { shareLink } from '../../share/share-link.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { NoAccess } from './no-access.tsx'
import { submissionOverview } from './queries.ts'
import { SubmissionList } from './submission-list.tsx'

const WaiversDialog = lazy(() => import('./waivers-dialog.tsx'))
const ChoosePersonDialog = lazy(() => import('../team-add/choose-person-dialog.tsx'))

/** The page `form/:id/submissions`: what people have sent, for those who run the form. */
export default function SubmissionsPage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(submissionOverview(id))
  useTitle(data ? `Submissions, ${data.title}` : null)
  if (error instanceof ApiError && error.code === 'NotAllowed')
    return (
      <NoAccess title="Only for organizers" action={<LinkButton to={formPath(id)}>Open the form</LinkButton>}>
        Only those who run this form see what people have sent. Ask an owner of the community for the right to manage forms.
      </NoAccess>
    )
  if (error instanceof ApiError && error.code === 'FormNotPublished')
    return (
      <NoAccess title="Not published yet" action={<LinkButton to={`/form/build/${id}`}>Open the builder</LinkButton>}>
        Publish the form first. What people send appears here.
      </NoAccess>
    )
  if (isNotFound(error)) return <NoAccess title="Form not found">We could not find this form. Please check the link.</NoAccess>
  if (data) return <Submissions key={id} overview={data} isCounting={isFetching} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading label="Loading the submissions" className={pageFrame('wide', 'pt-6 sm:pt-9')}>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="mt-3 h-9 w-72 max-w-full" />
      <Skeleton className="mt-8 h-9 w-full max-w-xl rounded-full" />
      <Skeleton className="mt-6 h-11.5 rounded-control" />
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="mt-3 h-14" />
      ))}
    </Loading>
  )
}

function Submissions({ overview, isCounting }: { overview: SubmissionOverview; isCounting: boolean }) {
  const { id, title, team, counts, content, hasSignedWaivers } = overview
  const [showsWaivers, setShowsWaivers] = useState(false)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  // What was signed outlives what was sent, and the field in the form.
  const hasWaivers = hasSignedWaivers || (total > 0 && listWaivers(content).length > 0)
  const [isChoosing, setChoosing] = useState(false)
  const share = () => void shareLink({ title, url: new URL(formPath(id), location.href).href })
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 pb-10 sm:pt-9')}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-1">
          <p className="text-small text-soft wrap-anywhere">
            Submissions ·{' '}
            <Link to={teamPath(team.id)} className="font-strong text-court hover:underline">
              {team.name}
            </Link>
          </p>
          <h1 className="wrap-anywhere">{title}</h1>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <LinkButton to={formPath(id)}>Open the form</LinkButton>
          {hasWaivers && (
            <Button onClick={() => setShowsWaivers(true)}>
              <PenLine size={17} aria-hidden="true" /> Signed waivers
            </Button>
          )}
          <Button aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            <UserPlus size={17} aria-hidden="true" /> Fill for someone
          </Button>
          {total > 0 && (
            <Button onClick={share}>
              <Share2 size={17} aria-hidden="true" /> Share
            </Button>
          )}
        </div>
      </header>
      {showsWaivers && (
        <Suspense>
          <WaiversDialog formId={id} onClose={() => setShowsWaivers(false)} />
        </Suspense>
      )}
      {total > 0 ? (
        <SubmissionList overview={overview} total={total} isCounting={isCounting} />
      ) : (
        <EmptyState
          title="Nobody has sent this form yet"
          action={
            <Button variant="primary" onClick={share}>
              <Share2 size={17} aria-hidden="true" /> Share the link
            </Button>
          }
        >
          Send the link to the people who should fill it. What they send appears here.
        </EmptyState>
      )}
      {isChoosing && (
        <Suspense>
          <ChoosePersonDialog formId={id} teamId={team.id} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
