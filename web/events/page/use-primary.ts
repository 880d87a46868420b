import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { passGuards } from '../../../domain/access/rules.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { mayTakeNow, type Standing } from '../../../domain/events/standing.ts'
import { useViewer } from '../../app-state.ts'
import { sayFailure } from '../../ui/say-failure.ts'
import { joining, takingSeat } from '../queries.ts'
import type { DialogName } from '../use-dialogs.ts'

/** The one thing to do next. A link where one first has to go elsewhere. */
export type Primary = { label: string; to: string } | { label: string; press: () => void; isPending: boolean; opensDialog: boolean }

type Facts = { event: EventDetail; standing: Standing; open: (name: DialogName) => void }

export function usePrimary({ event, standing, open }: Facts): Primary | null {
  const { id, live, questions, blockedPeople, needsApproval, isHost } = event
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const join = useMutation(joining(id))
  const take = useMutation(takingSeat(id))
  const dialog = (label: string, name: DialogName): Primary => ({ label, press: () => open(name), isPending: false, opensDialog: true })
  const taking = (label: string): Primary => ({
    label,
    isPending: take.isPending,
    opensDialog: false,
    press: () => take.mutate(undefined, { onError: sayFailure }),
  })
  switch (standing) {
    case 'open':
    case 'full': {
      const label = needsApproval && !isHost ? 'Ask to join' : standing === 'full' ? 'Join the waitlist' : 'Join'
      const outcome = passGuards(['signedIn', 'verified', 'completeProfile'], { viewer, here: pathname + search })
      if (outcome.kind === 'go') return { label, to: outcome.to }
      if (live.slots.length > 0 || questions.length > 0 || blockedPeople.length > 0) return dialog(label, 'join')
      return {
        label,
        isPending: join.isPending,
        opensDialog: false,
        press: () => join.mutate({ slotId: null, guests: [], answers: {}, orWait: standing === 'full' }, { onError: sayFailure }),
      }
    }
    case 'going':
      return dialog('Show my ticket', 'ticket')
    case 'offered':
      return taking('Accept offer')
    case 'waiting':
      return mayTakeNow(live) ? taking('Take the free seat') : null
    case 'scheduled':
      return isHost ? dialog('Invite people', 'invite') : null
    case 'draft':
      if (!isHost) return null
      return { label: 'Continue editing', to: `/create/event/${id}` }
    default:
      return null
  }
}
