import { type StateCode, stateCodes, usStates } from '../us-states.ts'
import type { City, CityIndexPart, CitySource } from './contract.ts'

/** Maximum number of cities in a search result. */
export const maxCitiesShown = 8

export const cityLabel = (city: Pick<City, 'name' | 'state'>) => `${city.name}, ${city.state}`

/** Text in lower case, without accents and punctuation, so that spelling differences do not matter. */
export const foldCityText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const alternativeSpellings: Readonly<Record<string, string>> = {
  ...{ saint: 'st', sainte: 'ste', fort: 'ft', mount: 'mt' },
  ...{ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' },
}

/** Common nicknames of a few cities. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'new york city ny': ['new york', 'nyc'],
  'los angeles ca': ['la'],
  'san francisco ca': ['sf'],
  'philadelphia pa': ['philly'],
  'washington dc': ['dc'],
}

const foldedStates = stateCodes.map((code) => ({ code, name: foldCityText(usStates[code]) }))

/**
 * The terms to look up for the typed text, at most six. The first is the text itself, as the start of a name. If the text
 * ends like the name of a state, the others are full names with that state's code ("austin, tex" -> "austin tx").
 */
export function listCitySearchTerms(typed: string): string[] {
  const text = foldCityText(typed)
  if (text === '') return []
  const terms = [text]
  const comma = typed.lastIndexOf(',')
  const splits = comma > 0 ? [[foldCityText(typed.slice(0, comma)), foldCityText(typed.slice(comma + 1))]] : splitAtSpaces(text)
  for (const [city = '', state = ''] of splits) {
    if (city === '' || state.length < 2) continue
    for (const { code, name } of foldedStates) {
      if (name.startsWith(state)) terms.push(`${city} ${code.toLowerCase()}`)
    }
  }
  return terms.slice(0, 6)
}

/** "kansas city new york" -> (kansas city new, york), (kansas city, new york), … because a state has up to three words. */
function splitAtSpaces(text: string): string[][] {
  const words = text.split(' ')
  return [1, 2, 3].filter((count) => count < words.length).map((count) => [words.slice(0, -count).join(' '), words.slice(-count).join(' ')])
}

/** A match inside a name ("york" in New York) comes after all matches at the start of a name. */
const innerMatchPenalty = 1e9

/** All texts that find a city. A result with a higher weight comes first. */
export function listCityNames(city: CitySource): { name: string; weight: number }[] {
  const foldedName = foldCityText(city.name)
  const state = city.state.toLowerCase()
  const words = foldedName.split(' ')
  const spellings = [words, words.map((word) => alternativeSpellings[word] ?? word)]
  const names = new Map<string, number>()
  for (const spelling of spellings) {
    for (let from = 0; from < spelling.length; from++) {
      const name = [...spelling.slice(from), state].join(' ')
      const weight = from === 0 ? city.population : city.population - innerMatchPenalty
      names.set(name, Math.max(weight, names.get(name) ?? Number.NEGATIVE_INFINITY))
    }
  }
  for (const nickname of nicknames[`${foldedName} ${state}`] ?? []) names.set(`${nickname} ${state}`, city.population)
  return [...names].map(([name, weight]) => ({ name, weight }))
}

/**
 * Builds the search index: all names of all cities, and the best cities for every prefix that has too many matches.
 * So a search reads only the rows it returns, even for one letter.
 */
export function buildCityIndex(source: readonly CitySource[]): CityIndexPart {
  const cities = removeDuplicates(source)
  const names = cities.flatMap((city) => listCityNames(city).map((entry) => ({ ...entry, cityId: city.id })))
  const byPrefix = new Map<string, Map<number, number>>()
  for (const { name, weight, cityId } of names) {
    for (let length = 1; length <= name.length; length++) {
      const prefix = name.slice(0, length)
      if (prefix.endsWith(' ')) continue
      const winners = byPrefix.get(prefix) ?? new Map<number, number>()
      byPrefix.set(prefix, winners)
      winners.set(cityId, Math.max(weight, winners.get(cityId) ?? Number.NEGATIVE_INFINITY))
    }
  }
  const byId = new Map(cities.map(({ population: _, ...city }) => [city.id, city]))
  const prefixes = [...byPrefix]
    .filter(([, winners]) => winners.size > maxCitiesShown)
    .map(([prefix, winners]) => ({
      prefix,
      cities: [...winners]
        .sort(([a, weight], [b, otherWeight]) => otherWeight - weight || a - b)
        .slice(0, maxCitiesShown)
        .flatMap(([id]) => byId.get(id) ?? []),
    }))
  return { cities, names, prefixes }
}

/** If two places in a state have the same name, their labels are equal, so only the larger one is kept. */
function removeDuplicates(source: readonly CitySource[]): CitySource[] {
  const byLabel = new Map<string, CitySource>()
  for (const city of source) {
    const label = `${foldCityText(city.name)} ${city.state}`
    const other = byLabel.get(label)
    if (!other || city.population > other.population) byLabel.set(label, city)
  }
  return [...byLabel.values()]
}

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(usStates, text)
