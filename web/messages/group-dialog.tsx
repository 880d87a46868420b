import { useMutation, useQuery } from '@tanstack/react-query'
import { LogOut, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Conversation } from '../../domain/messages/contract.ts'
import { type GroupMembers, UpdateGroup } from '../../domain/messages/groups.ts'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { PersonRow, PersonRowsLoading } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { addingToGroup, groupMembers, leavingGroup, renamingGroup } from './group-queries.ts'
import { messagesPath } from './paths.ts'

type GroupDialogProps = { conversation: Conversation; viewerId: string; isOpen: boolean; onClose: () => void }

/** The people of a group. Its owner renames it, adds people and removes them. */
export default function GroupDialog({ conversation, viewerId, isOpen, onClose }: GroupDialogProps) {
  const { id, name } = conversation
  const { data, error, refetch, isFetching } = useQuery({ ...groupMembers(id), enabled: isOpen })
  const isOwner = data?.members.some((member) => member.id === viewerId && member.role === 'owner') === true
  return (
    <Dialog title={name} isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-5">
        {isOwner && <RenameForm key={name} conversationId={id} name={name} />}
        {data ? (
          <Members conversationId={id} members={data.members} viewerId={viewerId} isOwner={isOwner} />
        ) : error ? (
          <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <PersonRowsLoading label="Loading the people" />
        )}
        <LeaveButton conversationId={id} name={name} viewerId={viewerId} isLast={data?.members.length === 1} onLeft={onClose} />
      </div>
    </Dialog>
  )
}

function RenameForm({ conversationId, name }: { conversationId: string; name: string }) {
  const form = useAppForm(UpdateGroup, { defaultValues: { name }, draftKey: `group:${conversationId}` })
  const rename = useMutation(renamingGroup)
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.submitWith((values) => rename.mutateAsync({ conversationId, ...values }))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <TextField
        {...form.register('name')}
        label="Name of the group"
        autoComplete="off"
        limit={60}
        error={errors.name?.message}
        action={
          isDirty && (
            <Button type="submit" variant="quiet" size="small" isPending={isSubmitting} pendingLabel="Renaming" className="mr-1">
              Rename
            </Button>
          )
        }
      />
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <FormFailure failure={form.failure} />
    </form>
  )
}

type MembersProps = { conversationId: string; members: GroupMembers['members']; viewerId: string; isOwner: boolean }

function Members({ conversationId, members, viewerId, isOwner }: MembersProps) {
  const list = useRef<HTMLUListElement>(null)
  const add = useMutation(addingToGroup)
  const remove = useMutation({ ...leavingGroup, onError: showFailure })
  const [announcement, setAnnouncement] = useState('')
  return (
    <div className="grid gap-2">
      {isOwner && (
        <>
          <PersonPicker
            label="Add a person"
            excludedIds={members.map(({ id }) => id)}
            onPick={({ id: userId, name }) =>
              add.mutate({ conversationId, userId }, { onSuccess: () => setAnnouncement(`${name} is in the group.`) })
            }
          />
          <p className="text-small text-soft">New people also see the earlier messages.</p>
        </>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul ref={list} aria-label="People in the group" tabIndex={-1} className="outline-none">
        {members.map((member) => (
          <PersonRow
            key={member.id}
            face={member}
            note={member.role === 'owner' ? 'Owner' : undefined}
            name={
              <Link to={`/profile/${member.id}`} className="hover:text-court">
                {member.id === viewerId ? `${member.name} (you)` : member.name}
              </Link>
            }
          >
            {isOwner && member.id !== viewerId && (
              <IconButton
                label={`Remove ${member.name}`}
                className="-mr-2 text-soft"
                disabled={remove.isPending}
                onClick={() => {
                  remove.mutate({ conversationId, userId: member.id })
                  // The pressed button disappears with its row, so the focus moves to the list.
                  list.current?.focus({ preventScroll: true })
                }}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </PersonRow>
        ))}
      </ul>
    </div>
  )
}

type LeaveButtonProps = { conversationId: string; name: string; viewerId: string; isLast: boolean; onLeft: () => void }

function LeaveButton({ conversationId, name, viewerId, isLast, onLeft }: LeaveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const leave = useMutation(leavingGroup)
  const navigate = useNavigate()
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-haspopup="dialog" className="justify-self-start">
        <LogOut size={18} aria-hidden="true" /> Leave the group
      </Button>
      <ConfirmDialog
        title={`Leave “${name}”?`}
        confirmLabel="Leave"
        isDangerous
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await leave.mutateAsync({ conversationId, userId: viewerId })
          onLeft()
          void navigate(messagesPath, { replace: true })
        }}
      >
        <p>
          {isLast
            ? 'You are the last one, so the group and its messages are deleted.'
            : 'You no longer see its messages. What you wrote stays. Only the owner can bring you back.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
