import * as v from 'valibot'
import { City } from '../../domain/cities/contract.ts'
import { withStorage } from '../storage.ts'

const storageKey = 'recentCities'
const kept = 4

/** The cities this device looked at last, newest first. */
export function listRecentCities(): City[] {
  const stored = withStorage((storage) => storage.getItem(storageKey))
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(City)), stored)
  return parsed.success ? parsed.output.slice(0, kept) : []
}

export function rememberCity(city: City): void {
  const others = listRecentCities().filter((other) => other.id !== city.id)
  withStorage((storage) => storage.setItem(storageKey, JSON.stringify([city, ...others].slice(0, kept))))
}
