import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { teamAddPath } from '../../../domain/forms/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ownForms } from '../queries.ts'

type ChooseFormDialogProps = { teamId: string; person: { id: string; name: string }; onClose: () => void }

/** Which form of the community an organizer fills for this person. */
export default function ChooseFormDialog({ teamId, person, onClose }: ChooseFormDialogProps) {
  const query = useInfiniteQuery(ownForms)
  const forms = query.data?.pages.flatMap((page) => page.forms).filter(({ team, state }) => team.id === teamId && state !== 'draft') ?? []
  return (
    <Dialog title={`Fill a form for ${person.name}`} isOpen onClose={onClose} width={480}>
      <div className="grid gap-4">
        {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
        {query.isPending && !query.error && <Skeleton className="h-24 rounded-card" />}
        <ul className="grid">
          {forms.map(({ id, title }) => (
            <li key={id} className="border-b border-line">
              <Link
                to={teamAddPath(id, person.id)}
                className="flex min-h-12 items-center rounded-control px-2 font-medium wrap-anywhere hover:bg-wash"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
        {query.isSuccess && forms.length === 0 && !query.hasNextPage && <p className="text-soft">The community has no published form.</p>}
        {query.hasNextPage && (
          <Button size="small" className="justify-self-start" onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  )
}
