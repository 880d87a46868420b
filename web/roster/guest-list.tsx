import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { ClipboardPen, PencilLine, Trash2, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { can } from '../../domain/access/can.ts'
import type { RosterGuest } from '../../domain/roster/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import type { MenuEntry } from '../ui/menu.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { GuestRow } from './member-row.tsx'
import { removingGuest, rosterGuests } from './queries.ts'

const ChooseFormDialog = lazy(() => import('../forms/team-add/choose-form-dialog.tsx'))
const DetailsDialog = lazy(() => import('./details-dialog.tsx'))
const GuestDialog = lazy(() => import('./guest-dialog.tsx'))

type OpenDialog = { kind: 'guest' | 'child' } | { kind: 'details' | 'form' | 'remove'; guest: RosterGuest }

/** The people without an account: all of them for who runs the team, and the own children for everyone else. */
export function GuestList({ team }: { team: TeamDetail }) {
  const { id: teamId } = team
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const query = useInfiniteQuery(rosterGuests(teamId))
  const fields = query.data?.pages[0]?.fields ?? []
  const remove = useMutation(removingGuest(teamId))
  const guests = query.data?.pages.flatMap((page) => page.guests) ?? []
  const [mayManage, mayWrite] = [can(team, 'guests.manage'), can(team, 'roster.manage')]
  const seesAll = mayManage || can(team, 'events.manage')
  const entriesOf = (guest: RosterGuest): MenuEntry[] => [
    ...(mayWrite
      ? [
          {
            id: 'details',
            label: 'Edit details',
            icon: <PencilLine size={17} aria-hidden="true" />,
            onPress: () => setDialog({ kind: 'details', guest }),
          },
        ]
      : []),
    ...(can(team, 'forms.manage')
      ? [
          {
            id: 'form',
            label: 'Fill a form',
            icon: <ClipboardPen size={17} aria-hidden="true" />,
            onPress: () => setDialog({ kind: 'form', guest }),
          },
        ]
      : []),
    ...(mayManage || guest.isMyChild
      ? [
          {
            id: 'remove',
            label: 'Remove',
            icon: <Trash2 size={17} aria-hidden="true" />,
            isDangerous: true,
            onPress: () => setDialog({ kind: 'remove', guest }),
          },
        ]
      : []),
  ]
  const close = () => setDialog(null)
  return (
    <section aria-labelledby="team-guests" className="grid gap-3 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="team-guests" className="text-title">
          {seesAll ? 'Guests' : 'Your children'}
        </h2>
        <div className="flex flex-wrap gap-2.5">
          <Button size="small" onClick={() => setDialog({ kind: 'child' })}>
            <UserPlus size={17} aria-hidden="true" /> Add my child
          </Button>
          {mayManage && (
            <Button size="small" onClick={() => setDialog({ kind: 'guest' })}>
              <UserPlus size={17} aria-hidden="true" /> Add a guest
            </Button>
          )}
        </div>
      </div>
      {query.isLoadingError ? (
        <ErrorNotice
          title="The guests could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.data && guests.length === 0 ? (
        <p className="text-soft">
          {seesAll
            ? 'Guests are people without an account. Anyone who later signs up with the same email can take the place of the guest.'
            : 'A child needs no account. Only you and the people who run this community see the name.'}
        </p>
      ) : (
        <div>
          <ul aria-label={seesAll ? 'Guests' : 'Your children'}>
            {guests.map((guest) => (
              <GuestRow key={guest.id} guest={guest} fields={fields} entries={entriesOf(guest)} />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
      <Suspense>
        {(dialog?.kind === 'guest' || dialog?.kind === 'child') && (
          <GuestDialog teamId={teamId} isChild={dialog.kind === 'child'} onClose={close} />
        )}
        {dialog?.kind === 'form' && <ChooseFormDialog teamId={teamId} person={dialog.guest} onClose={close} />}
        {dialog?.kind === 'details' && (
          <DetailsDialog
            teamId={teamId}
            of={{ guestId: dialog.guest.id }}
            name={dialog.guest.name}
            row={dialog.guest}
            fields={fields}
            onClose={close}
          />
        )}
      </Suspense>
      {dialog?.kind === 'remove' && (
        <ConfirmDialog
          title={`Remove ${dialog.guest.name}?`}
          confirmLabel="Remove"
          isDangerous
          isOpen
          onClose={close}
          onConfirm={() => remove.mutate(dialog.guest.id)}
        >
          <p>What is written down about this person is deleted too.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
