import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { answeringInvitation, joiningTeam, takingRequestBack } from './queries.ts'

type JoinFormProps = { team: TeamDetail; onJoined: () => void }

/** Joins a community at once, asks to join, or answers an invitation. */
export default function JoinForm({ team, onJoined }: JoinFormProps) {
  const { id, hasAsked, invitedBy } = team
  if (invitedBy) return <Invited id={id} invitedBy={invitedBy.name} onJoined={onJoined} />
  if (hasAsked) return <Asked id={id} />
  return <Join team={team} onJoined={onJoined} />
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

function Join({ team: { id, name, joinMode }, onJoined }: JoinFormProps) {
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
