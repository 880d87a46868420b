import { lazy, Suspense } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ListLoading } from './event-list.tsx'
import { EventsView } from './events-view.tsx'

const TeamsView = lazy(async () => ({ default: (await import('./teams-view.tsx')).TeamsView }))
const PlacesView = lazy(async () => ({ default: (await import('./places-view.tsx')).PlacesView }))

/** Games, places or communities, on a list and a map. */
export default function DiscoverPage() {
  const { context = 'events' } = useParams()
  const { search } = useLocation()
  if (context === 'events') return <EventsView />
  if (context === 'places') {
    return (
      <Suspense fallback={<ListLoading />}>
        <PlacesView />
      </Suspense>
    )
  }
  if (context === 'teams') {
    return (
      <Suspense fallback={<ListLoading label="Looking for communities" />}>
        <TeamsView />
      </Suspense>
    )
  }
  if (context === 'players') return <Navigate to={`/localconnect${search}`} replace />
  return <NotFoundPage />
}
