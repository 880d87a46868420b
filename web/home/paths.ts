import type { City } from '../../domain/cities/contract.ts'
import { noFilters, toDiscoverFilters, writeDiscoverQuery } from '../../domain/discover/query.ts'
import { homeRadiusMiles } from '../../domain/home/contract.ts'
import { pages } from '../../domain/pages.ts'

const paths = new Set<string>(Object.values(pages).map(({ path }) => path))

/** Home leads only to pages that are there. */
export const hasPage = (path: string) => paths.has(path)

const discover = hasPage('discover') ? '/discover' : null

export const findGamesPath = discover ?? '/discover/city-search'

/** All that is on around a city, as discover's own address says it. */
export const discoverAround = (city: City): string | null =>
  discover && `${discover}?${writeDiscoverQuery({ ...toDiscoverFilters({ ...noFilters, city }), radius: homeRadiusMiles })}`
