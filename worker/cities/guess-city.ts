import * as v from 'valibot'
import type { City } from '../../domain/cities/contract.ts'
import { foldCityText } from '../../domain/cities/rules.ts'
import type { AppContext } from '../platform/context.ts'
import { findCitiesNamed } from './queries.ts'

const Guess = v.object({
  country: v.literal('US'),
  city: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)),
  regionCode: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
})

/** The city where Cloudflare thinks that the visitor is. Null if it does not know, or if we do not know that city. It is stored nowhere. */
export async function guessCity(c: AppContext): Promise<City | null> {
  const guess = v.safeParse(Guess, c.req.raw.cf)
  if (!guess.success) return null
  const name = foldCityText(`${guess.output.city} ${guess.output.regionCode}`)
  const [found] = (await findCitiesNamed(c.var.db, [name])).get(name) ?? []
  if (!found) return null
  const { population: _, ...city } = found
  return city
}
