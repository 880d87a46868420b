import type { CoHostInvite, SeatOffer } from '../../../domain/events/join-contract.ts'
import { DateBadge } from '../../ui/date-badge.tsx'
import { activityLabel, formatDayAndTime, formatTimesForViewer } from '../format-event.ts'

/** The game that a person is asked about: whether they take a seat in it, or become its co-host. */
type AskedGame = SeatOffer['event'] | CoHostInvite['event']

export const AskedGameHead = ({ game, title }: { game: AskedGame; title: string }) => (
  <header className="grid gap-1.5" aria-live="polite">
    <p className="text-[0.9375rem] text-soft wrap-anywhere">
      <b className="text-court">{activityLabel(game.activity)}</b> · {game.title}
    </p>
    <h1 className="text-[1.875rem] wrap-anywhere">{title}</h1>
  </header>
)

export function AskedGameFacts({ game }: { game: AskedGame }) {
  const now = Date.now()
  const words = formatTimesForViewer(game, now)
  return (
    <div className="flex items-center gap-3.5 border-y border-line py-4">
      <DateBadge date={words.date} />
      <p className="min-w-0 wrap-anywhere">
        <b className="block text-lead">{formatDayAndTime(game, now)}</b>
        <span className="block text-small text-soft">
          {game.placeName} · {words.zoneText}
        </span>
      </p>
    </div>
  )
}
