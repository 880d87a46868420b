import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { type City, CityId } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { pages } from '../../domain/pages.ts'
import { useTitle } from '../shell/use-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { CityCard, CityCardLoading } from './city-card.tsx'
import { CityField } from './city-field.tsx'
import { GeoNamesCredit } from './geonames-credit.tsx'
import { cityById } from './queries.ts'
import { listRecentCities, rememberCity } from './recent-cities.ts'

/** The picked city is part of the URL, so that the link can be shared and the Back button works. */
function usePickedCity() {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const parsed = v.safeParse(CityId, { id: params.get('city') })
  const id = parsed.success ? parsed.output.id : null
  const city = useQuery({ ...cityById(id ?? 0), enabled: id !== null })
  const shownCity = id === null ? null : (city.data ?? null)
  // When the city changes by a link or the Back button, we mount the field again. When the user picked it in the field, we do not.
  const address = `${id} ${shownCity !== null}`
  const [field, setField] = useState({ cityId: shownCity?.id ?? null, address, generation: 0 })
  if (address !== field.address) {
    const cityId = shownCity?.id ?? null
    setField({ cityId, address, generation: field.generation + (cityId === field.cityId ? 0 : 1) })
  }

  const pick = (next: City | null) => {
    setField({ ...field, cityId: next?.id ?? null })
    if (next) {
      rememberCity(next)
      queryClient.setQueryData(cityById(next.id).queryKey, next)
    }
    setParams(next ? { city: String(next.id) } : {}, { replace: next === null, preventScrollReset: true })
  }
  return { id, city, shownCity, generation: field.generation, pick }
}

export default function CitySearchPage() {
  const { id, city, shownCity, generation, pick } = usePickedCity()
  const heading = useRef<HTMLHeadingElement>(null)
  const cityHeading = useRef<HTMLHeadingElement>(null)
  // The element that had the focus is gone with the list or the field, so we focus the heading of the city.
  useEffect(() => {
    if (generation > 0) (cityHeading.current ?? heading.current)?.focus({ preventScroll: true })
  }, [generation])
  useTitle(shownCity ? cityLabel(shownCity) : pages.citySearch.title)
  return (
    <div className={pageFrame('narrow', 'grid gap-7 pt-5 sm:pt-12')}>
      <header className="grid gap-2">
        <h1 ref={heading} tabIndex={-1}>
          Find your city
        </h1>
        <p className="text-soft">Search all US cities and towns with at least 1,000 people.</p>
      </header>
      <CityField key={generation} size="large" label="City" isLabelHidden picked={shownCity} onPick={pick} />
      {id === null ? (
        <RecentCities />
      ) : shownCity ? (
        <CityCard city={shownCity} headingRef={cityHeading} />
      ) : city.error ? (
        <ErrorNotice error={city.error} onRetry={() => void city.refetch()} isRetrying={city.isFetching} />
      ) : (
        <CityCardLoading />
      )}
      <GeoNamesCredit className="text-tiny text-soft" />
    </div>
  )
}

function RecentCities() {
  const recent = listRecentCities()
  if (recent.length === 0) {
    return (
      <EmptyState title="Where do you play?">
        Type the first letters of your city and choose it from the list. Add the state to narrow it down: Portland, ME.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-2">
        Recent cities
      </h2>
      <ul>
        {recent.map((city) => (
          <li key={city.id} className="border-b border-line">
            <Link to={`?city=${city.id}`} className="flex min-h-13 items-center justify-between gap-4 font-strong hover:text-court">
              {city.name}
              <span className="text-small font-normal text-soft">{city.state}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
