import { defaultPlaceFields, type PlaceDetail, type PlaceForm } from '../../domain/places/contract.ts'
import type { Person } from '../profiles/people.ts'

export const oakCourts: PlaceForm = {
  ...defaultPlaceFields,
  name: 'Oak Courts',
  description: 'Behind the school.',
  lat: 30.35,
  lng: -97.74,
  address: '1 Oak Street',
  cityName: 'Austin',
  cityState: 'TX',
  activities: ['tennis', 'pickleball'],
  courts: 4,
  surface: 'hard',
  isIndoor: false,
  hasLights: true,
  fee: '',
  amenities: ['water'],
}

let keys = 0

export const tryToAdd = (person: Person, more: Record<string, unknown> = {}) => {
  keys += 1
  return person.ask('/api/places', { method: 'POST', json: { ...oakCourts, idempotencyKey: `test-key-${keys}`, ...more } })
}

export async function addPlace(person: Person, more: Record<string, unknown> = {}): Promise<PlaceDetail> {
  const answer = await tryToAdd(person, more)
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

export const readPlace = async (person: Pick<Person, 'ask'>, id: string): Promise<PlaceDetail> =>
  (await person.ask(`/api/places/${id}`)).json()

export const toForm = ({ name, description, lat, lng, address, cityName, cityState, ...place }: PlaceDetail) => ({
  ...{ name, description, lat, lng, address, cityName, cityState },
  activities: place.activities,
  courts: place.courts,
  surface: place.surface,
  isIndoor: place.isIndoor,
  hasLights: place.hasLights,
  fee: place.fee,
  hours: place.hours,
  amenities: place.amenities,
})

export const updatePlace = (person: Person, place: PlaceDetail, more: Record<string, unknown>) =>
  person.ask(`/api/places/${place.id}`, { method: 'PUT', json: { ...toForm(place), version: place.version, ...more } })
