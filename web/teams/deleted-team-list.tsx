import { useMutation, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { photoUrl } from '../../domain/places/rules.ts'
import type { DeletedTeam } from '../../domain/teams/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { formatMembers } from './format-team.ts'
import { bringingTeamBack, deletedTeams } from './own-team-queries.ts'

/** Rounded, because the clock of the device may be a little behind. */
const formatDaysLeft = (purgeAt: number, now: number) => {
  const days = Math.max(1, Math.round((purgeAt - now) / day))
  return days === 1 ? '1 day left' : `${days} days left`
}

type DeletedTeamListProps = {
  /** Gets the focus after a community was brought back. */
  heading: RefObject<HTMLElement | null>
}

/** Deleted communities of the viewer, each with the days that are left to bring it back. Shows nothing if there are none. */
export function DeletedTeamList({ heading }: DeletedTeamListProps) {
  const { data: teams = [], dataUpdatedAt, error, isFetching, refetch } = useQuery(deletedTeams)
  useFocusAfterRemoval(heading, teams.length)
  if (error && teams.length === 0) {
    return (
      <ErrorNotice
        title="We could not load your deleted communities"
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (teams.length === 0) return null
  return (
    <section aria-labelledby="deleted-communities" className="grid gap-1 pt-4">
      <h2 id="deleted-communities" className="text-title">
        Deleted communities
      </h2>
      <p className="text-small text-soft">You can bring them back with all their members. Games that were cancelled stay cancelled.</p>
      <ul aria-label="Deleted communities" className="mt-2 border-b border-line">
        {teams.map((team) => (
          <DeletedTeamRow key={team.id} team={team} now={dataUpdatedAt} />
        ))}
      </ul>
    </section>
  )
}

function DeletedTeamRow({ team: { id, name, photoKey, purgeAt, members }, now }: { team: DeletedTeam; now: number }) {
  const bringBack = useMutation({ ...bringingTeamBack, onSuccess: () => void showSnackbar(`${name} is back.`) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
      <Avatar face={{ id, name, pictureUrl: photoKey && photoUrl(photoKey, 480) }} size={48} isDecorative />
      <span className="grid min-w-[min(13rem,100%)] flex-1">
        <span className="font-strong wrap-anywhere">{name}</span>
        <span className="text-small text-soft">
          {formatMembers({ members })} · {formatDaysLeft(purgeAt, now)}
        </span>
      </span>
      <Button size="small" isPending={bringBack.isPending} onClick={() => bringBack.mutate(id)}>
        Bring back<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {bringBack.error && <ErrorNotice error={bringBack.error} className="w-full" />}
    </li>
  )
}
