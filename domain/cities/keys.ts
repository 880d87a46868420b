import type { QueryKey } from '../query-keys.ts'
import type { City } from './contract.ts'

export const cityKey = (id: number): QueryKey<City> => ['cities', id]

/** The city where the visitor seems to be. Only the landing page has it. */
export const guessedCityKey: QueryKey<City> = ['cities', 'guessed']
