import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { formatFee } from '../../domain/places/rules.ts'
import { isNotFound } from '../api.ts'
import { usePlatform } from '../app-state.ts'
import { getDefaultPaper, isPaper, type PosterWords } from '../posters/layout-poster.ts'
import { PosterEditor } from '../posters/poster-editor.tsx'
import { useTitle } from '../shell/use-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { activityOf, formatActivity, listFacts, placeUrl } from './format-place.ts'
import { PlaceNotFound } from './place-not-found.tsx'
import { placeById } from './queries.ts'

const maxActivities = 4

/** A poster of a place to print and hang up at the court. The URL names the place. */
export default function PosterPage() {
  const [search, setSearch] = useSearchParams()
  const { name: platform } = usePlatform()
  const id = search.get('place') ?? ''
  const paper = search.get('paper')
  const { data: place, error, isFetching, refetch } = useQuery({ ...placeById(id), enabled: id !== '' })
  useTitle(place ? `Poster of ${place.name}` : null)
  if (isNotFound(error)) return <PlaceNotFound id={id} />
  return (
    <div className={pageFrame('wide', 'pt-4 sm:pt-9')}>
      {place ? (
        <PosterEditor
          words={wordsOf(place, platform)}
          paper={isPaper(paper) ? paper : getDefaultPaper()}
          onPaper={(paper) => setSearch({ place: id, paper }, { replace: true, preventScrollReset: true })}
        >
          <header className="grid justify-items-start gap-1">
            <LinkButton variant="quiet" size="small" to={`/places/view/${id}`} className="-ml-3.5">
              <ArrowLeft size={17} aria-hidden="true" /> Back to the place
            </LinkButton>
            <h1>Poster</h1>
            <p className="text-soft">Print it and hang it up by the court, so that people who play there can find each other.</p>
          </header>
        </PosterEditor>
      ) : id === '' ? (
        <EmptyState title="Which place?">Open a place and choose Poster at the end of its page.</EmptyState>
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading label="Loading the poster">
          <Skeleton className="mx-auto aspect-[612/792] max-w-md rounded-none" />
        </Loading>
      )}
    </div>
  )
}

const wordsOf = (place: PlaceDetail, platform: string): PosterWords => ({
  title: place.name,
  facts: place.activities.map(formatActivity).slice(0, maxActivities).join(' · '),
  details: [formatPlaceCity(place), ...listFacts(place), formatFee(place.fee)].filter(Boolean).join(' · '),
  call: 'Scan to see who is here and when we play.',
  hint: 'Check in, call for players, host a game.',
  url: placeUrl(place.id),
  author: platform,
  activity: activityOf(place.activities),
  seed: place.id,
})
