import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  adaptToViewer,
  addCityLocation,
  type DiscoverState,
  hasLocation,
  moveToCity,
  writeDiscoverState,
} from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { cityById } from '../cities/queries.ts'
import { listRecentCities } from '../cities/recent-cities.ts'
import { homeCity } from './queries.ts'

export type DiscoverControls = {
  state: DiscoverState
  /** The state as text, as it stands in URLs. */
  search: string
  city: City | null
  /** False while the location is still loading. */
  isReady: boolean
  change: (next: DiscoverState, how?: { replace?: boolean }) => void
}

/** Parameters of the URL that are not part of the state: whether the map is open, and the filters of places. */
const otherParameters = new Set(['show', 'lights', 'indoor'])

/** The search of the discover page, read from the URL. Without a location it uses the home city, or else the last city searched. */
export function useDiscoverState(): DiscoverControls {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const viewer = useViewer()
  const requested = adaptToViewer(readDiscoverState(params), viewer !== null)
  const isLocationSet = hasLocation(requested)
  const { cityId } = requested.filters
  const usesHomeCity = viewer?.profileComplete === true && !isLocationSet
  const cityQuery = useQuery({ ...cityById(cityId ?? 0), enabled: cityId !== null })
  const homeQuery = useQuery({ ...homeCity, enabled: usesHomeCity })
  const [recentCities] = useState(listRecentCities)
  const startCity = isLocationSet ? null : usesHomeCity ? (homeQuery.data ?? null) : (recentCities[0] ?? null)
  // Offline, the name of the city may still be known if it is the home city or a recent city.
  const knownCity = cityQuery.data ?? [homeQuery.data, ...recentCities].find((candidate) => candidate?.id === cityId) ?? null
  const city = isLocationSet ? knownCity : startCity
  const stateWithCity = addCityLocation(requested, cityQuery.data ?? null)
  const state = startCity ? moveToCity(stateWithCity, startCity) : stateWithCity
  const isWaiting =
    (usesHomeCity && homeQuery.isPending) ||
    (cityId !== null && stateWithCity.filters.center === null && stateWithCity.view === null && cityQuery.isPending)

  const change = (next: DiscoverState, { replace = false } = {}) => {
    const keptParameters = [...params]
      .filter(([name]) => otherParameters.has(name))
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const searchText = [writeDiscoverState(next), ...keptParameters].filter(Boolean).join('&')
    void navigate({ pathname, search: searchText && `?${searchText}` }, { replace, preventScrollReset: true })
  }
  return { state, search: writeDiscoverState(state), city, isReady: !isWaiting, change }
}
