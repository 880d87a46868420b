import type { QueryKey } from '../query-keys.ts'
import type { PlaceDetail } from './contract.ts'

export const placeKey = (id: string): QueryKey<PlaceDetail> => ['places', id]
