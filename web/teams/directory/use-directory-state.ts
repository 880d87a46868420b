import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type ActivityId, activityIds } from '../../../domain/activities.ts'
import type { City } from '../../../domain/cities/contract.ts'
import { searchedJoinModes } from '../../../domain/teams/directory-contract.ts'
import { cityById } from '../../cities/queries.ts'
import { homeCity } from '../../discover/queries.ts'

type SearchedJoinMode = (typeof searchedJoinModes)[number]

type DirectoryFilters = { cityId: number | null; activity: ActivityId | null; joinMode: SearchedJoinMode | null; q: string }

/** `home` is the home city of the viewer. */
type FilterChange = Partial<Omit<DirectoryFilters, 'cityId'>> & { cityId?: number | null | 'home' }

/** `near` is the id of a city. It is this word for communities anywhere. Without it, the home city counts. */
const anywhere = 'anywhere'

export type DirectoryControls = {
  filters: DirectoryFilters
  city: City | null
  /** False while the city is still loading. */
  isReady: boolean
  change: (next: FilterChange, how?: { replace?: boolean }) => void
}

/** The filters of the directory, which are in the URL. */
export function useDirectoryState(): DirectoryControls {
  const [params, setParams] = useSearchParams()
  const near = params.get('near')
  const chosenId = near !== null && /^[1-9]\d{0,9}$/.test(near) ? Number(near) : null
  const isHome = near !== anywhere && chosenId === null
  const home = useQuery({ ...homeCity, enabled: isHome })
  const chosen = useQuery({ ...cityById(chosenId ?? 0), enabled: chosenId !== null })
  const city = (isHome ? home.data : chosenId === null ? null : chosen.data) ?? null
  const filters: DirectoryFilters = {
    cityId: isHome ? (home.data?.id ?? null) : chosenId,
    activity: activityIds.find((id) => id === params.get('activity')) ?? null,
    joinMode: searchedJoinModes.find((mode) => mode === params.get('join')) ?? null,
    q: (params.get('q') ?? '').slice(0, 100),
  }
  const change: DirectoryControls['change'] = (next, { replace = false } = {}) => {
    const { activity, joinMode, q } = { ...filters, ...next }
    const parts = {
      near: next.cityId === undefined ? near : next.cityId === 'home' ? null : next.cityId === null ? anywhere : String(next.cityId),
      activity,
      join: joinMode,
      q: q.trim() || null,
    }
    setParams(
      Object.entries(parts).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
      { replace, preventScrollReset: true },
    )
  }
  return { filters, city, isReady: !(isHome && home.isPending), change }
}
