import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import type { TeamToLeave } from '../../domain/teams/contract.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { isConfirmationMissing } from './confirm-identity.ts'
import { finishAccountDeletion } from './logout.ts'
import { deletingAccount, deletionPlan } from './own-account-queries.ts'
import { TeamToLeaveRow } from './team-to-leave-row.tsx'

type DeleteAccountDialogProps = { isOpen: boolean; onClose: () => void }

/** A user who owns or belongs to teams must leave them first, and can do that in this dialog. */
export default function DeleteAccountDialog({ isOpen, onClose }: DeleteAccountDialogProps) {
  const remove = useMutation(deletingAccount)
  return (
    <Dialog
      title="Delete your account"
      width={400}
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!remove.isPending && !remove.isSuccess}
    >
      <DeleteAccountBody
        onCancel={onClose}
        isPending={remove.isPending || remove.isSuccess}
        onDelete={() =>
          remove.mutate(undefined, {
            onSuccess: () => void finishAccountDeletion(),
            onError: (error) => {
              // The user has closed the dialog that asks them to confirm, so nothing went wrong.
              if (!isConfirmationMissing(error))
                showSnackbar('An error occurred while deleting your account.', { duration: 3000, tone: 'alarm' })
            },
          })
        }
      />
    </Dialog>
  )
}

type BodyProps = { onCancel: () => void; onDelete: () => void; isPending: boolean }

/** A component of its own, so that the typed text is empty when the dialog opens again. */
function DeleteAccountBody({ onCancel, onDelete, isPending }: BodyProps) {
  // While the account is being deleted the server may already refuse this request.
  const teams = useQuery({ ...deletionPlan, enabled: !isPending })
  const [typedText, setTypedText] = useState('')
  const hasTeamsLeft = teams.data === undefined || teams.data.length > 0
  const isDisabled = hasTeamsLeft || typedText !== deletionWord
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDisabled && !isPending) onDelete()
      }}
    >
      <p className="text-soft">We permanently delete your data and sign you out everywhere. This cannot be undone.</p>
      {isPending ? null : teams.data ? (
        teams.data.length > 0 && <TeamsToLeave teams={teams.data} />
      ) : teams.error ? (
        <ErrorNotice error={teams.error} onRetry={() => void teams.refetch()} isRetrying={teams.isFetching} />
      ) : (
        <Loading label="Loading your communities">
          <Skeleton className="h-5 w-44" />
          <SkeletonText lines={2} className="mt-3" />
        </Loading>
      )}
      <TextField
        label={`Type ${deletionWord} to continue`}
        value={typedText}
        disabled={hasTeamsLeft || isPending}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTypedText(event.target.value)}
      />
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onCancel} disabled={isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" disabled={isDisabled} isPending={isPending} pendingLabel="Deleting">
          Delete account
        </Button>
      </div>
    </form>
  )
}

function TeamsToLeave({ teams }: { teams: TeamToLeave[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-body">{teams.length === 1 ? 'Leave 1 community first' : `Leave ${teams.length} communities first`}</h3>
      <p className="text-small text-soft">Hand over or delete the communities you own, and leave the others.</p>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
        {teams.map((team) => (
          <TeamToLeaveRow key={`${team.id} ${team.role}`} team={team} />
        ))}
      </ul>
    </div>
  )
}
