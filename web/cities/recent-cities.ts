import * as v from 'valibot'
import { City } from '../../domain/cities/contract.ts'
import { withStorage } from '../storage.ts'

const storageKey = 'recentCities'
const maxCities = 4

/** The cities that were last picked on this device, newest first. */
export function listRecentCities(): City[] {
  const stored = withStorage((storage) => storage.getItem(storageKey))
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(City)), stored)
  return parsed.success ? parsed.output.slice(0, maxCities) : []
}

export function rememberCity(city: City): void {
  const otherCities = listRecentCities().filter((recentCity) => recentCity.id !== city.id)
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify([city, ...otherCities].slice(0, maxCities))))
}
