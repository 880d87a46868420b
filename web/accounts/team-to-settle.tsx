import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TeamToLeave } from '../../domain/teams/contract.ts'
import { queryClient } from '../query-client.ts'
import { deletingTeam, handingOverAndLeaving, leavingTeam, refreshAfterLeaving } from '../teams/own-team-queries.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { deletionPlan } from './own-account-queries.ts'

const lookAgain = {
  onSettled: () => {
    void refreshAfterLeaving(queryClient)
    return queryClient.invalidateQueries({ queryKey: deletionPlan.queryKey })
  },
}

/** One team that holds the person, with the way out of it. It goes from the list once the server says so. */
export function TeamToSettle({ team }: { team: TeamToLeave }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line py-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-strong">{team.name}</span>
        <span className="text-small text-soft">{team.role === 'owner' ? 'You are the owner' : 'You are a member'}</span>
      </p>
      {team.role === 'owner' ? <OwnTeam team={team} /> : <OtherTeam team={team} />}
    </li>
  )
}

function OtherTeam({ team: { id, name } }: { team: TeamToLeave }) {
  const leave = useMutation({ ...leavingTeam, ...lookAgain })
  return (
    <>
      <Button size="small" className="justify-self-start" isPending={leave.isPending} onClick={() => leave.mutate(id)}>
        Leave<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {leave.error && <ErrorNotice error={leave.error} />}
    </>
  )
}

function OwnTeam({ team: { id, name, members } }: { team: TeamToLeave }) {
  const [to, setTo] = useState<string | null>(null)
  const [isSure, setSure] = useState(false)
  const hand = useMutation({ ...handingOverAndLeaving, ...lookAgain })
  const end = useMutation({ ...deletingTeam, ...lookAgain })
  const error = hand.error ?? end.error
  if (isSure) {
    return (
      <>
        <p className="text-small">All members of {name} will lose access. Delete it?</p>
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" variant="danger" isPending={end.isPending} onClick={() => end.mutate(id)}>
            Delete {name}
          </Button>
          <Button size="small" disabled={end.isPending} onClick={() => setSure(false)}>
            Keep it
          </Button>
        </div>
        {error && <ErrorNotice error={error} />}
      </>
    )
  }
  return (
    <>
      {members.length > 0 ? (
        <Select
          label={`Who takes over ${name}?`}
          placeholder="Choose a member"
          options={members.map((member) => ({ value: member.id, label: member.name }))}
          value={to}
          onChange={setTo}
          isDisabled={hand.isPending}
        />
      ) : (
        <p className="text-small text-soft">There is no other member who could take over.</p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {members.length > 0 && (
          <Button size="small" disabled={to === null} isPending={hand.isPending} onClick={() => to !== null && hand.mutate({ id, to })}>
            Hand over and leave<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <Button size="small" variant="quiet" className="text-bad!" disabled={hand.isPending} onClick={() => setSure(true)}>
          Delete community<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  )
}
