import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type Joiner, maxJoinersShown } from '../../../domain/events/contract.ts'
import { useViewer } from '../../app-state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import type { DialogProps } from '../dialogs.tsx'
import { eventJoiners } from '../queries.ts'

/** Everyone who is going, as far as the viewer may see them. */
export default function PeopleDialog({ event, onClose }: DialogProps) {
  const { live, endsAt } = event
  // The first players are shown at once, also offline.
  const isMore = live.joiners.length >= maxJoinersShown
  const query = useInfiniteQuery({ ...eventJoiners(event.id), enabled: isMore })
  const joiners = query.data?.pages.flatMap((page) => page.joiners) ?? live.joiners
  const hidden = live.taken - joiners.reduce((sum, { guests }) => sum + 1 + guests, 0)
  return (
    <Dialog title={endsAt <= Date.now() ? 'Who came' : 'Who is going'} isOpen onClose={onClose}>
      <ul className="grid">
        {joiners.map((joiner, index) => (
          <li key={joiner.userId ?? `guest-${index}`} className="border-b border-line last:border-b-0">
            <JoinerRow joiner={joiner} slotName={live.slots.find(({ id }) => id === joiner.slotId)?.name ?? null} />
          </li>
        ))}
      </ul>
      {isMore && query.data && <ShowMore query={query} />}
      {hidden > 0 && !query.hasNextPage && (
        <p className="pt-3 text-small text-soft">{hidden === 1 ? 'And 1 more.' : `And ${hidden} more.`}</p>
      )}
    </Dialog>
  )
}

function JoinerRow({
  joiner: { person, name, userId, guests, isUnregisteredUser },
  slotName,
}: {
  joiner: Joiner
  slotName: string | null
}) {
  const viewer = useViewer()
  const notes = [slotName, isUnregisteredUser && 'Guest', guests > 0 && (guests === 1 ? 'Brings a guest' : `Brings ${guests} guests`)]
  const note = notes.filter(Boolean).join(' · ')
  const row = (
    <>
      <Avatar face={person ?? { id: name, name }} size={40} isDecorative />
      <span className="grid min-w-0 flex-1">
        <span className="font-strong wrap-anywhere">{userId === viewer?.id ? 'You' : name}</span>
        {note && <span className="text-small text-soft wrap-anywhere">{note}</span>}
      </span>
    </>
  )
  const classes = 'flex min-h-16 items-center gap-3.5 py-2'
  if (userId === null || !viewer?.profileComplete) return <span className={classes}>{row}</span>
  return (
    <Link to={`/profile/${userId}`} className={`${classes} hover:text-court`}>
      {row}
      <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
    </Link>
  )
}
