import type { QueryKey } from '../query-keys.ts'
import type { City } from './contract.ts'

export const cityKey = (id: number): QueryKey<City> => ['cities', id]
