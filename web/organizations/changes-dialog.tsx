import { useInfiniteQuery } from '@tanstack/react-query'
import { describeOrganizationChange } from '../../domain/organizations/describe-change.ts'
import { ChangeList, ChangesLoading } from '../teams/manage/change-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { organizationChanges } from './queries.ts'

/** Who changed an organization, the newest change first. */
export default function ChangesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useInfiniteQuery(organizationChanges(id))
  const { data, error, refetch, isFetching } = query
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  return (
    <Dialog title="Changes" isOpen onClose={onClose} width={560}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-soft">Who changed the organization and its communities, for the last 400 days.</p>
        {!data ? (
          error ? (
            <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
          ) : (
            <ChangesLoading />
          )
        ) : changes.length === 0 ? (
          <EmptyState title="No changes yet" hasBeans={false} className="py-4">
            Edits, and communities that are asked, join or leave, will be listed here.
          </EmptyState>
        ) : (
          <div>
            <ChangeList changes={changes.map((change) => ({ ...change, text: describeOrganizationChange(change) }))} />
            <ShowMore query={query} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
