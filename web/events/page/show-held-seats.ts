import type { EventLive } from '../../../domain/events/contract.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { formatNames } from '../format-event.ts'

/** Says for whom seats are held. Who cannot play here is left out without a word. */
export function showHeldSeats(live: EventLive | null, friendIds: readonly string[], ifInvited: string): void {
  const held = (live?.friends ?? []).filter(({ isMine, hasAccepted, person }) => isMine && !hasAccepted && friendIds.includes(person.id))
  if (held.length > 0)
    showSnackbar(
      `${held.length === 1 ? 'A seat is' : 'Seats are'} held for ${formatNames(held.map(({ person }) => person.name))} until they answer.`,
    )
  else if (live?.mine) showSnackbar(ifInvited)
}
