import { Link } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { CompactEventRow, CompactEventRowsLoading, formatSeatsLeft } from './compact-event-row.tsx'
import { formatReason } from './format-reason.ts'
import { HomeSection, quietLink } from './home-section.tsx'
import type { HomeList } from './list-state.ts'
import { getDiscoverPath } from './paths.ts'

/** The distance to the game. It may be exact to the mile, because places are public. */
function formatMiles({ miles, where }: DiscoverEvent): string {
  if (miles === null) return where.name
  return miles < 1 ? 'under 1 mi' : `about ${Math.round(miles)} mi`
}

export function NearbyEvents({ list, city }: { list: HomeList<DiscoverEvent>; city: City | null }) {
  return (
    <HomeSection
      title={city ? `Near ${city.name}` : 'Near you'}
      more={city && { to: getDiscoverPath(city), label: `See all games near ${city.name}` }}
      list={list}
      loading={<CompactEventRowsLoading lines={4} />}
      empty={
        city ? (
          <p>
            There are no other games near {city.name} right now. Host one, and players nearby will find it.{' '}
            <Link to="/create/event" className={quietLink}>
              Host a game
            </Link>
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
            <CompactEventRow
              key={event.id}
              event={event}
              where={formatMiles(event)}
              why={formatReason(event)}
              end={formatSeatsLeft(event)}
            />
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
