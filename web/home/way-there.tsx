import { Navigation } from 'lucide-react'
import type { OwnGame } from '../../domain/home/contract.ts'
import { describeDaylight } from '../../domain/home/describe-daylight.ts'
import { directionsUrl } from '../maps/directions.ts'
import { buttonClasses } from '../ui/button.tsx'

type WayThereProps = { event: OwnGame; isIndoor: boolean | null }

/** How to get to the next game, and when it gets dark there or that it has a roof. It needs no network. */
export function WayThere({ event, isIndoor }: WayThereProps) {
  const { where } = event
  // Without knowing, we promise neither sun nor shelter.
  const sky = isIndoor ? 'Indoors, rain or shine' : isIndoor === false ? describeDaylight(event) : null
  return (
    <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-3 sm:px-5">
      <p className="grid min-w-0 text-small text-soft">
        {where.address && <span className="wrap-anywhere">{where.address}</span>}
        {sky && <span>{sky}</span>}
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
