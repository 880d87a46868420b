import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { isNotFound } from '../api.ts'
import { useTitle } from '../shell/use-title.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton, SkeletonText } from '../ui/skeleton.tsx'
import { activityOf, formatActivity } from './format-place.ts'
import { PlaceActions } from './place-actions.tsx'
import { PlaceEvents } from './place-events.tsx'
import { PlaceFacts } from './place-facts.tsx'
import { PlacePeople } from './place-people.tsx'
import { PlacePhotos } from './place-photos.tsx'
import { PlaceWhere } from './place-where.tsx'
import { placeById } from './queries.ts'

const PlaceProposals = lazy(() => import('./place-proposals.tsx'))
const PlaceNotFound = lazy(async () => ({ default: (await import('./place-not-found.tsx')).PlaceNotFound }))

/** Loaded late, because it is at the end of the page. */
const PlaceFooter = lazyAfterPaint(async () => (await import('./place-footer.tsx')).PlaceFooter)

/** How often we refresh the place, in milliseconds: people check in and out all the time. */
const refetchDelay = 60_000

export default function PlacePage() {
  const { id = '' } = useParams()
  return <Place key={id} id={id} />
}

function Place({ id }: { id: string }) {
  const { data: place, error, isFetching, refetch } = useQuery({ ...placeById(id), refetchInterval: refetchDelay })
  useTitle(place ? [place.name, formatPlaceCity(place)].filter(Boolean).join(', ') : isNotFound(error) ? 'Place not found' : null)
  if (isNotFound(error)) {
    return (
      <Suspense fallback={<PlaceLoading />}>
        <PlaceNotFound id={id} />
      </Suspense>
    )
  }
  if (!place) {
    if (!error) return <PlaceLoading />
    return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <article className={pageFrame('wide', 'lg:grid lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-x-12 lg:pt-8')}>
      <div className="lg:col-start-1">
        <Cover place={place} />
        <PlaceHeader place={place} />
      </div>
      <PlaceActions place={place} />
      <div className="mt-8 grid gap-9 lg:col-start-1 lg:gap-11">
        {place.proposals.length > 0 && (
          <Suspense>
            <PlaceProposals place={place} />
          </Suspense>
        )}
        {place.description && (
          <p className="max-w-[64ch] text-[1.0625rem] leading-[1.55] whitespace-pre-line wrap-anywhere">{place.description}</p>
        )}
        <PlaceFacts place={place} />
        <PlaceEvents place={place} />
        <PlacePeople place={place} />
        <PlacePhotos place={place} />
        <PlaceWhere place={place} />
        <Suspense fallback={<div className="min-h-24" />}>
          <PlaceFooter place={place} />
        </Suspense>
      </div>
    </article>
  )
}

const coverClasses =
  '-mx-4.5 block h-52 w-[calc(100%+2.25rem)] max-w-none overflow-hidden sm:mx-0 sm:h-64 sm:w-full sm:rounded-cover lg:h-72'

function Cover({ place: { id, name, photos, activities } }: { place: PlaceDetail }) {
  const [brokenPhoto, setBrokenPhoto] = useState<string | null>(null)
  const [first] = photos
  if (first === undefined || first === brokenPhoto) return <CourtArt activity={activityOf(activities)} seed={id} className={coverClasses} />
  return (
    <img
      src={photoUrl(first, 1280)}
      alt={name}
      fetchPriority="high"
      onError={() => setBrokenPhoto(first)}
      className={`${coverClasses} bg-wash object-cover`}
    />
  )
}

function PlaceHeader({ place }: { place: PlaceDetail }) {
  const city = formatPlaceCity(place)
  return (
    <header className="mt-4 grid gap-1.5 lg:mt-5">
      <p className="text-soft">
        <span className="font-strong text-court">{place.activities.map(formatActivity).join(', ')}</span>
        {city && ` · ${city}`}
      </p>
      <h1 className="text-[2rem] wrap-anywhere sm:text-[2.625rem]">{place.name}</h1>
    </header>
  )
}

function PlaceLoading() {
  return (
    <Loading label="Loading the place" className={pageFrame('wide', 'lg:pt-8')}>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_20.5rem] lg:gap-x-12">
        <div>
          <Skeleton className="-mx-4.5 h-52 rounded-none sm:mx-0 sm:h-64 sm:rounded-cover lg:h-72" />
          <span className="mt-5 grid gap-3">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-10 w-80 max-w-full" />
          </span>
          <Skeleton className="mt-5 h-44 rounded-card lg:hidden" />
          <SkeletonText lines={4} className="mt-8 max-w-xl" />
        </div>
        <Skeleton className="h-56 rounded-card max-lg:hidden" />
      </div>
    </Loading>
  )
}
