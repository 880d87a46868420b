import type { City } from '../../domain/cities/contract.ts'
import { cityDiscoverPath } from '../../domain/discover/state.ts'
import { pages } from '../../domain/pages.ts'

const paths = new Set<string>(Object.values(pages).map(({ path }) => path))

/** Lets the home screen leave out links to pages that do not exist yet. */
export const hasPage = (path: string) => paths.has(path)

export const getDiscoverPath = (city: City | null): string => (city ? cityDiscoverPath(city) : '/discover')
