import type { OwnGame } from '../../domain/home/contract.ts'
import { CompactEventRow, formatOwnStatus } from './compact-event-row.tsx'
import { HomeSection } from './home-section.tsx'
import type { HomeList } from './list-state.ts'

/** The games after the next one. If there is none, or the list failed to load, the card of the next game already says so. */
export function UpcomingEvents({ list }: { list: HomeList<OwnGame> }) {
  const later = list.items.slice(1)
  if (later.length === 0) return null
  return (
    <HomeSection
      title="Later games"
      more={{ to: '/my-games', label: 'See all your games' }}
      list={{ ...list, items: later }}
      loading={null}
      empty={null}
    >
      {(events) => (
        <ul className="mt-1.5">
          {events.map((event) => (
            <CompactEventRow key={event.id} event={event} where={event.where.name} end={formatOwnStatus(event)} />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
