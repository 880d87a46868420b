import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { EventCard } from '../../domain/events/contract.ts'
import { useViewer } from '../app-state.ts'
import { NeedsYouList } from '../needs-you/needs-you-list.tsx'
import { ownProfile } from '../profiles/queries.ts'
import { pageFrame } from '../ui/page-frame.tsx'
import { Greeting } from './greeting.tsx'
import { toHomeList } from './list-state.ts'
import { LocationCard } from './location-card.tsx'
import { NearbyEvents } from './nearby-events.tsx'
import { NearbyPlayers } from './nearby-players.tsx'
import { NextGame } from './next-game.tsx'
import { homeNearby, homeUpcoming } from './queries.ts'
import { QuickLinks } from './quick-links.tsx'
import { SaleBanner } from './sale-banner.tsx'
import { SetupMenu } from './setup-menu.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'

// Most people have no teams on other sites.
const OtherGames = lazy(() => import('./other-games.tsx'))

/**
 * The home screen: the next game and the way there, what needs the viewer, and games nearby; beside them, or below on phones, later
 * games and players. All requests start at once, except that of the players, which are the last.
 */
export default function HomePage() {
  const viewer = useViewer()
  const profile = useQuery(ownProfile)
  const upcomingQuery = useQuery(homeUpcoming)
  const nearbyQuery = useQuery(homeNearby)
  const upcoming = toHomeList(upcomingQuery, ({ events }) => events)
  // An answer that an older release stored on the device has none.
  const otherGames = toHomeList(upcomingQuery, (mine) => mine.otherGames ?? [])
  const nearby = toHomeList(nearbyQuery, ({ events }) => removeOwnEvents(events, upcoming.items))
  const court = profile.data?.sportAvailability.find(({ isOn }) => isOn)?.activity ?? 'pickleball'
  // While the profile loads, nobody knows the city yet. A person without one has null.
  const city = profile.data ? profile.data.defaultCity : profile.error ? null : undefined
  return (
    <div className={pageFrame('wide', 'pt-2 sm:pt-8')}>
      <Greeting name={profile.data?.displayName ?? viewer?.name ?? ''} profile={profile.data} />
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-9 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-12">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <NextGame
              list={upcoming}
              faces={upcomingQuery.data?.faces ?? []}
              isIndoor={upcomingQuery.data?.isIndoor ?? null}
              city={city ?? null}
              court={court}
              seed={viewer?.id ?? 'home'}
            />
            <NeedsYouList />
            <SaleBanner />
            <SetupMenu />
          </div>
          <NearbyEvents list={nearby} city={nearbyQuery.data?.city ?? city ?? null} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <UpcomingEvents list={upcoming} />
          {otherGames.items.length > 0 && (
            <Suspense>
              <OtherGames list={otherGames} />
            </Suspense>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <QuickLinks />
            <LocationCard city={city} court={court} />
          </div>
          <NearbyPlayers isInPlace={[upcomingQuery, nearbyQuery].every(({ isPending, isFetching }) => !isPending && !isFetching)} />
        </div>
      </div>
    </div>
  )
}

/** Removes games that are already in the viewer's own list, such as games they host. */
const removeOwnEvents = <Event extends EventCard>(events: readonly Event[], ownEvents: readonly EventCard[]) =>
  events.filter(({ id }) => !ownEvents.some((event) => event.id === id))
