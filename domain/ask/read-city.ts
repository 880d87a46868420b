import type { City, CitySource } from '../cities/contract.ts'
import { foldCityText } from '../cities/rules.ts'
import { milesBetween } from '../geo/distance.ts'
import { type StateCode, stateCodes, usStates } from '../us-states.ts'
import type { Reading } from './pieces.ts'
import type { Word } from './split-words.ts'

/** Cities by the phrases of `listCityCandidates`, likeliest first. */
export type CitiesByPhrase = ReadonlyMap<string, readonly CitySource[]>

const placeWords = new Set(['in', 'near', 'around', 'at', 'by', 'of', 'from', 'to', 'outside', 'downtown', 'city', 'within'])
const maxNameLength = 4

/** Places that share their name with a word of the language: a city with its state, or written as a name after "in". */
const commonWords = new Set(
  'normal surprise hope early ball union college king friend best price advance bath liberty eagle social golf park lake derby cricket marathon independence opportunity reading mobile beach camp home house school work church mission star success protection energy industry commerce art dance challenge enterprise fair hill hills island green gray black white orange river rock stone sandy summit valley bend central center plain plains'.split(
    ' ',
  ),
)

/** Codes that are words too: without a comma or capitals they need more than a guess. */
const wordCodes = new Set(['or', 'in'])

const stateNames = new Map<string, StateCode>(stateCodes.map((code) => [foldCityText(usStates[code]), code]))
/** Whoever says one of these alone means the state, though somewhere a town bears its name. */
const isStateAlone = (phrase: string) => stateNames.has(phrase) && phrase !== 'new york' && phrase !== 'washington'

const joined = (words: readonly Word[], at: number, length: number) =>
  words
    .slice(at, at + length)
    .map(({ plain }) => plain)
    .join(' ')

type SaidState = { length: number; code: StateCode; isCertain: boolean }

/** The state after a city: by name, or by its code. */
function stateAt(words: readonly Word[], at: number): SaidState | null {
  for (const length of [3, 2, 1]) {
    const code = at + length <= words.length ? stateNames.get(joined(words, at, length)) : undefined
    if (code) return { length, code, isCertain: true }
  }
  const word = words[at]
  const code = stateCodes.find((other) => other.toLowerCase() === word?.plain)
  if (!word || !code) return null
  const isCertain = word.isAfterComma || word.raw === code
  return !isCertain && wordCodes.has(word.plain) && at + 1 < words.length ? null : { length: 1, code, isCertain }
}

/** A name ends where a comma or a sign stands. */
function nameFits(words: readonly Word[], at: number, length: number): boolean {
  const said = words.slice(at, at + length)
  return said.length === length && said.every(({ plain, isAfterComma }, index) => /^\p{L}/u.test(plain) && !(index > 0 && isAfterComma))
}

const isAfterPlaceWord = (words: readonly Word[], at: number) =>
  placeWords.has(words[at - 1]?.text ?? '') || (words[at - 1]?.text === 'the' && placeWords.has(words[at - 2]?.text ?? ''))

/** What to look up for a name that begins at this word, longest first: "kansas city ks", "kansas city", "kansas". */
export function cityPhrasesAt(words: readonly Word[], at: number): string[] {
  const phrases: string[] = []
  for (let length = maxNameLength; length > 0; length--) {
    if (!nameFits(words, at, length)) continue
    const name = joined(words, at, length)
    const state = stateAt(words, at + length)
    if (state) phrases.push(`${name} ${state.code.toLowerCase()}`)
    phrases.push(name)
  }
  // Nobody who says Washington means the smaller ones first.
  if (phrases.at(-1) === 'washington') phrases.push('washington dc')
  return phrases
}

export type CityContext = { cities: CitiesByPhrase; isKnown: (word: Word) => boolean }

export function readCity(words: readonly Word[], at: number, { cities, isKnown }: CityContext): Reading | null {
  const isPlace = isAfterPlaceWord(words, at)
  const first = words[at]
  if (!first) return null
  for (let length = maxNameLength; length > 0; length--) {
    if (!nameFits(words, at, length) || (!isPlace && words.slice(at, at + length).every(isKnown))) continue
    const name = joined(words, at, length)
    const state = stateAt(words, at + length)
    const inState = state ? cities.get(`${name} ${state.code.toLowerCase()}`) : undefined
    if (state && inState?.length) return { length: length + state.length, meaning: { kind: 'city', cities: inState } }
    const found = name === 'washington' ? [...(cities.get('washington dc') ?? []), ...(cities.get(name) ?? [])] : (cities.get(name) ?? [])
    if (
      found.length === 0 ||
      isStateAlone(name) ||
      (length === 1 && commonWords.has(name) && !(isPlace && /^\p{Lu}\p{Ll}/u.test(first.raw)))
    )
      continue
    if (name === 'washington' && words[at + length]?.plain === 'state') return { length: length + 1, meaning: { kind: 'unknown' } }
    // That city is in other states, and not in the one that was said.
    if (state?.isCertain) return { length: length + state.length, meaning: { kind: 'unknown' } }
    if (!isPlace && !looksLikeCity(words, at, length, found)) continue
    const next = words[at + length]
    // "In la jolla" is not in LA.
    if (name.length < 4 && first.raw !== first.raw.toUpperCase() && next && !isKnown(next)) continue
    return { length, meaning: { kind: 'city', cities: found } }
  }
  return null
}

/** "Welcome" alone is a greeting, though a town has the name: without an "in", a city is large, or written like a name. */
function looksLikeCity(words: readonly Word[], at: number, length: number, found: readonly CitySource[]): boolean {
  const raw = words[at]?.raw ?? ''
  if (length > 1) return true
  if (raw.length < 4) return raw === raw.toUpperCase()
  return (at > 0 && /^\p{Lu}\p{Ll}/u.test(raw)) || (found[0]?.population ?? 0) >= largeCity
}

const largeCity = 50_000

/** Miles one drives for a game: who lives in Maine means its Portland. */
const nearHome = 60

export function likeliestFirst<Found extends City>(cities: readonly Found[], home: City | null): Found[] {
  const near = home ? cities.filter((city) => milesBetween(city, home) <= nearHome) : []
  near.sort((a, b) => (home ? milesBetween(a, home) - milesBetween(b, home) : 0))
  return [...near, ...cities.filter((city) => !near.includes(city))]
}
