import type { City } from '../../domain/cities/contract.ts'
import { cityDiscover } from '../../domain/discover/state.ts'
import { pages } from '../../domain/pages.ts'

const paths = new Set<string>(Object.values(pages).map(({ path }) => path))

/** Home leads only to pages that are there. */
export const hasPage = (path: string) => paths.has(path)

export const discoverAround = (city: City | null): string => (city ? cityDiscover(city) : '/discover')
