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
import { MoneyToWaitFor } from './money-to-wait-for.tsx'
import { deletingAccount, deletionPlan } from './own-account-queries.ts'
import { TeamToLeaveRow } from './team-to-leave-row.tsx'

type DeleteAccountDialogProps = { isOpen: boolean; onClose: () => void }

/** A user who owns or belongs to teams must leave them first, and can do that in this dialog. Whoever is paid waits until nothing is owed. */
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
  const plan = useQuery({ ...deletionPlan, enabled: !isPending })
  const [typedText, setTypedText] = useState('')
  const isHeld = !plan.data || plan.data.teams.length > 0 || plan.data.games.length > 0 || plan.data.disputes > 0
  const isDisabled = isHeld || typedText !== deletionWord
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
      <p className="text-soft">
        You lose your seats and memberships, and get back what you paid for games to come and for the rest of your memberships. Plans end at
        once, and nothing of them comes back. Credit with hosts is lost.
      </p>
      {isPending ? null : plan.data ? (
        <>
          {plan.data.teams.length > 0 && <TeamsToLeave teams={plan.data.teams} />}
          <MoneyToWaitFor games={plan.data.games} disputes={plan.data.disputes} />
        </>
      ) : plan.error ? (
        <ErrorNotice error={plan.error} onRetry={() => void plan.refetch()} isRetrying={plan.isFetching} />
      ) : (
        <Loading label="Loading your communities">
          <Skeleton className="h-5 w-44" />
          <SkeletonText lines={2} className="mt-3" />
        </Loading>
      )}
      <TextField
        label={`Type ${deletionWord} to continue`}
        value={typedText}
        disabled={isHeld || isPending}
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
