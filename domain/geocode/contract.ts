import * as v from 'valibot'
import { Address } from '../geo/address.ts'

export const GeocodeSearch = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(3, 'Type at least three letters.'), v.maxLength(120, 'Addresses are shorter than this.')),
})

/** Places that what was typed may mean, likeliest first. */
export const GeocodeList = v.object({ places: v.array(Address) })
export type GeocodeList = v.InferOutput<typeof GeocodeList>
