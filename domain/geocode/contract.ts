import * as v from 'valibot'
import { Address } from '../geo/address.ts'

export const GeocodeSearch = v.object({
  q: v.pipe(v.string(), v.trim(), v.minLength(3, 'Type at least three letters.'), v.maxLength(120, 'This is too long for an address.')),
})

/** Addresses that match the typed text, most likely first. */
export const GeocodeList = v.object({ places: v.array(Address) })
export type GeocodeList = v.InferOutput<typeof GeocodeList>
