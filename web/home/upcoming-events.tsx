import type { EventCard } from '../../domain/events/contract.ts'
import { EventLine, partWords } from './event-line.tsx'
import { HomeSection } from './home-section.tsx'
import type { HomeList } from './list-state.ts'

/** What comes after the next game, whose card says already that there is nothing, or that it cannot be told. */
export function UpcomingEvents({ list }: { list: HomeList<EventCard> }) {
  const later = list.items.slice(1)
  if (later.length === 0) return null
  return (
    <HomeSection title="Later games" list={{ ...list, items: later }} loading={null} empty={null}>
      {(events) => (
        <ul className="mt-1.5">
          {events.map((event) => (
            <EventLine key={event.id} event={event} where={event.where.name} end={partWords(event)} />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
