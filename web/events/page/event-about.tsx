import type { EventDetail } from '../../../domain/events/contract.ts'
import { LateDirectionsButtons } from '../../maps/late-directions-buttons.tsx'
import { LazyMap } from '../../maps/lazy-map.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { EventSection } from './event-section.tsx'

export function EventAbout({ event: { about } }: { event: EventDetail }) {
  if (about.length === 0) return null
  return (
    <EventSection title="About">
      <RichText tree={about} />
    </EventSection>
  )
}

export function EventWhere({ event: { where } }: { event: EventDetail }) {
  const address = [where.name, where.address].filter(Boolean).join(', ')
  return (
    <EventSection title="Where">
      <p className="text-soft wrap-anywhere">{address}</p>
      <LazyMap label={`Map of ${where.name}`} pin={{ lat: where.lat, lng: where.lng }} className="h-64 sm:h-80" />
      <LateDirectionsButtons place={where} address={address} />
    </EventSection>
  )
}
