import type { City } from '../../domain/cities/contract.ts'
import { BigCities } from './big-cities.tsx'
import { CommunitiesNear } from './communities-near.tsx'
import { HowToHost } from './how-to-host.tsx'
import { LargestCommunities } from './largest-communities.tsx'

/** What stands far down on the landing page and loads late. */
export default function LandingEnd({ city }: { city: City | null }) {
  return (
    <>
      {city ? <CommunitiesNear city={city} /> : <LargestCommunities />}
      <HowToHost />
      <BigCities />
    </>
  )
}
