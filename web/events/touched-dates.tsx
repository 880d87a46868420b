import { useState } from 'react'
import type { EventFormAnswer, Scope } from '../../domain/events/form-contract.ts'
import { formatShortDate, listDatesIn } from '../../domain/events/format-dates.ts'
import type { EventState } from '../../domain/events/states.ts'

type TouchedDatesProps = {
  verb: 'cancel' | 'delete'
  scope: Scope
  game: Pick<EventFormAnswer, 'otherDates' | 'startsAt' | 'timeZone'>
  /** Only dates in this state are touched. */
  state: EventState
}

/** Says before the host confirms which dates of the series are cancelled or deleted. */
export function TouchedDates({ verb, scope, game, state }: TouchedDatesProps) {
  const [now] = useState(() => Date.now())
  const others = listDatesIn(scope, game.otherDates).filter((date) => date.state === state)
  const dates = [game, ...others].toSorted((a, b) => a.startsAt - b.startsAt)
  const names = dates.map(({ startsAt, timeZone }) => formatShortDate(startsAt, { timeZone, now }))
  return (
    <p role="status" className="text-ink">
      This will {verb} {names.length === 1 ? 'one game' : `${names.length} games`}: {new Intl.ListFormat('en-US').format(names)}.
    </p>
  )
}
