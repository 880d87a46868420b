import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { PlaceDetail, PlaceEdit } from '../../domain/places/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { useViewer } from '../app-state.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { ChangeList } from './change-list.tsx'
import PlaceProposals from './place-proposals.tsx'
import { placeEdits } from './queries.ts'
import { RestoreButton } from './restore-button.tsx'

type EditsDialogProps = { place: PlaceDetail; isOpen: boolean; onClose: () => void }

/** The history of a place: who changed what, with the values before and after. */
export default function EditsDialog({ place, isOpen, onClose }: EditsDialogProps) {
  const viewer = useViewer()
  const query = useInfiniteQuery({ ...placeEdits(place.id), enabled: isOpen })
  const { data, error, refetch, isFetching } = query
  return (
    <Dialog title={`History of ${place.name}`} isOpen={isOpen} onClose={onClose} width={640}>
      {data ? (
        <>
          {place.proposals.length > 0 && <PlaceProposals place={place} className="mb-5" />}
          <ol className="divide-y divide-line border-y border-line">
            {data.pages
              .flatMap(({ edits }) => edits)
              .map((edit) => (
                <Edit
                  key={edit.version}
                  edit={edit}
                  placeId={place.id}
                  canRestore={viewer?.profileComplete === true && edit.version < place.version}
                />
              ))}
          </ol>
          <ShowMore query={query} />
        </>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the history">
          {[0, 1, 2].map((row) => (
            <span key={row} className="flex gap-3.5 border-t border-line py-4">
              <Skeleton className="size-9 rounded-full" />
              <SkeletonText lines={2} className="flex-1" />
            </span>
          ))}
        </Loading>
      )}
    </Dialog>
  )
}

type EditProps = { edit: PlaceEdit; placeId: string; canRestore: boolean }

function Edit({ edit, placeId, canRestore }: EditProps) {
  const { editor, confirmer, changes, createdAt, version } = edit
  const editedAt = new Date(createdAt)
  return (
    <li className="flex gap-3.5 py-4">
      <Avatar face={editor ?? { id: 'someone', name: '?' }} size={36} isDecorative />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="wrap-anywhere">
          {editor ? <PersonLink person={editor} /> : <span className="font-strong">Someone</span>}{' '}
          <span className="text-soft">
            {describeEdit(edit)} ·{' '}
            <time dateTime={editedAt.toISOString()}>{editedAt.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
          </span>
        </p>
        <ChangeList changes={changes} />
        {confirmer && (
          <p className="text-small text-soft wrap-anywhere">
            Confirmed by <PersonLink person={confirmer} />
          </p>
        )}
        {canRestore && <RestoreButton placeId={placeId} version={version} editedAt={editedAt} />}
      </div>
    </li>
  )
}

const PersonLink = ({ person: { id, name } }: { person: Face }) => (
  <Link to={`/profile/${id}`} className="font-strong underline-offset-3 hover:underline">
    {name}
  </Link>
)

function describeEdit({ changes }: PlaceEdit): string {
  if (changes.length === 0) return 'added this place'
  const removal = changes.find(({ field }) => field === 'isDeleted')
  if (!removal) return 'changed'
  return removal.after === true ? 'removed this place' : 'brought this place back'
}
