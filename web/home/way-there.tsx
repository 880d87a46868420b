import { Navigation } from 'lucide-react'
import type { OwnGame } from '../../domain/home/contract.ts'
import { describeDaylight } from '../../domain/home/describe-daylight.ts'
import { directionsUrl } from '../maps/directions.ts'
import { buttonClasses } from '../ui/button.tsx'

type WayThereProps = { event: OwnGame; isOutdoors: boolean }

/** How to get to the next game, and when it gets dark there. It needs no network. */
export function WayThere({ event, isOutdoors }: WayThereProps) {
  const { where } = event
  const daylight = isOutdoors ? describeDaylight(event) : null
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-3 sm:px-5">
      <p className="grid min-w-0 text-small text-soft">
        {where.address && <span className="wrap-anywhere">{where.address}</span>}
        {daylight && <span>{daylight}</span>}
      </p>
      <a
        href={directionsUrl(where)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Directions to ${where.name}`}
        className={buttonClasses('plain', 'normal', 'flex-none')}
      >
        <Navigation size={17} aria-hidden="true" /> Directions
      </a>
    </div>
  )
}
