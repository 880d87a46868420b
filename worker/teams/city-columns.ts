import { teams } from './schema.ts'

export const cityColumns = { cityId: teams.cityId, cityName: teams.cityName, cityState: teams.cityState, lat: teams.lat, lng: teams.lng }

type CityRow = { cityId: number | null; cityName: string | null; cityState: string | null; lat: number | null; lng: number | null }

/** The columns of the city are either all null or all set. */
export function withCity<Row extends CityRow>({ cityId: id, cityName: name, cityState: state, lat, lng, ...row }: Row) {
  const hasCity = id !== null && name !== null && state !== null && lat !== null && lng !== null
  return { ...row, city: hasCity ? { id, name, state, lat, lng } : null }
}
