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
import { leaveForGood } from './logout.ts'
import { deletingAccount, deletionPlan } from './own-account-queries.ts'
import { TeamToSettle } from './team-to-settle.tsx'

type DeleteAccountDialogProps = { isOpen: boolean; onClose: () => void }

/** Loaded when it is asked for. Whoever owns or is in a team settles that first, right here. */
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
            onSuccess: () => void leaveForGood(),
            onError: () => void showSnackbar('An error occurred while deleting your account.', { duration: 3000, tone: 'alarm' }),
          })
        }
      />
    </Dialog>
  )
}

type BodyProps = { onCancel: () => void; onDelete: () => void; isPending: boolean }

/** Its own component, so that a typed word is gone the next time the dialog opens. */
function DeleteAccountBody({ onCancel, onDelete, isPending }: BodyProps) {
  // Once the account is on its way out there is nobody left to ask for.
  const teams = useQuery({ ...deletionPlan, enabled: !isPending })
  const [typed, setTyped] = useState('')
  const isHeld = teams.data === undefined || teams.data.length > 0
  const isLocked = isHeld || typed !== deletionWord
  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLocked && !isPending) onDelete()
      }}
    >
      <p className="text-soft">We permanently delete your data and sign you out everywhere. This cannot be undone.</p>
      {isPending ? null : teams.data ? (
        teams.data.length > 0 && <TeamsFirst teams={teams.data} />
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
        value={typed}
        disabled={isHeld || isPending}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button onClick={onCancel} disabled={isPending}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" disabled={isLocked} isPending={isPending} pendingLabel="Deleting">
          Delete account
        </Button>
      </div>
    </form>
  )
}

function TeamsFirst({ teams }: { teams: TeamToLeave[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="text-body">{teams.length === 1 ? 'Leave 1 community first' : `Leave ${teams.length} communities first`}</h3>
      <p className="text-small text-soft">Hand over or delete the communities you own, and leave the others.</p>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)]">
        {teams.map((team) => (
          <TeamToSettle key={`${team.id} ${team.role}`} team={team} />
        ))}
      </ul>
    </div>
  )
}
