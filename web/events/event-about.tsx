import { Copy, Navigation } from 'lucide-react'
import type { EventDetail } from '../../domain/events/contract.ts'
import { directionsUrl } from '../maps/directions.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { EventSection } from './event-section.tsx'
import { LateMap } from './late-map.tsx'

export function EventAbout({ event: { about } }: { event: EventDetail }) {
  if (about.length === 0) return null
  return (
    <EventSection title="About">
      <RichText tree={about} />
    </EventSection>
  )
}

export function EventWhere({ event: { where } }: { event: EventDetail }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText([where.name, where.address].filter(Boolean).join(', '))
      showSnackbar('Address copied')
    } catch {
      showSnackbar('Your browser did not let us copy. Select the address instead.', { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <EventSection title="Where">
      <p className="text-soft wrap-anywhere">{[where.name, where.address].filter(Boolean).join(', ')}</p>
      <LateMap label={`Map of ${where.name}`} pin={{ lat: where.lat, lng: where.lng }} className="h-64 sm:h-80" />
      <p className="flex flex-wrap gap-2.5">
        <a href={directionsUrl(where)} target="_blank" rel="noreferrer" className={buttonClasses()}>
          <Navigation size={17} aria-hidden="true" /> Directions
        </a>
        <Button variant="quiet" onClick={() => void copy()}>
          <Copy size={17} aria-hidden="true" /> Copy address
        </Button>
      </p>
    </EventSection>
  )
}
