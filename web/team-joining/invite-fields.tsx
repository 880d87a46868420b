import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeBroken, splitEmails } from '../../domain/accounts/read-emails.ts'
import { maxEmailsAtOnce } from '../../domain/team-joining/contract.ts'
import { useViewer } from '../app-state.ts'
import { InvitedPeople, usePickedPeople } from '../profiles/invited-people.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextArea } from '../ui/field.tsx'
import { OptionChips } from '../ui/option-chips.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { userLists } from '../user-lists/queries.ts'
import { invitingToTeam } from './queries.ts'

const writeResult = (count: number) => {
  if (count === 0) return 'Nobody new to invite. They are members or invited already.'
  return count === 1 ? 'You invited 1 person.' : `You invited ${count} people.`
}

/** The state of an invitation: who is picked by name, by a list and by email. */
export function useInvite(teamId: string, onInvited?: () => void) {
  const picked = usePickedPeople()
  const [listId, setListId] = useState<string | null>(null)
  const [addresses, setAddresses] = useState('')
  const invite = useMutation(invitingToTeam(teamId))
  const { people } = picked
  const emails = splitEmails(addresses)
  const tooMany = emails.length > maxEmailsAtOnce ? `Up to ${maxEmailsAtOnce} addresses at once.` : undefined
  // Only a press on the button says which addresses are wrong: while a person types, the last one is not complete.
  const [isChecked, setChecked] = useState(false)
  const broken = describeBroken(emails)
  const send = () => {
    setChecked(broken !== undefined)
    if (broken !== undefined) return
    invite.mutate(
      { userIds: people.map(({ id }) => id), emails, listId },
      {
        onSuccess: ({ invited, emailed }) => {
          showSnackbar(writeResult(invited + emailed))
          picked.clear()
          setListId(null)
          setAddresses('')
          onInvited?.()
        },
      },
    )
  }
  return {
    ...{ picked, listId, setListId, addresses, setAddresses, send },
    addressError: tooMany ?? (isChecked ? broken : undefined),
    error: invite.error,
    isPending: invite.isPending,
    isReady: (people.length > 0 || emails.length > 0 || listId !== null) && tooMany === undefined,
  }
}

/** Picks people by name, by email, and by a list of the viewer. */
export function InviteFields({ invite }: { invite: ReturnType<typeof useInvite> }) {
  const viewer = useViewer()
  const { picked, listId, setListId, addresses, setAddresses, addressError, error } = invite
  const lists = useQuery(userLists).data?.lists.map(({ uid, name }) => ({ id: uid, name })) ?? []
  return (
    <>
      <InvitedPeople {...picked} excludedIds={[...picked.people.map(({ id }) => id), ...(viewer ? [viewer.id] : [])]} />
      <TextArea
        label="By email"
        isOptional
        rows={2}
        hint="One or more addresses. Each gets a link that works once."
        error={addressError}
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
      <OptionChips legend="One of your lists" options={lists} value={listId} onChange={setListId} />
      {error !== null && <ErrorNotice error={error} />}
    </>
  )
}
