import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { PlaceProposal } from '../../domain/places/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { LazyMap } from '../maps/lazy-map.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { ChangeList, formatMove, readMove } from './change-list.tsx'
import { decidingProposal } from './queries.ts'

type PlaceProposalsProps = { place: { id: string; proposals: readonly PlaceProposal[] }; className?: string }

/** The changes that wait for a second person, with what the viewer may do about each. */
export default function PlaceProposals({ place: { id, proposals }, className }: PlaceProposalsProps) {
  const headingId = useId()
  if (proposals.length === 0) return null
  return (
    <section
      aria-labelledby={headingId}
      className={joinClasses('grid gap-3 rounded-card border border-line bg-card p-4.5 sm:p-5.5', className)}
    >
      <h2 id={headingId} className="text-title font-bold">
        {proposals.length === 1 ? 'Is this right?' : 'Are these right?'}
      </h2>
      <ul className="divide-y divide-line">
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} placeId={id} proposal={proposal} />
        ))}
      </ul>
    </section>
  )
}

function Proposal({ placeId, proposal }: { placeId: string; proposal: PlaceProposal }) {
  const { id, person, changes, isMine, canConfirm, canDecline } = proposal
  const decide = useMutation(decidingProposal(placeId))
  const [isMapOpen, setMapOpen] = useState(false)
  const move = readMove(changes)
  const press = (isConfirmed: boolean) =>
    decide.mutate(
      { proposalId: id, isConfirmed },
      {
        onSuccess: () => showSnackbar(isConfirmed ? 'Change confirmed.' : isMine ? 'Change withdrawn.' : 'Change declined.'),
        onError: showFailure,
      },
    )
  const isPending = (isConfirmed: boolean) => decide.isPending && decide.variables.isConfirmed === isConfirmed
  return (
    <li className="flex gap-3.5 py-3.5 first:pt-1 last:pb-0">
      <Avatar face={person ?? { id: 'someone', name: '?' }} size={36} isDecorative />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="wrap-anywhere">
          {isMine ? (
            <span className="font-strong">You want</span>
          ) : person ? (
            <>
              <Link to={`/profile/${person.id}`} className="font-strong underline-offset-3 hover:underline">
                {person.name}
              </Link>{' '}
              wants
            </>
          ) : (
            <>
              <span className="font-strong">Someone</span> wants
            </>
          )}{' '}
          to {formatWish(changes)}.
        </p>
        {needsList(changes) && <ChangeList changes={changes} />}
        <p className="text-small text-soft">{formatWait(proposal)}</p>
        {move && isMapOpen && <LazyMap label="The suggested spot" pin={move} className="h-52" />}
        <p className="flex flex-wrap gap-2">
          {canConfirm && (
            <Button size="small" isPending={isPending(true)} pendingLabel="Confirming" onClick={() => press(true)}>
              Confirm
            </Button>
          )}
          {(canDecline || isMine) && (
            <Button size="small" isPending={isPending(false)} onClick={() => press(false)}>
              {isMine ? 'Withdraw' : 'Decline'}
            </Button>
          )}
          {move && (
            <Button variant="quiet" size="small" aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
              {isMapOpen ? 'Hide the map' : 'Show the new spot'}
            </Button>
          )}
        </p>
      </div>
    </li>
  )
}

/** A sentence is enough for a new name, a removal and a move without other fields. */
const needsList = (changes: PlaceProposal['changes']) => changes.some(({ field }) => !['name', 'isDeleted', 'lat', 'lng'].includes(field))

function formatWish(changes: PlaceProposal['changes']): string {
  const find = (field: PlaceProposal['changes'][number]['field']) => changes.find((change) => change.field === field)
  const [removal, name, move] = [find('isDeleted'), find('name'), readMove(changes)]
  if (removal) return removal.after === true ? 'remove this place' : 'bring this place back'
  if (name) return `rename this place to “${String(name.after)}”`
  if (move) return `move this place by ${formatMove(move.meters)}`
  return 'change the details of this place'
}

function formatWait({ isMine, canConfirm, confirmableAt, expiresAt }: PlaceProposal): string {
  const now = Date.now()
  const format = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  const lastDay = writeDate(expiresAt, { now }, { month: 'short', day: 'numeric' })
  if (isMine) return `It waits until a second person confirms it, or until ${lastDay}.`
  if (canConfirm) return `Do you know this place? Then confirm the change, so that it counts. It waits until ${lastDay}.`
  if (confirmableAt !== null) return `It is new. You can confirm it from ${format(confirmableAt)} on.`
  return `It waits until a second person confirms it, or until ${lastDay}.`
}
