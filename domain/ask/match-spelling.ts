import { withoutDoubles } from '../spelling.ts'
import { holidayPhrases } from './holidays.ts'
import { activityPhrases } from './read-activity.ts'
import { amountDictionaries } from './read-amount.ts'
import { todayPhrases } from './read-day.ts'
import { featurePhrases } from './read-feature.ts'
import { levelPhrases } from './read-level.ts'
import { monthPhrases } from './read-month-day.ts'
import { numberWords } from './read-number.ts'
import { seatDictionaries } from './read-seats.ts'
import { smallDictionaries, wantedPhrases } from './read-small-words.ts'
import { soonDictionaries } from './read-soon.ts'
import { clockWords, partPhrases } from './read-time.ts'
import { weekdayPhrases, weekdaysPhrases } from './read-weekday.ts'
import type { Phrases, Word } from './split-words.ts'

const listWords = (dictionaries: readonly Phrases<unknown>[]) =>
  new Set(dictionaries.flatMap(({ meanings }) => [...meanings.keys()].flatMap((phrase) => phrase.split(' '))))

/** Dictionaries whose words are recognized even if they are misspelled. */
const dictionaries = [
  activityPhrases,
  weekdayPhrases,
  weekdaysPhrases,
  todayPhrases,
  levelPhrases,
  partPhrases,
  monthPhrases,
  holidayPhrases,
  wantedPhrases,
  featurePhrases,
]
const targets = dictionaries.flatMap(({ meanings }) => [...meanings.keys()].filter((phrase) => phrase.length >= 5 && !phrase.includes(' ')))

const knownWords = listWords([
  ...dictionaries,
  ...smallDictionaries,
  ...amountDictionaries,
  ...seatDictionaries,
  ...soonDictionaries,
  numberWords,
  clockWords,
])

/** Real English words and city names that look like a misspelling of one of our words, but are not. */
const realWords = new Set(
  'trivial export exports sundae skimming slimming chasing bowing rolling running boating hiding hiring waking talking tracking trucking dining fishing rugged dunce chest chess sucker socket tenant tenants panel pedal paddle raw padded wedding sanding scaling stating skinning curling cunning swinging spinning swimmer dancer golfer hiker biker pacing racing coaching fighting sailing sliding surfing training lifting climbing kayaking rafting archery knitting pilates foosball wiffleball paintball football futon marching valley augusta waterloo midway christian chrisman kimball larose ester hallowell sunray boiling foothill foothills munday volney'.split(
    ' ',
  ),
)

export const isKnownWord = ({ text }: Word) => knownWords.has(text)

/** How people write on a phone. */
const shortForms = new Map(
  Object.entries({
    ...{ b4: 'before', '2nite': 'tonight', '2night': 'tonight', '2day': 'today', '2moro': 'tomorrow', '2morro': 'tomorrow' },
    ...{ '2morrow': 'tomorrow', tmrw: 'tomorrow', tmw: 'tomorrow', tmr: 'tomorrow', tmrrw: 'tomorrow', tomoz: 'tomorrow' },
    ...{ wknd: 'weekend', wkend: 'weekend', wkends: 'weekends', wknds: 'weekends', wkday: 'weekday', w: 'with' },
    ...{ wkdays: 'weekdays', nr: 'near', thx: 'thanks', ur: 'your', u: 'you', r: 'are', plz: 'please', lookin: 'looking', wanna: 'want' },
    ...{ gimme: 'give', lemme: 'let', gotta: 'need', btwn: 'between', bw: 'between', ppl: 'people', int: 'intermediate' },
    ...{ adv: 'advanced', n: 'and', frnd: 'friend', frnds: 'friends', aft: 'afternoon', arvo: 'afternoon', morn: 'morning' },
  }),
)

/** Replaces the text of each unknown word by the dictionary word that was probably meant. */
export const correctSpelling = (words: readonly Word[]): Word[] =>
  words.map((word, at) =>
    /\p{L}/u.test(word.plain) && !isNamedPlace(words, at)
      ? { ...word, text: shortForms.get(word.plain) ?? findLikelyWord(word.plain) }
      : word,
  )

/** A capital letter after "in" or "near" starts a name, so "in Bikini Bottom" is not about biking. */
const isNamedPlace = (words: readonly Word[], at: number) =>
  /^(in|near|around)$/.test(words[at - 1]?.plain ?? '') && /^\p{Lu}\p{Ll}/u.test(words[at]?.raw ?? '')

function findLikelyWord(typed: string): string {
  if (typed.length < 5 || typed.length > 20 || knownWords.has(typed) || realWords.has(typed)) return typed
  let best: { word: string; distance: number } | null = null
  let isTied = false
  const typedWithoutDoubles = withoutDoubles(typed)
  for (const word of targets) {
    if (typedWithoutDoubles === withoutDoubles(word)) return word
    const maxDistance = word.length >= 8 ? 2 : word.length >= 6 ? 1 : 0
    const isSwapped = maxDistance === 0 && isSwap(typed, word)
    if (!isSwapped && (maxDistance === 0 || typed[0] !== word[0] || Math.abs(typed.length - word.length) > maxDistance)) continue
    const distance = isSwapped ? 1 : editDistance(typed, word)
    if (distance > Math.max(maxDistance, isSwapped ? 1 : 0)) continue
    if (best && distance === best.distance) isTied = true
    if (best && distance >= best.distance) continue
    best = { word, distance }
    isTied = false
  }
  // If two words are equally close, we do not guess.
  return best && !isTied ? best.word : typed
}

/** In short words we only accept two swapped letters, because any other typo is too often a different word. */
function isSwap(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false
  const at = [...word].findIndex((letter, index) => letter !== typed[index])
  return at >= 0 && typed[at] === word[at + 1] && typed[at + 1] === word[at] && typed.slice(at + 2) === word.slice(at + 2)
}

/** How many letters were added, left out, changed or swapped with the next one. */
function editDistance(a: string, b: string): number {
  let [beforePrevious, previous]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let minCost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) minCost = Math.min(minCost, (beforePrevious[j - 2] ?? 0) + 1)
      row.push(minCost)
    }
    ;[beforePrevious, previous] = [previous, row]
  }
  return previous[b.length] ?? 0
}
