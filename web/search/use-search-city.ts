import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../app-state.ts'
import { listRecentCities } from '../cities/recent-cities.ts'
import { homeCity } from '../discover/queries.ts'

/** The city whose results come first: the viewer's own, or else the last one they looked at. `isLoading` until their own is known. */
export function useSearchCity() {
  const viewer = useViewer()
  const home = useQuery({ ...homeCity, enabled: viewer?.profileComplete === true })
  const [recentCities] = useState(listRecentCities)
  return { city: home.data ?? recentCities[0] ?? null, isLoading: home.isLoading }
}
