import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Repeat2 } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { CompactEventRow, formatSeatsLeft } from '../../home/compact-event-row.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { askingForRematch, rematchOf } from '../rematch-queries.ts'
import { EventSection } from './event-section.tsx'

/** After a game: the next one of the same people, and a way to play this one again, unless the next date of its series is planned. */
export function RematchSection({ event }: { event: EventDetail }) {
  const { data } = useQuery(rematchOf(event.id))
  if (!data) return null
  const { next, ask } = data
  const isPlanned = next !== null && next.seriesId !== null && next.seriesId === event.series?.id
  const canRepeat = !isPlanned && (event.isHost || ask !== 'none')
  if (!next && !canRepeat) return null
  return (
    <EventSection title="Play again">
      {next && (
        <ul>
          <CompactEventRow event={{ ...next, nextDates: [] }} where={next.where.name} end={formatSeatsLeft(next)} />
        </ul>
      )}
      {canRepeat && (event.isHost ? <HostAgain id={event.id} /> : <AskForRematch id={event.id} isAsked={ask === 'asked'} />)}
    </EventSection>
  )
}

function HostAgain({ id }: { id: string }) {
  return (
    <>
      <p className="text-soft">Host it again a week later, with everything filled in.</p>
      <LinkButton to={`/create/event?from=${id}`} className="justify-self-start">
        <Repeat2 size={18} aria-hidden="true" /> Same time next week
      </LinkButton>
    </>
  )
}

function AskForRematch({ id, isAsked }: { id: string; isAsked: boolean }) {
  const ask = useMutation(askingForRematch(id))
  const note = useFocusInPlace<HTMLParagraphElement>(isAsked)
  return (
    <div className="grid justify-items-start gap-3">
      <p ref={note} tabIndex={-1} className="flex items-center gap-2 text-soft outline-none">
        {isAsked && <Check size={18} aria-hidden="true" className="shrink-0 text-good" />}
        {isAsked ? 'Your hosts know that you would like to play again at the same time next week.' : 'This game is not planned again yet.'}
      </p>
      {!isAsked && (
        <Button isPending={ask.isPending} pendingLabel="Asking" onClick={() => ask.mutate(undefined, { onError: showFailure })}>
          <Repeat2 size={18} aria-hidden="true" /> Ask: same time next week?
        </Button>
      )}
    </div>
  )
}
