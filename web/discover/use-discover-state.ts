import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { City } from '../../domain/cities/contract.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { aroundCity, type DiscoverState, fillCity, forViewer, hasPlace, writeDiscoverState } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { cityById } from '../cities/queries.ts'
import { listRecentCities } from '../cities/recent-cities.ts'
import { homeCity } from './queries.ts'

export type Discovering = {
  state: DiscoverState
  /** The state as one text. */
  search: string
  city: City | null
  /** False while it is not known yet where. */
  isReady: boolean
  change: (next: DiscoverState, how?: { replace?: boolean }) => void
}

/** What the address says beside the state: the map over the list, and what places are asked for. */
const besides = new Set(['show', 'lights', 'indoor'])

/** What is looked for, as the address says it. Who says no place means home, else where they looked last. */
export function useDiscoverState(): Discovering {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const viewer = useViewer()
  const asked = forViewer(readDiscoverState(params), viewer !== null)
  const isPlaced = hasPlace(asked)
  const { cityId } = asked.filters
  const isAtHome = viewer?.profileComplete === true && !isPlaced
  const named = useQuery({ ...cityById(cityId ?? 0), enabled: cityId !== null })
  const home = useQuery({ ...homeCity, enabled: isAtHome })
  const [recent] = useState(listRecentCities)
  const start = isPlaced ? null : isAtHome ? (home.data ?? null) : (recent[0] ?? null)
  // Its name is known here where someone set out from it, also without a network.
  const known = named.data ?? [home.data, ...recent].find((one) => one?.id === cityId) ?? null
  const city = isPlaced ? known : start
  const filled = fillCity(asked, named.data ?? null)
  const state = start ? aroundCity(filled, start) : filled
  const isWaiting =
    (isAtHome && home.isPending) || (cityId !== null && filled.filters.center === null && filled.view === null && named.isPending)

  const change = (next: DiscoverState, { replace = false } = {}) => {
    const kept = [...params].filter(([name]) => besides.has(name)).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const text = [writeDiscoverState(next), ...kept].filter(Boolean).join('&')
    void navigate({ pathname, search: text && `?${text}` }, { replace, preventScrollReset: true })
  }
  return { state, search: writeDiscoverState(state), city, isReady: !isWaiting, change }
}
