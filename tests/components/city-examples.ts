import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { type Answers, refuse } from './setup/answers.ts'

export const austin = {
  id: 4671654,
  name: 'Austin',
  state: 'TX',
  lat: 30.26715,
  lng: -97.74306,
  timeZone: 'America/Chicago',
} satisfies City
export const boise = { id: 5586437, name: 'Boise', state: 'ID', lat: 43.6135, lng: -116.20345, timeZone: 'America/Boise' } satisfies City
export const marfa = { id: 4708404, name: 'Marfa', state: 'TX', lat: 30.3096, lng: -104.0207, timeZone: 'America/Chicago' } satisfies City
export const portland = {
  id: 4975802,
  name: 'Portland',
  state: 'ME',
  lat: 43.66147,
  lng: -70.25533,
  timeZone: 'America/New_York',
} satisfies City
const cities: City[] = [austin, boise, marfa, portland]

/** Answers with these few cities, by the start of their name and by their id. */
export const cityAnswers: Answers = {
  'GET /api/cities': ({ query }) => ({
    cities: cities.filter((city) =>
      cityLabel(city)
        .toLowerCase()
        .startsWith((query.q ?? '').toLowerCase()),
    ),
  }),
  'GET /api/cities/:id': ({ path }) =>
    cities.find(({ id }) => path.endsWith(`/${id}`)) ?? refuse('CityNotFound', 'We could not find this city.'),
}
