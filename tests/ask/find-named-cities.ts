import type { CitySource } from '../../domain/cities/contract.ts'
import { cityNames } from '../../domain/cities/rules.ts'

/** The look-up that D1 does, over a list: every city by the whole names it is known under, the largest first. */
export function indexCities(source: readonly CitySource[]): (phrases: readonly string[]) => Map<string, CitySource[]> {
  const byName = new Map<string, CitySource[]>()
  const put = (name: string, city: CitySource) => byName.set(name, [...(byName.get(name) ?? []), city])
  for (const city of source.toSorted((a, b) => b.population - a.population)) {
    for (const { name, weight } of cityNames({ ...city, population: 0 })) {
      if (weight < 0) continue
      put(name, city)
      put(name.slice(0, -3), city)
    }
  }
  return (phrases) => new Map(phrases.map((phrase) => [phrase, byName.get(phrase) ?? []]))
}
