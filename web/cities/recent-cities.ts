import * as v from 'valibot'
import { City } from '../../domain/cities/contract.ts'

const storageKey = 'recentCities'
const kept = 4

/** The cities this device looked at last, newest first. */
export function listRecentCities(): City[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(City)), localStorage.getItem(storageKey))
  return parsed.success ? parsed.output.slice(0, kept) : []
}

export function rememberCity(city: City): void {
  const others = listRecentCities().filter((other) => other.id !== city.id)
  localStorage.setItem(storageKey, JSON.stringify([city, ...others].slice(0, kept)))
}
