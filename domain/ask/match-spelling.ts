import { holidayPhrases } from './holidays.ts'
import { activityPhrases } from './read-activity.ts'
import { amountDictionaries } from './read-amount.ts'
import { todayPhrases, weekdayPhrases, weekdaysPhrases } from './read-day.ts'
import { levelPhrases } from './read-level.ts'
import { monthPhrases } from './read-month-day.ts'
import { numberWords } from './read-number.ts'
import { smallDictionaries } from './read-small-words.ts'
import { clockWords, partPhrases } from './read-time.ts'
import type { Phrases, Word } from './split-words.ts'

const wordsOf = (dictionaries: readonly Phrases<unknown>[]) =>
  new Set(dictionaries.flatMap(({ meanings }) => [...meanings.keys()].flatMap((phrase) => phrase.split(' '))))

/** What is worth being recognized though misspelled. */
const dictionaries = [
  activityPhrases,
  weekdayPhrases,
  weekdaysPhrases,
  todayPhrases,
  levelPhrases,
  partPhrases,
  monthPhrases,
  holidayPhrases,
]
const targets = dictionaries.flatMap(({ meanings }) => [...meanings.keys()].filter((phrase) => phrase.length >= 5 && !phrase.includes(' ')))

const knownWords = wordsOf([...dictionaries, ...smallDictionaries, ...amountDictionaries, numberWords, clockWords])

/** Words of the language that lie next to one of ours and mean something else. */
const realWords = new Set(
  'trivial export exports sundae skimming slimming chasing bowing rolling running boating hiding hiring waking talking tracking trucking dining fishing rugged dunce chest chess sucker socket tenant tenants panel pedal paddle raw padded wedding sanding scaling stating skinning curling cunning swinging spinning swimmer dancer golfer hiker biker pacing racing coaching fighting sailing sliding surfing training lifting climbing kayaking rafting archery knitting pilates foosball wiffleball paintball football futon marching valley augusta waterloo midway christian chrisman kimball larose ester hallowell sunray boiling foothill foothills munday volney'.split(
    ' ',
  ),
)

export const isKnownWord = ({ text }: Word) => knownWords.has(text)

/** Each word that no dictionary has, as the one it was probably meant to be. */
export const correctSpelling = (words: readonly Word[]): Word[] =>
  words.map((word, at) => (/^\p{L}/u.test(word.plain) && !isNamedPlace(words, at) ? { ...word, text: meantWord(word.plain) } : word))

/** "In Bikini Bottom" is no biking: a capital after "in" or "near" begins a name. */
const isNamedPlace = (words: readonly Word[], at: number) =>
  /^(in|near|around)$/.test(words[at - 1]?.plain ?? '') && /^\p{Lu}\p{Ll}/u.test(words[at]?.raw ?? '')

function meantWord(typed: string): string {
  if (typed.length < 5 || typed.length > 20 || knownWords.has(typed) || realWords.has(typed)) return typed
  let best: { word: string; distance: number } | null = null
  let isTied = false
  const once = withoutDoubles(typed)
  for (const word of targets) {
    if (once === withoutDoubles(word)) return word
    const allowed = word.length >= 8 ? 2 : word.length >= 6 ? 1 : 0
    const swapped = allowed === 0 && isSwap(typed, word)
    if (!swapped && (allowed === 0 || typed[0] !== word[0] || Math.abs(typed.length - word.length) > allowed)) continue
    const distance = swapped ? 1 : editDistance(typed, word)
    if (distance > Math.max(allowed, swapped ? 1 : 0)) continue
    if (best && distance === best.distance) isTied = true
    if (best && distance >= best.distance) continue
    best = { word, distance }
    isTied = false
  }
  // What could be two of ours is neither.
  return best && !isTied ? best.word : typed
}

/** "Teniss": which letters are written twice is what people know least. */
const withoutDoubles = (word: string) => word.replace(/(.)\1+/g, '$1')

/** In short words only two letters in the wrong order count: any other slip makes a word of its own too often. */
function isSwap(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false
  const at = [...word].findIndex((letter, index) => letter !== typed[index])
  return at >= 0 && typed[at] === word[at + 1] && typed[at + 1] === word[at] && typed.slice(at + 2) === word.slice(at + 2)
}

/** Letters put in, left out, changed or swapped with their neighbor. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}
