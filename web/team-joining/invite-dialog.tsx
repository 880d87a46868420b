import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxEmailsAtOnce } from '../../domain/team-joining/contract.ts'
import { useViewer } from '../app-state.ts'
import { InvitedPeople, usePickedPeople } from '../profiles/invited-people.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextArea } from '../ui/field.tsx'
import { OptionChips } from '../ui/option-chips.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { userLists } from '../user-lists/queries.ts'
import { InviteLinkPart } from './invite-link-part.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { invitingToTeam } from './queries.ts'

/** Splits what was typed or pasted: addresses with spaces, commas, semicolons or lines between them. */
const splitEmails = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Invites people by name, by a list of the viewer, by email, and by a link. */
export default function InviteDialog({ team, onClose }: { team: { id: string; name: string }; onClose: () => void }) {
  const viewer = useViewer()
  const picked = usePickedPeople()
  const { people } = picked
  const [listId, setListId] = useState<string | null>(null)
  const [addresses, setAddresses] = useState('')
  const lists = useQuery(userLists).data?.lists.map(({ uid, name }) => ({ id: uid, name })) ?? []
  const invite = useMutation(invitingToTeam(team.id))
  const emails = splitEmails(addresses)
  const tooMany = emails.length > maxEmailsAtOnce ? `Up to ${maxEmailsAtOnce} addresses at once.` : undefined
  const send = () =>
    invite.mutate(
      { userIds: people.map(({ id }) => id), emails, listId },
      {
        onSuccess: ({ invited, emailed }) => {
          const count = invited + emailed
          showSnackbar(
            count === 0
              ? 'Nobody new to invite. They are members or invited already.'
              : count === 1
                ? 'You invited 1 person.'
                : `You invited ${count} people.`,
          )
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={`Invite people to ${team.name}`}
      isOpen
      onClose={onClose}
      width={560}
      isDismissable={!invite.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={invite.isPending}>
            Close
          </Button>
          <Button
            variant="primary"
            disabled={(people.length === 0 && emails.length === 0 && listId === null) || tooMany !== undefined}
            isPending={invite.isPending}
            pendingLabel="Inviting"
            onClick={send}
          >
            Invite
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 pt-1">
        <InvitedPeople {...picked} excludedIds={[...people.map(({ id }) => id), ...(viewer ? [viewer.id] : [])]} />
        <TextArea
          label="By email"
          isOptional
          rows={2}
          hint="One or more addresses. Each gets a link that works once."
          error={tooMany}
          value={addresses}
          onChange={({ target }) => setAddresses(target.value)}
        />
        <OptionChips legend="One of your lists" options={lists} value={listId} onChange={setListId} />
        {invite.error !== null && <ErrorNotice error={invite.error} />}
        <InviteLinkPart team={team} />
        <OpenInvitations teamId={team.id} />
      </div>
    </Dialog>
  )
}
