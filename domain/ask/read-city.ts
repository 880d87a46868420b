import type { City, CitySource } from '../cities/contract.ts'
import { foldCityText } from '../cities/rules.ts'
import { milesBetween } from '../geo/distance.ts'
import { type StateCode, stateCodes, usStates } from '../us-states.ts'
import type { Reading } from './pieces.ts'
import type { Word } from './split-words.ts'

/** The cities found for each phrase of `listCityCandidates`, most likely first. */
export type CitiesByPhrase = ReadonlyMap<string, readonly CitySource[]>

const placePrepositions = new Set(['in', 'near', 'around', 'at', 'by', 'of', 'from', 'to', 'outside', 'downtown', 'city', 'within'])
const maxNameLength = 4

/** City names that are also English words. They count as a city only with a state, or with a capital letter after "in". */
const commonWords = new Set(
  'normal surprise hope early ball union college king friend best price advance bath liberty eagle social golf park lake derby cricket marathon independence opportunity reading mobile beach camp home house school work church mission star success protection energy industry commerce art dance challenge enterprise fair hill hills island green gray black white orange river rock stone sandy summit valley bend central center plain plains'.split(
    ' ',
  ),
)

/** State codes that are also words. In the middle of a question they count only after a comma or in capitals. */
const ambiguousCodes = new Set(['or', 'in'])

const stateNames = new Map<string, StateCode>(stateCodes.map((code) => [foldCityText(usStates[code]), code]))
/** The name of a state alone means the state, even if a town has the same name. New York and Washington mean the cities. */
const isStateAlone = (phrase: string) => stateNames.has(phrase) && phrase !== 'new york' && phrase !== 'washington'

const joinWords = (words: readonly Word[], at: number, length: number) =>
  words
    .slice(at, at + length)
    .map(({ plain }) => plain)
    .join(' ')

/** Nicknames that are a part of the name, or no part of it. The names of cities know the others, such as "NYC". */
const nicknames = new Map(
  Object.entries({
    ...{ vegas: 'las vegas', atx: 'austin', nola: 'new orleans', 'san fran': 'san francisco', slc: 'salt lake city', okc: 'oklahoma city' },
    ...{
      chitown: 'chicago',
      pdx: 'portland',
      indy: 'indianapolis',
      cincy: 'cincinnati',
      jax: 'jacksonville',
      'ft lauderdale': 'fort lauderdale',
    },
  }),
)

type NamedState = { length: number; code: StateCode; isCertain: boolean }

/** The state that is named after a city, by its name or its code. */
function stateAt(words: readonly Word[], at: number): NamedState | null {
  for (const length of [3, 2, 1]) {
    const code = at + length <= words.length ? stateNames.get(joinWords(words, at, length)) : undefined
    if (code) return { length, code, isCertain: true }
  }
  const word = words[at]
  const code = stateCodes.find((other) => other.toLowerCase() === word?.plain)
  if (!word || !code) return null
  const isCertain = word.isAfterComma || word.raw === code
  return !isCertain && ambiguousCodes.has(word.plain) && at + 1 < words.length ? null : { length: 1, code, isCertain }
}

/** A comma or a sign ends the name of a city. */
function isName(words: readonly Word[], at: number, length: number): boolean {
  const nameWords = words.slice(at, at + length)
  return (
    nameWords.length === length &&
    nameWords.every(({ plain, isAfterComma }, index) => /^\p{L}/u.test(plain) && !(index > 0 && isAfterComma))
  )
}

const followsPlacePreposition = (words: readonly Word[], at: number) =>
  placePrepositions.has(words[at - 1]?.text ?? '') || (words[at - 1]?.text === 'the' && placePrepositions.has(words[at - 2]?.text ?? ''))

/** The phrases to look up for a city name that starts at this word, longest first: "kansas city ks", "kansas city", "kansas". */
export function listCityPhrases(words: readonly Word[], at: number): string[] {
  const phrases: string[] = []
  for (let length = maxNameLength; length > 0; length--) {
    if (!isName(words, at, length)) continue
    const typed = joinWords(words, at, length)
    const name = nicknames.get(typed) ?? typed
    const state = stateAt(words, at + length)
    if (state) phrases.push(`${name} ${state.code.toLowerCase()}`)
    phrases.push(name)
  }
  // Most people who write "Washington" mean Washington, D.C., not one of the smaller towns.
  if (phrases.at(-1) === 'washington') phrases.push('washington dc')
  return phrases
}

export type CityContext = { cities: CitiesByPhrase; isKnown: (word: Word) => boolean }

export function readCity(words: readonly Word[], at: number, { cities, isKnown }: CityContext): Reading | null {
  const isAfterPreposition = followsPlacePreposition(words, at)
  const first = words[at]
  if (!first) return null
  for (let length = maxNameLength; length > 0; length--) {
    if (!isName(words, at, length) || (!isAfterPreposition && words.slice(at, at + length).every(isKnown))) continue
    const typed = joinWords(words, at, length)
    const name = nicknames.get(typed) ?? typed
    const state = stateAt(words, at + length)
    const inState = state ? cities.get(`${name} ${state.code.toLowerCase()}`) : undefined
    if (state && inState?.length) return { length: length + state.length, meaning: { kind: 'city', cities: inState } }
    const matches = name === 'washington' ? [...(cities.get('washington dc') ?? []), ...(cities.get(name) ?? [])] : (cities.get(name) ?? [])
    if (
      matches.length === 0 ||
      isStateAlone(name) ||
      (length === 1 && commonWords.has(name) && !(isAfterPreposition && /^\p{Lu}\p{Ll}/u.test(first.raw)))
    )
      continue
    if (name === 'washington' && words[at + length]?.plain === 'state') return { length: length + 1, meaning: { kind: 'unknown' } }
    // A city of this name exists, but not in the state that was named.
    if (state?.isCertain) return { length: length + state.length, meaning: { kind: 'unknown' } }
    if (!isAfterPreposition && !looksLikeCity(words, at, length, matches)) continue
    const next = words[at + length]
    // "In la jolla" does not mean LA.
    if (name.length < 4 && first.raw !== first.raw.toUpperCase() && next && !isKnown(next)) continue
    return { length, meaning: { kind: 'city', cities: matches } }
  }
  return null
}

/** Without an "in" before it, a single word is a city only if the city is large or the word has a capital letter. So "welcome" is read as a greeting and not as a town. */
function looksLikeCity(words: readonly Word[], at: number, length: number, matches: readonly CitySource[]): boolean {
  const raw = words[at]?.raw ?? ''
  if (length > 1) return true
  if (raw.length < 4) return raw === raw.toUpperCase()
  return (at > 0 && /^\p{Lu}\p{Ll}/u.test(raw)) || (matches[0]?.population ?? 0) >= minLargePopulation
}

const minLargePopulation = 50_000

/** How many miles people drive for a game. For someone who lives in Maine, "Portland" is the one in Maine. */
const maxHomeMiles = 60

export function sortByLikelihood<Found extends City>(cities: readonly Found[], home: City | null): Found[] {
  const nearCities = home ? cities.filter((city) => milesBetween(city, home) <= maxHomeMiles) : []
  nearCities.sort((a, b) => (home ? milesBetween(a, home) - milesBetween(b, home) : 0))
  return [...nearCities, ...cities.filter((city) => !nearCities.includes(city))]
}
