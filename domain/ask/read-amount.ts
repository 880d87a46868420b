import { maxSeats, radiusMostMiles } from '../discover/filter-limits.ts'
import { type Reading, unknown } from './pieces.ts'
import { countAt, numberAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

const atMost = makePhrases([
  [
    'under, below, less than, max, maximum, at most, up to, no more than, not more than, cheaper than, for, within, for under, for less than',
    true,
  ],
])
const orLess = makePhrases([['or less, or under, or cheaper, or below, max, tops, at most, maximum', true]])
const moreThan = makePhrases([['over, above, more than, at least, from', true]])
const dollars = makePhrases([['dollars, dollar, bucks, buck, usd, $', true]])
const each = makePhrases([['each, a person, per person, a head, per head', true]])
const freePhrases = makePhrases([['free, free of charge, no cost, at no cost, no fee, no fees, for free, gratis', true]])

export function readPrice(words: readonly Word[], at: number): Reading | null {
  const free = lengthOf(freePhrases, words, at)
  if (free > 0) return { length: free, meaning: { kind: 'price', price: 'free' } }
  const more = lengthOf(moreThan, words, at)
  const lead = more || lengthOf(atMost, words, at)
  const sign = words[at + lead]?.text === '$' ? 1 : 0
  const amount = numberAt(words, at + lead + sign)
  const unit = lengthOf(dollars, words, at + lead + sign + 1)
  if (amount === null || sign + unit === 0) return null
  let end = at + lead + sign + 1 + unit
  end += lengthOf(each, words, end)
  end += lengthOf(orLess, words, end)
  // A least price is nothing that games are searched by.
  if (more > 0) return unknown(end - at)
  return { length: end - at, meaning: { kind: 'price', price: amount === 0 ? 'free' : { maxCents: Math.round(amount * 100) } } }
}

const people = makePhrases([['people, persons, players, friends, guests, folks, of us, adults, kids', true]])
const seats = makePhrases([['spots, spot, seats, seat, spaces, space, slots, slot, places, openings', true]])
const still = makePhrases([['open, free, left, available, still open, still available', true]])
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
const group = makePhrases([['group of, party of, we are, were, there are, a group of, a party of, for a group of', true]])
const withFriends = makePhrases([['me and, me &, me plus, me +, with', true]])

export function readSeats(words: readonly Word[], at: number): Reading | null {
  const reading = (length: number, count: number): Reading =>
    count < 1 || count > maxSeats ? unknown(length) : { length, meaning: { kind: 'seats', count } }
  const room = findPhrase(roomPhrases, words, at)
  if (room) return reading(room.length, room.meaning)
  const friends = lengthOf(withFriends, words, at)
  const guests = friends > 0 ? countAt(words, at + friends) : null
  if (guests && /^(friends?|others?|buddies|more|guests?)$/.test(words[at + friends + guests.length]?.text ?? '')) {
    return reading(friends + guests.length + 1, guests.count + 1)
  }
  const lead = lengthOf(group, words, at)
  const forWhom = lead > 0 ? lead : words[at]?.text === 'for' ? 1 : 0
  const skip = words[at + forWhom]?.text === 'the' ? 1 : 0
  const count = numberAt(words, at + forWhom + skip)
  if (count === null || !Number.isInteger(count)) return null
  const after = at + forWhom + skip + 1
  const isOpen = lengthOf(still, words, after)
  const seat = lengthOf(seats, words, after + isOpen)
  if (seat > 0) return reading(after + isOpen + seat + lengthOf(still, words, after + isOpen + seat) - at, count)
  const persons = lengthOf(people, words, after)
  if (persons > 0 || lead > 0) return reading(after + persons - at, count)
  // "For two", at the end or before the next word that says something else.
  const isPlainFor =
    forWhom > 0 &&
    words[after]?.isGlued !== true &&
    !/^([ap]m|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|miles?|mi|km)$/.test(words[after]?.text ?? '')
  return isPlainFor ? reading(after - at, count) : null
}

const within = makePhrases([
  ['within, in, less than, under, up to, at most, no more than, no farther than, not more than, a, radius of', true],
])
const miles = makePhrases<number>([
  ['miles, mile, mi', 1],
  ['km, kms, kilometers, kilometer, kilometres', 0.621371],
])
const away = makePhrases([['of, from, around, away, away from, radius, radius of, radius around, or less', true]])

export function readRadius(words: readonly Word[], at: number): Reading | null {
  const lead = lengthOf(within, words, at)
  const distance = numberAt(words, at + lead)
  const unit = findPhrase(miles, words, at + lead + 1)
  if (distance === null || !unit) return null
  const end = at + lead + 1 + unit.length
  const length = end + lengthOf(away, words, end) - at
  const most = Math.round(distance * unit.meaning)
  return most < 1 || most > radiusMostMiles ? unknown(length) : { length, meaning: { kind: 'radius', miles: most } }
}

export const amountDictionaries = [
  atMost,
  orLess,
  moreThan,
  dollars,
  each,
  freePhrases,
  people,
  seats,
  still,
  roomPhrases,
  group,
  withFriends,
  within,
  miles,
  away,
]
