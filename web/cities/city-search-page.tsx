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

/** The picked city is in the address, so that it can be sent to a friend and the back button knows it. */
function usePickedCity() {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const asked = v.safeParse(CityId, { id: params.get('city') })
  const id = asked.success ? asked.output.id : null
  const city = useQuery({ ...cityById(id ?? 0), enabled: id !== null })
  const shown = id === null ? null : (city.data ?? null)
  // A city that came by link or by the back button starts the field anew; one that the field itself said does not.
  const address = `${id} ${shown !== null}`
  const [field, setField] = useState({ says: shown?.id ?? null, address, generation: 0 })
  if (address !== field.address) {
    const says = shown?.id ?? null
    setField({ says, address, generation: field.generation + (says === field.says ? 0 : 1) })
  }

  const pick = (next: City | null) => {
    setField({ ...field, says: next?.id ?? null })
    if (next) {
      rememberCity(next)
      queryClient.setQueryData(cityById(next.id).queryKey, next)
    }
    setParams(next ? { city: String(next.id) } : {}, { replace: next === null, preventScrollReset: true })
  }
  return { id, city, shown, generation: field.generation, pick }
}

export default function CitySearchPage() {
  const { id, city, shown, generation, pick } = usePickedCity()
  const heading = useRef<HTMLHeadingElement>(null)
  const cityHeading = useRef<HTMLHeadingElement>(null)
  // What the person was at is gone with the list or the field: they go on where the page says what it shows now.
  useEffect(() => {
    if (generation > 0) (cityHeading.current ?? heading.current)?.focus({ preventScroll: true })
  }, [generation])
  useTitle(shown ? cityLabel(shown) : pages.citySearch.title)
  return (
    <div className={pageFrame(720, 'grid gap-7 pt-5 sm:pt-12')}>
      <header className="grid gap-2">
        <h1 ref={heading} tabIndex={-1}>
          Find your city
        </h1>
        <p className="text-soft">Every US city and town of a thousand people and more.</p>
      </header>
      <CityField key={generation} size="large" label="City" isLabelHidden picked={shown} onPick={pick} />
      {id === null ? (
        <RecentCities />
      ) : shown ? (
        <CityCard city={shown} headingRef={cityHeading} />
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
        Type the first letters of your city and pick it from the list. A state helps: Portland, ME.
      </EmptyState>
    )
  }
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-2">
        Looked at lately
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
