import { type StateCode, stateCodes, usStates } from '../us-states.ts'
import type { City, CityIndexPart, CitySource } from './contract.ts'

/** How many cities a search shows. */
export const citiesShown = 8

export const cityLabel = (city: Pick<City, 'name' | 'state'>) => `${city.name}, ${city.state}`

/** Letters as people type them: no accents, no case, no punctuation. */
export const foldCityText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const otherSpelling: Readonly<Record<string, string>> = {
  ...{ saint: 'st', sainte: 'ste', fort: 'ft', mount: 'mt' },
  ...{ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' },
}

/** What a few cities are called by everyone, though no map says so. */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  'new york city ny': ['new york', 'nyc'],
  'los angeles ca': ['la'],
  'san francisco ca': ['sf'],
  'philadelphia pa': ['philly'],
  'washington dc': ['dc'],
}

const foldedStates = stateCodes.map((code) => ({ code, name: foldCityText(usStates[code]) }))

/**
 * What to look up for what was typed: the text itself and, where its end reads as a state's name, the city with
 * that state's code ("austin, tex" -> "austin tx"). The first is the beginning of a name, the others are whole names;
 * never more than six.
 */
export function citySearchTerms(typed: string): string[] {
  const text = foldCityText(typed)
  if (text === '') return []
  const terms = [text]
  const comma = typed.lastIndexOf(',')
  const splits = comma > 0 ? [[foldCityText(typed.slice(0, comma)), foldCityText(typed.slice(comma + 1))]] : spaceSplits(text)
  for (const [city = '', state = ''] of splits) {
    if (city === '' || state.length < 2) continue
    for (const { code, name } of foldedStates) {
      if (name.startsWith(state)) terms.push(`${city} ${code.toLowerCase()}`)
    }
  }
  return terms.slice(0, 6)
}

/** "kansas city new york" -> (kansas city new, york), (kansas city, new york), … : states have up to three words. */
function spaceSplits(text: string): string[][] {
  const words = text.split(' ')
  return [1, 2, 3].filter((count) => count < words.length).map((count) => [words.slice(0, -count).join(' '), words.slice(-count).join(' ')])
}

/** A match inside a name ("york" in New York) comes after every match at its start. */
const insidePenalty = 1e9

/** Everything a person may type to find a city, each with how strongly it speaks for it. */
export function cityNames(city: CitySource): { name: string; weight: number }[] {
  const folded = foldCityText(city.name)
  const state = city.state.toLowerCase()
  const words = folded.split(' ')
  const spellings = [words, words.map((word) => otherSpelling[word] ?? word)]
  const names = new Map<string, number>()
  for (const spelling of spellings) {
    for (let from = 0; from < spelling.length; from++) {
      const name = [...spelling.slice(from), state].join(' ')
      const weight = from === 0 ? city.population : city.population - insidePenalty
      names.set(name, Math.max(weight, names.get(name) ?? Number.NEGATIVE_INFINITY))
    }
  }
  for (const nickname of nicknames[`${folded} ${state}`] ?? []) names.set(`${nickname} ${state}`, city.population)
  return [...names].map(([name, weight]) => ({ name, weight }))
}

/**
 * Builds the search index: every name of every city, and for each beginning that more cities share than a
 * search shows, the few that win it. So a search reads only what it returns, however short the text is.
 */
export function planCityIndex(source: readonly CitySource[]): CityIndexPart {
  const cities = withoutTwins(source)
  const names = cities.flatMap((city) => cityNames(city).map((entry) => ({ ...entry, cityId: city.id })))
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
    .filter(([, winners]) => winners.size > citiesShown)
    .map(([prefix, winners]) => ({
      prefix,
      cities: [...winners]
        .sort(([a, weight], [b, other]) => other - weight || a - b)
        .slice(0, citiesShown)
        .flatMap(([id]) => byId.get(id) ?? []),
    }))
  return { cities, names, prefixes }
}

/** Of two places with one name in one state only the larger can be told by its label. */
function withoutTwins(source: readonly CitySource[]): CitySource[] {
  const byLabel = new Map<string, CitySource>()
  for (const city of source) {
    const label = `${foldCityText(city.name)} ${city.state}`
    const twin = byLabel.get(label)
    if (!twin || city.population > twin.population) byLabel.set(label, city)
  }
  return [...byLabel.values()]
}

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(usStates, text)
