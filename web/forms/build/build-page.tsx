import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formsPath } from '../../../domain/forms/paths.ts'
import { ApiError, isNotFound } from '../../api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { formDraft } from '../queries.ts'
import { Builder } from './builder.tsx'

/** The page `form/build/:id`. */
export default function BuildPage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery(formDraft(id))
  if (error && isNotFound(error)) return <NoForm title="This form does not exist" text="It was deleted, or the link is wrong." />
  if (error instanceof ApiError && error.code === 'NotAllowed')
    return <NoForm title="You cannot build this form" text="Only owners, organizers and roles that may build forms can build it." />
  if (data && isFetchedAfterMount) return <Builder key={id} draft={data} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading label="Loading the form" className="grid gap-6 px-4.5 pt-6 lg:grid-cols-[14.75rem_minmax(0,1fr)] lg:px-8">
      <Skeleton className="h-64 max-lg:hidden" />
      <span className="grid content-start gap-4">
        <Skeleton className="h-10 w-72 max-w-full" />
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-18" />
        ))}
      </span>
    </Loading>
  )
}

function NoForm({ title, text }: { title: string; text: string }) {
  return (
    <div className={pageFrame('narrow', 'pt-8')}>
      <h1>Build a form</h1>
      <EmptyState
        title={title}
        action={
          <LinkButton variant="primary" to={formsPath}>
            Your Forms
          </LinkButton>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}
