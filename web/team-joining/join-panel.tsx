import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { useViewer } from '../app-state.ts'
import { useSignInLinks } from '../shell/use-sign-in-links.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { answeringInvitation, joiningTeam, takingRequestBack } from './queries.ts'

type JoinPanelProps = { team: TeamDetail; onJoined: () => void }

/** How a person who is not a member gets in: at once, by asking, or by an invitation. */
export function JoinPanel({ team, onJoined }: JoinPanelProps) {
  const { id, joinMode, hasAsked, invitedBy } = team
  const viewer = useViewer()
  const links = useSignInLinks()
  if (!viewer?.profileComplete) {
    const to = viewer ? '/user-onboarding' : links?.login
    if (joinMode === 'invite' || !to) return <ByInvitation team={team} />
    return (
      <LinkButton variant="primary" to={to}>
        {viewer ? 'Complete your profile to join' : 'Log in to join'}
      </LinkButton>
    )
  }
  if (invitedBy) return <Invited id={id} invitedBy={invitedBy.name} onJoined={onJoined} />
  if (hasAsked) return <Asked id={id} />
  if (joinMode === 'invite') return <ByInvitation team={team} />
  return <Join team={team} onJoined={onJoined} />
}

const formatNames = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)

/** Says who may invite, and who that is. */
function ByInvitation({ team: { faces } }: { team: TeamDetail }) {
  const holders = faces.filter(({ role }) => role === 'owner' || role === 'organizer').map(({ name }) => name)
  return (
    <p className="text-[0.9375rem] text-soft wrap-anywhere">
      Members join by invitation. Only an owner, an organizer, a captain or a coach can invite you
      {holders.length > 0 ? `: ask ${formatNames(holders)}.` : '.'}
    </p>
  )
}

function Invited({ id, invitedBy, onJoined }: { id: string; invitedBy: string; onJoined: () => void }) {
  const answer = useMutation(answeringInvitation(id))
  return (
    <>
      <p className="text-[0.9375rem] wrap-anywhere">
        <b>{invitedBy}</b> invites you.
      </p>
      <Button
        variant="primary"
        isPending={answer.isPending && answer.variables}
        onClick={() => answer.mutate(true, { onSuccess: onJoined })}
      >
        Join
      </Button>
      <Button isPending={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
        Decline
      </Button>
    </>
  )
}

function Asked({ id }: { id: string }) {
  const takeBack = useMutation(takingRequestBack(id))
  return (
    <>
      <p role="status" className="text-[0.9375rem] text-soft">
        You asked to join. We tell you when an organizer accepts.
      </p>
      <Button isPending={takeBack.isPending} onClick={() => takeBack.mutate()}>
        Take my request back
      </Button>
    </>
  )
}

function Join({ team: { id, name, joinMode }, onJoined }: JoinPanelProps) {
  const [message, setMessage] = useState('')
  const join = useMutation(joiningTeam(id))
  const send = () =>
    join.mutate(message, {
      onSuccess: ({ result }) => {
        if (result === 'joined') onJoined()
        else showSnackbar(`You asked to join ${name}.`)
      },
    })
  if (joinMode === 'open') {
    return (
      <Button variant="primary" isPending={join.isPending} onClick={send}>
        Join
      </Button>
    )
  }
  return (
    <>
      <TextArea
        label="Message to the organizers"
        isOptional
        rows={2}
        limit={300}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <Button variant="primary" isPending={join.isPending} onClick={send}>
        Ask to join
      </Button>
    </>
  )
}
