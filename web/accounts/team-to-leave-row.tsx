import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TeamToLeave } from '../../domain/teams/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { queryClient } from '../query-client.ts'
import { HandOverNote } from '../teams/hand-over-note.tsx'
import { DeleteTeamForm } from '../teams/manage/delete-team-form.tsx'
import { deletingTeam, leavingTeam, offeringTeam, refreshAfterLeaving } from '../teams/own-team-queries.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { deletionPlan } from './own-account-queries.ts'

const refreshOptions = {
  onSettled: () => {
    void refreshAfterLeaving(queryClient)
    return queryClient.invalidateQueries({ queryKey: deletionPlan.queryKey })
  },
}

/** A team that the user must leave before they can delete their account. The row disappears when the server confirms it. */
export function TeamToLeaveRow({ team }: { team: TeamToLeave }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line py-3.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={teamPath(team.id)} className="min-w-0 font-strong hover:text-court">
          {team.name}
        </Link>
        <span className="text-small text-soft">{team.role === 'owner' ? 'You are the owner' : 'You are a member'}</span>
      </p>
      {team.role === 'owner' ? <OwnerActions team={team} /> : <MemberActions team={team} />}
    </li>
  )
}

function MemberActions({ team: { id, name } }: { team: TeamToLeave }) {
  const leave = useMutation({ ...leavingTeam, ...refreshOptions })
  return (
    <>
      <Button size="small" className="justify-self-start" isPending={leave.isPending} onClick={() => leave.mutate(id)}>
        Leave<VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {leave.error && <ErrorNotice error={leave.error} />}
    </>
  )
}

function OwnerActions({ team: { id, name, members, handOver: offer } }: { team: TeamToLeave }) {
  const [newOwnerId, setNewOwnerId] = useState<string | null>(null)
  const [isConfirmingDeletion, setConfirmingDeletion] = useState(false)
  const handOver = useMutation(offeringTeam)
  const deletion = useMutation({ ...deletingTeam, ...refreshOptions })
  const newOwner = members.find((member) => member.id === newOwnerId)
  const error = handOver.error ?? deletion.error
  if (isConfirmingDeletion) {
    return (
      <DeleteTeamForm
        name={name}
        isPending={deletion.isPending}
        error={error}
        onDelete={(typedName) => deletion.mutate({ id, name: typedName })}
        onCancel={() => setConfirmingDeletion(false)}
        note="If you then delete your account, nobody can bring the community back."
      />
    )
  }
  if (offer) return <HandOverNote id={id} name={name} handOver={{ isToMe: false, ...offer }} />
  return (
    <>
      {members.length > 0 ? (
        <Select
          label={`Who takes over ${name}?`}
          placeholder="Choose a member"
          options={members.map((member) => ({ value: member.id, label: member.name }))}
          value={newOwnerId}
          onChange={setNewOwnerId}
          isDisabled={handOver.isPending}
        />
      ) : (
        <p className="text-small text-soft">There is no other member who could take over.</p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {members.length > 0 && (
          <Button
            size="small"
            disabled={newOwnerId === null}
            isPending={handOver.isPending}
            onClick={() => newOwnerId !== null && handOver.mutate({ id, to: newOwnerId })}
          >
            Ask {newOwner?.name ?? 'a member'} to take over<VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          className="text-bad!"
          disabled={handOver.isPending}
          onClick={() => setConfirmingDeletion(true)}
        >
          Delete community<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  )
}
