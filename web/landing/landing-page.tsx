import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import { guessedCityKey } from '../../domain/cities/keys.ts'
import { usePlatform } from '../app-state.ts'
import { CityField } from '../cities/city-field.tsx'
import { GeoNamesCredit } from '../cities/geonames-credit.tsx'
import { listRecentCities, rememberCity } from '../cities/recent-cities.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { GamesNearLoading } from './games-near-loading.tsx'
import { NoCity } from './no-city.tsx'

const GamesNear = lazyAfterPaint(async () => (await import('./games-near.tsx')).GamesNear)
const LandingEnd = lazyAfterPaint(async () => (await import('./landing-end.tsx')).default)
const ActivityWall = lazyAfterPaint(async () => (await import('./activity-wall.tsx')).default)

const courts = [
  { activity: 'pickleball', seed: 'sunrise', layout: 'col-span-2 row-span-2' },
  { activity: 'basketball', seed: 'bridge', layout: '' },
  { activity: 'sand-volleyball', seed: 'fours', layout: '' },
  { activity: 'soccer', seed: 'lights', layout: 'col-span-2' },
  { activity: 'tennis', seed: 'ladder', layout: '' },
  { activity: 'swimming', seed: 'dawn', layout: '' },
  { activity: 'running', seed: 'lap', layout: 'col-span-2' },
] as const

/** The first page for visitors: one sentence about the product, and a field for the city where they play. */
export default function LandingPage() {
  const { tagline } = usePlatform()
  const navigate = useNavigate()
  const openDiscover = async (picked: City) => {
    // Loaded only now, because the first view of this page does not need the code of Discover.
    const { cityDiscoverPath } = await import('../../domain/discover/state.ts')
    await navigate(cityDiscoverPath(picked))
  }
  const queryClient = useQueryClient()
  const [chosenCity] = useState(() => listRecentCities()[0] ?? null)
  const [guessedCity] = useState(() => (chosenCity ? null : (queryClient.getQueryData<City>(guessedCityKey) ?? null)))
  const city = chosenCity ?? guessedCity
  return (
    <>
      <section className={pageFrame('wide', 'grid items-center gap-8 pt-2 sm:pt-14 lg:grid-cols-[1fr_1.05fr] lg:gap-16')}>
        <div className="grid gap-7 max-lg:order-2">
          <h1 className="text-[clamp(2.25rem,1.5rem+3.4vw,3.875rem)] leading-[1.04] tracking-[-0.03em]">{tagline}</h1>
          <CityField
            size="large"
            label="Where do you play?"
            onPick={(picked) => {
              if (!picked) return
              rememberCity(picked)
              void openDiscover(picked)
            }}
          />
        </div>
        <div className="grid h-[13.5rem] grid-cols-4 grid-rows-3 gap-2.5 sm:h-[19rem] lg:h-[26rem]" aria-hidden="true">
          {courts.map(({ activity, seed, layout }) => (
            <CourtArt key={activity} activity={activity} seed={seed} className={`h-full w-full overflow-hidden rounded-card ${layout}`} />
          ))}
        </div>
      </section>
      {city ? (
        <Suspense fallback={<GamesNearLoading city={city} isGuess={guessedCity !== null} />}>
          <GamesNear city={city} isGuess={guessedCity !== null} />
        </Suspense>
      ) : (
        <NoCity />
      )}
      <Suspense fallback={<div className="min-h-svh" />}>
        <ActivityWall city={city} />
      </Suspense>
      <Suspense>
        <LandingEnd city={city} />
      </Suspense>
      <div className={pageFrame('wide', 'mt-16')}>
        <GeoNamesCredit className="border-t border-line pt-5 text-tiny text-soft" />
      </div>
    </>
  )
}
