import * as v from 'valibot'
import { CityId } from '../../domain/cities/contract.ts'
import { cityKey, guessedCityKey } from '../../domain/cities/keys.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { usStates } from '../../domain/us-states.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { guessCity } from './guess-city.ts'
import { findCity } from './queries.ts'

/** The page of one city, for URLs such as `discover/city-search?city=4671654`. */
export async function cityPage(c: AppContext): Promise<PageContent> {
  const parsed = v.safeParse(CityId, { id: c.req.query('city') })
  const city = parsed.success ? await findCity(c.var.db, parsed.output.id) : null
  if (!city) return {}
  return {
    title: cityLabel(city),
    description: `Games, players and places to play in ${city.name}, ${usStates[city.state]}.`,
    canonical: `/discover/city-search?city=${city.id}`,
    queries: [inlineAnswer(cityKey(city.id), city)],
  }
}

/** The landing page starts with games near the city where the visitor seems to be. */
export async function landingPage(c: AppContext): Promise<PageContent> {
  const city = await guessCity(c)
  return city ? { queries: [inlineAnswer(guessedCityKey, city)] } : {}
}
