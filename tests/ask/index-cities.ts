import type { CitySource } from '../../domain/cities/contract.ts'
import { listCityNames } from '../../domain/cities/rules.ts'

/** The same lookup as in D1, but in memory: finds cities by their full names, the largest first. */
export function indexCities(source: readonly CitySource[]): (phrases: readonly string[]) => Map<string, CitySource[]> {
  const byName = new Map<string, CitySource[]>()
  const addCity = (name: string, city: CitySource) => byName.set(name, [...(byName.get(name) ?? []), city])
  for (const city of source.toSorted((a, b) => b.population - a.population)) {
    for (const { name, weight } of listCityNames({ ...city, population: 0 })) {
      if (weight < 0) continue
      addCity(name, city)
      addCity(name.slice(0, -3), city)
    }
  }
  return (phrases) => new Map(phrases.map((phrase) => [phrase, byName.get(phrase) ?? []]))
}
