import type { OverlappingGame } from '../../../domain/events/contract.ts'
import { formatDayAndTime } from '../format-event.ts'

/** Warns a person before they join that they are going to another game at the same time. */
export function OverlapNote({ overlaps }: { overlaps: readonly OverlappingGame[] }) {
  if (overlaps.length === 0) return null
  const now = Date.now()
  return (
    <div role="note" className="grid gap-0.5 border-l-2 border-warn pl-4">
      <p className="font-strong">You are going to another game at this time</p>
      {overlaps.map((game) => (
        <p key={game.id} className="text-small text-soft wrap-anywhere">
          {game.title}: {formatDayAndTime(game, now)}
        </p>
      ))}
    </div>
  )
}
