import type { CityIndexPart } from './contract.ts'

/** Cuts an index into parts small enough to send or bind at once; cities come before what refers to them. */
export function* splitCityIndex(index: CityIndexPart, size: number): Generator<CityIndexPart> {
  for (const key of ['cities', 'names', 'prefixes'] as const) {
    for (let from = 0; from < index[key].length; from += size) {
      yield { cities: [], names: [], prefixes: [], [key]: index[key].slice(from, from + size) }
    }
  }
}
