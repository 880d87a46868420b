import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { opensLater } from '../../domain/events/viewer-state.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { useViewer } from '../app-state.ts'
import { notificationSettings } from '../notifications/queries.ts'
import { formatPlayerDistance } from '../people/near-player-row.tsx'
import { nearPlayers } from '../people/queries.ts'
import { InvitedPeople, usePickedPeople } from '../profiles/invited-people.tsx'
import { PersonRow } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { OptionChips } from '../ui/option-chips.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { userLists } from '../user-lists/queries.ts'
import type { DialogProps } from './dialogs.tsx'
import { invitingPeople } from './invite-queries.ts'

/** Invites people by name, players nearby, one of the viewer's lists, or a community. Each person gets one invitation, even if several people invite them. */
export default function InviteDialog({ event, onClose }: DialogProps) {
  const viewer = useViewer()
  const picked = usePickedPeople()
  const { people, pick } = picked
  const [listId, setListId] = useState<string | null>(null)
  const [teamId, setTeamId] = useState<string | null>(null)
  const lists = useQuery(userLists).data?.lists.map(({ uid, name }) => ({ id: uid, name })) ?? []
  const teams = useQuery(notificationSettings).data?.teams ?? []
  const invite = useMutation(invitingPeople(event.id))
  const joinerIds = event.live.joiners.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  const leaveOut = [...joinerIds, ...people.map(({ id }) => id), ...event.hosts.map(({ id }) => id), ...(viewer ? [viewer.id] : [])]
  const isEmpty = people.length === 0 && listId === null && teamId === null
  const send = () =>
    invite.mutate(
      { userIds: people.map(({ id }) => id), listId, teamId },
      {
        onSuccess: ({ invited }) => {
          showSnackbar(
            invited === 0
              ? 'Nobody new to invite. They are already going or invited.'
              : invited === 1
                ? 'You invited 1 person.'
                : `You invited ${invited} people.`,
          )
          onClose()
        },
      },
    )
  return (
    <Dialog
      title="Invite people"
      isOpen
      onClose={onClose}
      width={520}
      isDismissable={!invite.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={invite.isPending}>
            Cancel
          </Button>
          <Button variant="primary" disabled={isEmpty} isPending={invite.isPending} pendingLabel="Inviting" onClick={send}>
            Invite
          </Button>
        </>
      }
    >
      <div className="grid min-h-64 content-start gap-6 pt-1">
        {opensLater(event, Date.now()) && <p className="text-soft">The invitation says when sign-up opens.</p>}
        {event.visibility === 'team' && <p className="text-soft">You can only invite members of {event.team?.name ?? 'its community'}.</p>}
        <InvitedPeople {...picked} excludedIds={leaveOut} />
        {event.visibility !== 'team' && <NearPlayers activity={event.activity} leaveOut={leaveOut} onPick={pick} />}
        <OptionChips legend="One of your lists" options={lists} value={listId} onChange={setListId} />
        <OptionChips legend="A community" options={teams} value={teamId} onChange={setTeamId} />
        {invite.error && <ErrorNotice error={invite.error} />}
      </div>
    </Dialog>
  )
}

const maxNearPlayers = 5
/** We ask for more players than we show, because some of them are already in the game. */
const nearPlayersLimit = 20

type NearProps = { activity: string; leaveOut: readonly string[]; onPick: (person: Face) => void }

/** Players nearby who play this activity, the best matches first. Shows nothing if there are none. */
function NearPlayers({ activity, leaveOut, onPick }: NearProps) {
  const { data } = useQuery(nearPlayers({ activity, limit: nearPlayersLimit }))
  const near = (data?.players ?? []).filter(({ person }) => !leaveOut.includes(person.id)).slice(0, maxNearPlayers)
  if (near.length === 0) return null
  return (
    <section>
      <h3 className="text-small font-strong">Players near you</h3>
      <ul>
        {near.map(({ person, city, miles }) => (
          <PersonRow key={person.id} face={person} note={`${city.name}, ${formatPlayerDistance(miles)}`}>
            <Button size="small" onClick={() => onPick(person)}>
              Add <VisuallyHidden>{person.name}</VisuallyHidden>
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  )
}
