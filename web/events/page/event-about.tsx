import type { EventDetail } from '../../../domain/events/contract.ts'
import { LateMap } from '../../maps/late-map.tsx'
import { WaysThere } from '../../maps/ways-there.tsx'
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
      <LateMap label={`Map of ${where.name}`} pin={{ lat: where.lat, lng: where.lng }} className="h-64 sm:h-80" />
      <WaysThere place={where} address={address} />
    </EventSection>
  )
}
