import { maxRadiusMiles, maxSeats } from '../discover/filter-limits.ts'
import { type Reading, unknownReading } from './pieces.ts'
import { countAt, numberAt } from './read-number.ts'
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
const freePhrases = makePhrases([['free, free of charge, no cost, at no cost, no fee, no fees, for free, gratis', true]])

export function readPrice(words: readonly Word[], at: number): Reading | null {
  const freeLength = lengthOf(freePhrases, words, at)
  if (freeLength > 0) return { length: freeLength, meaning: { kind: 'price', price: 'free' } }
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

const peoplePhrases = makePhrases([['people, persons, players, friends, guests, folks, of us, adults, kids', true]])
const seatPhrases = makePhrases([['spots, spot, seats, seat, spaces, space, slots, slot, places, openings', true]])
const availablePhrases = makePhrases([['open, free, left, available, still open, still available', true]])
const roomPhrases = makePhrases<number>([
  [
    'not full, arent full, isnt full, not sold out, that are not full, that arent full, with room, has room, have room, still open, open spots, open seats, open spot, open slots',
    1,
  ],
  [
    'spots left, seats left, spot left, seat left, spots available, seats available, spots open, available spots, with spots, with seats, with openings',
    1,
  ],
  [
    'two of us, both of us, the two of us, me and a friend, me and my friend, me and my wife, me and my husband, me and my partner, me and my buddy',
    2,
  ],
  [
    'me and my girlfriend, me and my boyfriend, me and my son, me and my daughter, with a friend, with my friend, with my wife, with my husband, with my buddy',
    2,
  ],
])
const groupPhrases = makePhrases([['group of, party of, we are, were, there are, a group of, a party of, for a group of', true]])
const withFriendsPhrases = makePhrases([['me and, me &, me plus, me +, with', true]])

export function readSeats(words: readonly Word[], at: number): Reading | null {
  const makeReading = (length: number, count: number): Reading =>
    count < 1 || count > maxSeats ? unknownReading(length) : { length, meaning: { kind: 'seats', count } }
  const room = findPhrase(roomPhrases, words, at)
  if (room) return makeReading(room.length, room.meaning)
  const withLength = lengthOf(withFriendsPhrases, words, at)
  const guests = withLength > 0 ? countAt(words, at + withLength) : null
  if (guests && /^(friends?|others?|buddies|more|guests?)$/.test(words[at + withLength + guests.length]?.text ?? '')) {
    return makeReading(withLength + guests.length + 1, guests.count + 1)
  }
  const groupLength = lengthOf(groupPhrases, words, at)
  const forLength = groupLength > 0 ? groupLength : words[at]?.text === 'for' ? 1 : 0
  const articleLength = words[at + forLength]?.text === 'the' ? 1 : 0
  const count = numberAt(words, at + forLength + articleLength)
  if (count === null || !Number.isInteger(count)) return null
  const after = at + forLength + articleLength + 1
  const availableLength = lengthOf(availablePhrases, words, after)
  const seatLength = lengthOf(seatPhrases, words, after + availableLength)
  if (seatLength > 0)
    return makeReading(
      after + availableLength + seatLength + lengthOf(availablePhrases, words, after + availableLength + seatLength) - at,
      count,
    )
  const peopleLength = lengthOf(peoplePhrases, words, after)
  if (peopleLength > 0 || groupLength > 0) return makeReading(after + peopleLength - at, count)
  // "For two" counts as two players unless a unit follows, as in "for two hours".
  const isPlainFor =
    forLength > 0 &&
    words[after]?.isGlued !== true &&
    !/^([ap]m|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|miles?|mi|km)$/.test(words[after]?.text ?? '')
  return isPlainFor ? makeReading(after - at, count) : null
}

const radiusPrefixPhrases = makePhrases([
  ['within, in, less than, under, up to, at most, no more than, no farther than, not more than, a, radius of', true],
])
const milePhrases = makePhrases<number>([
  ['miles, mile, mi', 1],
  ['km, kms, kilometers, kilometer, kilometres', 0.621371],
])
const radiusSuffixPhrases = makePhrases([['of, from, around, away, away from, radius, radius of, radius around, or less', true]])

export function readRadius(words: readonly Word[], at: number): Reading | null {
  const prefixLength = lengthOf(radiusPrefixPhrases, words, at)
  const distance = numberAt(words, at + prefixLength)
  const unit = findPhrase(milePhrases, words, at + prefixLength + 1)
  if (distance === null || !unit) return null
  const end = at + prefixLength + 1 + unit.length
  const length = end + lengthOf(radiusSuffixPhrases, words, end) - at
  const roundedMiles = Math.round(distance * unit.meaning)
  return roundedMiles < 1 || roundedMiles > maxRadiusMiles
    ? unknownReading(length)
    : { length, meaning: { kind: 'radius', miles: roundedMiles } }
}

export const amountDictionaries = [
  atMostPhrases,
  orLessPhrases,
  moreThanPhrases,
  dollarPhrases,
  perPersonPhrases,
  freePhrases,
  peoplePhrases,
  seatPhrases,
  availablePhrases,
  roomPhrases,
  groupPhrases,
  withFriendsPhrases,
  radiusPrefixPhrases,
  milePhrases,
  radiusSuffixPhrases,
]
