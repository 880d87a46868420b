import { maxRadiusMiles } from '../discover/filter-limits.ts'
import { type Reading, unknownReading } from './pieces.ts'
import { numberAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

const atMostPhrases = makePhrases([
  [
    'under, below, less than, max, maximum, at most, up to, no more than, not more than, cheaper than, for, within, for under, for less than',
    true,
  ],
])
const orLessPhrases = makePhrases([['or less, or under, or cheaper, or below, max, tops, at most, maximum', true]])
const moreThanPhrases = makePhrases([['over, above, more than, at least, from', true]])
const dollarPhrases = makePhrases([['dollars, dollar, bucks, buck, usd, $', true]])
const perPersonPhrases = makePhrases([['each, a person, per person, a head, per head', true]])
const rangePhrases = makePhrases([['-, to, or, and', true]])
const fromPhrases = makePhrases([['between, from', true]])
const freePhrases = makePhrases([
  [
    'free, free of charge, no cost, at no cost, no fee, no fees, for free, gratis, no charge, costs nothing, cost nothing, for nothing, without paying, without a fee',
    true,
  ],
  [
    'doesnt cost anything, dont cost anything, doesnt cost money, dont cost money, dont have to pay, wont cost anything, not cost anything, dont need to pay',
    true,
  ],
])
const paidPhrases = makePhrases([['paid, that cost money, that costs money', true]])
/** Nobody says how much "cheap" is. The chip shows this amount, and can be removed. */
const maxCheapCents = 1_000
const cheapPhrases = makePhrases([
  [
    'cheap, cheaply, cheapish, inexpensive, low cost, affordable, on a budget, budget, budget friendly, not expensive, not too expensive, not so expensive, not pricey',
    true,
  ],
])

export function readPrice(words: readonly Word[], at: number): Reading | null {
  const freeLength = lengthOf(freePhrases, words, at)
  if (freeLength > 0) return { length: freeLength, meaning: { kind: 'price', price: 'free' } }
  const paidLength = lengthOf(paidPhrases, words, at)
  if (paidLength > 0) return { length: paidLength, meaning: { kind: 'price', price: 'paid' } }
  const cheapLength = lengthOf(cheapPhrases, words, at)
  if (cheapLength > 0) return { length: cheapLength, meaning: { kind: 'price', price: { maxCents: maxCheapCents } } }
  const range = readPriceRange(words, at)
  if (range) return range
  const moreLength = lengthOf(moreThanPhrases, words, at)
  const prefixLength = moreLength || lengthOf(atMostPhrases, words, at)
  const signLength = words[at + prefixLength]?.text === '$' ? 1 : 0
  const amount = numberAt(words, at + prefixLength + signLength)
  const unitLength = lengthOf(dollarPhrases, words, at + prefixLength + signLength + 1)
  if (amount === null || signLength + unitLength === 0) return null
  let end = at + prefixLength + signLength + 1 + unitLength
  end += lengthOf(perPersonPhrases, words, end)
  end += lengthOf(orLessPhrases, words, end)
  // There is no filter for a minimum price.
  if (moreLength > 0) return unknownReading(end - at)
  return { length: end - at, meaning: { kind: 'price', price: amount === 0 ? 'free' : { maxCents: Math.round(amount * 100) } } }
}

/** "$5-10", "5 to 10 bucks". There is no filter for a minimum price, so only the higher one counts. */
function readPriceRange(words: readonly Word[], at: number): Reading | null {
  const signAt = (index: number) => (words[index]?.text === '$' ? 1 : 0)
  const firstAt = at + lengthOf(fromPhrases, words, at)
  const first = numberAt(words, firstAt + signAt(firstAt))
  const joinAt = firstAt + signAt(firstAt) + 1
  const joinLength = lengthOf(rangePhrases, words, joinAt)
  const secondAt = joinAt + joinLength
  const second = numberAt(words, secondAt + signAt(secondAt))
  const end = secondAt + signAt(secondAt) + 1
  const unitLength = lengthOf(dollarPhrases, words, end)
  if (first === null || second === null || joinLength === 0 || second <= first) return null
  if (signAt(firstAt) + signAt(secondAt) + unitLength === 0) return null
  return { length: end + unitLength - at, meaning: { kind: 'price', price: { maxCents: Math.round(second * 100) } } }
}

const radiusPrefixPhrases = makePhrases([
  ['within, in, less than, under, up to, at most, no more than, no farther than, not more than, a, radius of', true],
])
const milePhrases = makePhrases<number>([
  ['miles, mile, mi', 1],
  ['km, kms, kilometers, kilometer, kilometres', 0.621371],
])
const walkingPhrases = makePhrases([
  [
    'walking distance, within walking distance, in walking distance, walkable, a short walk, walking distance of me, walking distance from me',
    true,
  ],
])
const fromHomePhrases = makePhrases(
  [
    [
      ...['of', 'from', 'away from', 'around'].flatMap((word) =>
        ['me', 'us', 'here', 'home', 'my home', 'my house', 'my place', 'my apartment', 'where i am', 'where i live', 'my city'].map(
          (place) => `${word} ${place}`,
        ),
      ),
    ].join(', '),
  ].map((phrases) => [phrases, true] as const),
)
const radiusSuffixPhrases = makePhrases([['of, from, around, away, away from, radius, radius of, radius around, or less', true]])

export function readRadius(words: readonly Word[], at: number): Reading | null {
  const walkingLength = lengthOf(walkingPhrases, words, at)
  if (walkingLength > 0) return { length: walkingLength, meaning: { kind: 'radius', miles: 1, isFromHome: true } }
  const prefixLength = lengthOf(radiusPrefixPhrases, words, at)
  const distance = numberAt(words, at + prefixLength)
  const unit = findPhrase(milePhrases, words, at + prefixLength + 1)
  if (distance === null || !unit) return null
  const end = at + prefixLength + 1 + unit.length
  const fromHomeLength = lengthOf(fromHomePhrases, words, end)
  const length = end + Math.max(fromHomeLength, lengthOf(radiusSuffixPhrases, words, end)) - at
  const roundedMiles = Math.round(distance * unit.meaning)
  return roundedMiles < 1 || roundedMiles > maxRadiusMiles
    ? unknownReading(length)
    : { length, meaning: { kind: 'radius', miles: roundedMiles, isFromHome: fromHomeLength > 0 } }
}

export const amountDictionaries = [
  atMostPhrases,
  orLessPhrases,
  moreThanPhrases,
  dollarPhrases,
  perPersonPhrases,
  freePhrases,
  cheapPhrases,
  walkingPhrases,
  fromHomePhrases,
  radiusPrefixPhrases,
  milePhrases,
  radiusSuffixPhrases,
]
