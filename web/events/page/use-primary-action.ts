import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { passGuards } from '../../../domain/access/rules.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { offersAllDates } from '../../../domain/events/series-rules.ts'
import { canTakeSeatNow, type ViewerState } from '../../../domain/events/viewer-state.ts'
import { useViewer } from '../../app-state.ts'
import { readCodeWords } from '../../seat-codes/code-words.ts'
import { showFailure } from '../../ui/show-failure.ts'
import { answeringTransfer, joining, takingSeat } from '../queries.ts'
import type { DialogName } from '../use-dialogs.ts'
import { hasReceivedSeat } from './has-received-seat.ts'
import { isBroughtByFriend } from './room-for-friends.ts'

/** The main button of the page. It is a link if the person first has to go to another page, for example to sign up. */
export type PrimaryAction =
  | { label: string; to: string }
  | { label: string; press: () => void; isPending: boolean; opensDialog: boolean; isDisabled?: boolean }

/** What the join card of a game with a price shows. It is loaded only for such games. */
export type Sale = {
  /** What the viewer pays for their own seat, or for all seats that are held for them: "$15". */
  price: string
  /** The price with what it is for: "$15 per seat". */
  title: ReactNode
  /** What the price includes, and when the money comes back. */
  facts: ReactNode
  /** The viewer chooses a ticket first, or can type a code. */
  asksFirst: boolean
  /** For a viewer for whom seats are held until they have paid. */
  pay: PrimaryAction
}

type PrimaryActionInput = {
  event: EventDetail
  viewerState: ViewerState
  now: number
  open: (name: DialogName) => void
  hasSeenOverlaps?: boolean
  sale?: Sale | null
}

export function usePrimaryAction({
  event,
  viewerState,
  now,
  open,
  hasSeenOverlaps = false,
  sale = null,
}: PrimaryActionInput): PrimaryAction | null {
  const { id, live, questions, blockedPeople, overlaps, needsApproval, isHost } = event
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const join = useMutation(joining(id))
  const take = useMutation(takingSeat(id))
  const answer = useMutation(answeringTransfer(id))
  const withPrice = (label: string) => (isHost || event.price === null ? label : sale ? `${label} · ${sale.price}` : `${label} and pay`)
  const openDialog = (label: string, name: DialogName): PrimaryAction => ({
    label,
    press: () => open(name),
    isPending: false,
    opensDialog: true,
  })
  /** If the person is going to another game at that time, a dialog says so before they take the seat. */
  const takeSeat = (label: string, request: { isPending: boolean; send: () => void }): PrimaryAction =>
    overlaps.length > 0 && !hasSeenOverlaps
      ? openDialog(label, 'overlap')
      : { label, isPending: request.isPending, opensDialog: false, press: request.send }
  const takeOffered = { isPending: take.isPending, send: () => take.mutate({ answers: {} }, { onError: showFailure }) }
  const transfer = live.transferReceived
  if (transfer && hasReceivedSeat({ event, viewerState, now })) {
    return takeSeat('Accept the seat', {
      isPending: answer.isPending,
      send: () => answer.mutate({ transferId: transfer.id, isAccepted: true }, { onError: showFailure }),
    })
  }
  switch (viewerState) {
    case 'open':
    case 'full': {
      if (event.guestOf) return null
      const label = needsApproval && !isHost ? 'Ask to join' : viewerState === 'full' ? 'Join the waitlist' : withPrice('Join')
      if (!viewer) return openDialog(readCodeWords(id, now)?.action ?? label, 'seat')
      const outcome = passGuards(['verified'], { viewer, currentPath: pathname + search })
      if (outcome.kind === 'go') return { label, to: outcome.to }
      if (!viewer.profileComplete) return openDialog(label, 'setUp')
      const hasWarning = blockedPeople.length > 0 || overlaps.length > 0
      if (live.slots.length > 0 || questions.length > 0 || hasWarning || sale?.asksFirst || offersAllDates(event))
        return openDialog(label, 'join')
      return {
        label,
        isPending: join.isPending,
        opensDialog: false,
        press: () => join.mutate({ slotId: null, guests: [], answers: {}, orWait: viewerState === 'full' }, { onError: showFailure }),
      }
    }
    case 'early':
      return { ...openDialog(needsApproval ? 'Ask to join' : withPrice('Join'), 'join'), isDisabled: true }
    case 'going':
      return openDialog('Show my ticket', 'ticket')
    case 'paying':
      return sale?.pay ?? null
    case 'offered':
      // Whoever was brought by a friend has not seen the questions yet.
      if (questions.length > 0 && isBroughtByFriend(live)) return openDialog(withPrice('Accept offer'), 'accept')
      return takeSeat(withPrice('Accept offer'), takeOffered)
    case 'waiting':
      return canTakeSeatNow(live) ? takeSeat(withPrice('Take the free seat'), takeOffered) : null
    case 'scheduled':
      return isHost ? openDialog('Invite people', 'invite') : null
    case 'draft':
      if (!isHost) return null
      return { label: 'Continue editing', to: `/create/event/${id}` }
    default:
      return null
  }
}
