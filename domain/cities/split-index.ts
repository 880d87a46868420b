import type { CityIndexPart } from './contract.ts'

/** Splits an index into parts that are small enough for one request. Cities come first, because the other rows refer to them. */
export function* splitCityIndex(index: CityIndexPart, size: number): Generator<CityIndexPart> {
  for (const key of ['cities', 'names', 'prefixes'] as const) {
    for (let from = 0; from < index[key].length; from += size) {
      yield { cities: [], names: [], prefixes: [], [key]: index[key].slice(from, from + size) }
    }
  }
}
