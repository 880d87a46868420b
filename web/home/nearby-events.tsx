import { Link } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { EventLine, EventLinesLoading, seatWords } from './event-line.tsx'
import { HomeSection, quietLink } from './home-section.tsx'
import type { HomeList } from './list-state.ts'
import { discoverAround } from './paths.ts'

/** Fields and courts are no secret: how far they are may be told to the mile. */
function milesWords({ miles, where }: DiscoverEvent): string {
  if (miles === null) return where.name
  return miles < 1 ? 'under 1 mi' : `about ${Math.round(miles)} mi`
}

export function NearbyEvents({ list, city }: { list: HomeList<DiscoverEvent>; city: City | null }) {
  return (
    <HomeSection
      title={city ? `Near ${city.name}` : 'Near you'}
      more={city && { to: discoverAround(city), label: `See all games near ${city.name}` }}
      list={list}
      loading={<EventLinesLoading lines={4} />}
      empty={
        city ? (
          <p>
            There are no other games around {city.name} right now. Know when you want to play? Host a game, and players nearby will find it.
          </p>
        ) : (
          <p>
            Set your city to see games near you.{' '}
            <Link to="/settings?tab=general" className={quietLink}>
              Set your city
            </Link>
          </p>
        )
      }
    >
      {(events) => (
        <ul className="mt-1.5">
          {events.map((event) => (
            <EventLine key={event.id} event={event} where={milesWords(event)} end={seatWords(event)} />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
