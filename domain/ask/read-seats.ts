import { maxSeats } from '../discover/filter-limits.ts'
import { type Reading, unknownReading } from './pieces.ts'
import { countAt, numberAt } from './read-number.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

const peoplePhrases = makePhrases([
  ['people, persons, players, friends, guests, folks, of us, adults, kids, guys, girls, dudes, ladies, person, adult', true],
])
const seatPhrases = makePhrases([['spots, spot, seats, seat, spaces, space, slots, slot, places, openings, opening', true]])
const availablePhrases = makePhrases([['open, free, left, available, still open, still available', true]])
const roomPhrases = makePhrases<number>([
  [
    'not full, arent full, isnt full, not sold out, not booked up, that are not full, that arent full, with room, has room, have room, still open, open spots, open seats, open spot, open slots',
    1,
  ],
  [
    'spots left, seats left, spot left, seat left, spots available, seats available, spots open, available spots, with spots, with seats, with openings, room left, space left, space available',
    1,
  ],
  [
    'with space, has space, have space, still has space, still have space, still has room, still have room, still has spots, still have spots',
    1,
  ],
  ['just me, only me, by myself, on my own, solo, alone, single player', 1],
  ['two of us, both of us, the two of us, plus one, as a pair, as a couple, for a couple', 2],
])
const groupPhrases = makePhrases([
  [
    'group of, party of, team of, family of, crew of, we are, we have, were, there are, theres, a group of, a party of, for a group of, for a party of, bringing',
    true,
  ],
  [
    'room for, space for, spots for, spot for, a spot for, seats for, has room for, have room for, with room for, still has room for, enough room for',
    true,
  ],
])
const withFriendsPhrases = makePhrases([['me and, me &, me plus, me +, with, bringing, i have, ive got, plus', true]])

/** One more person. Whether a game suits a child is something that no filter can say. */
const companions =
  'friend buddy pal mate wife husband spouse partner girlfriend boyfriend gf bf fiance fiancee roommate roomie brother sister sibling mom mum mother dad father cousin uncle aunt coworker colleague neighbor bestie bff'
const children = 'kid son daughter child toddler teen teenager nephew niece grandson granddaughter grandchild kiddo'
const companionPhrases = makePhrases<boolean>([
  [companions.replaceAll(' ', ', '), false],
  [children.replaceAll(' ', ', '), true],
])
const withOnePhrases = makePhrases(
  [
    [
      ['with', 'me and', 'me &', 'me plus', 'me +', 'and', 'for me and', 'bringing', 'bring', 'plus'].flatMap((word) =>
        ['my', 'a', 'one', 'another', 'our'].map((article) => `${word} ${article}`),
      ),
      ['my', 'a'],
    ]
      .flat()
      .join(', '),
  ].map((phrases) => [phrases, true] as const),
)
const andMePhrases = makePhrases([['and i, and me, & i, & me', true]])

const makeReading = (length: number, count: number): Reading =>
  count < 1 || count > maxSeats ? unknownReading(length) : { length, meaning: { kind: 'seats', count } }

/** "With a friend", "me and my wife", "my wife and I". */
function readCompanion(words: readonly Word[], at: number): Reading | null {
  const prefixLength = lengthOf(withOnePhrases, words, at)
  const companion = prefixLength > 0 ? findPhrase(companionPhrases, words, at + prefixLength) : null
  if (!companion) return null
  const andMeLength = lengthOf(andMePhrases, words, at + prefixLength + companion.length)
  // "My wife" alone says nothing about seats.
  const isAlone = prefixLength === 1 && andMeLength === 0
  if (isAlone) return null
  const uncovered = companion.meaning ? companion.length + andMeLength : 0
  return {
    length: prefixLength + companion.length + andMeLength,
    meaning: { kind: 'seats', count: 2, ...(uncovered > 0 ? { uncovered } : {}) },
  }
}

/** "Me and 3 friends", "with two kids". */
function readCompanions(words: readonly Word[], at: number): Reading | null {
  const withLength = lengthOf(withFriendsPhrases, words, at)
  const articleLength = withLength > 0 && words[at + withLength]?.text === 'my' ? 1 : 0
  const guests = withLength > 0 ? countAt(words, at + withLength + articleLength) : null
  const length = withLength + articleLength + (guests?.length ?? 0)
  const who = words[at + length]?.text ?? ''
  if (
    !guests ||
    !/^(friends?|others?|buddies|buds|more|guests?|kids|children|sons|daughters|coworkers|colleagues|roommates|mates|pals)$/.test(who)
  )
    return null
  const reading = makeReading(length + 1, guests.count + 1)
  const isAboutChildren = /^(kids|children|sons|daughters)$/.test(who) && reading.meaning.kind === 'seats'
  return isAboutChildren ? { ...reading, meaning: { kind: 'seats', count: guests.count + 1, uncovered: 1 } } : reading
}

/** Reads how many people want to play, from "2 spots" to "with my kid". */
export function readSeats(words: readonly Word[], at: number): Reading | null {
  const room = findPhrase(roomPhrases, words, at)
  const counted = readCount(words, at)
  if (room && room.length >= (counted?.length ?? 0)) return makeReading(room.length, room.meaning)
  return readCompanion(words, at) ?? readCompanions(words, at) ?? counted
}

function readCount(words: readonly Word[], at: number): Reading | null {
  const groupLength = lengthOf(groupPhrases, words, at)
  const forLength = groupLength > 0 ? groupLength : words[at]?.text === 'for' ? 1 : 0
  const articleLength = words[at + forLength]?.text === 'the' ? 1 : 0
  const countedAt = at + forLength + articleLength
  const isArticle = /^(a|an)$/.test(words[countedAt]?.text ?? '')
  const number = numberAt(words, countedAt)
  const counted = number === null ? countAt(words, countedAt) : { count: number, length: 1 }
  if (!counted || !Number.isInteger(counted.count)) return null
  // "5 or 6 people" need six seats.
  const orLength = /^(or|-|to)$/.test(words[countedAt + counted.length]?.text ?? '') ? 1 : 0
  const second = orLength > 0 && !isArticle ? numberAt(words, countedAt + counted.length + 1) : null
  const isRange = second !== null && Number.isInteger(second) && second > counted.count
  const count = isRange ? second : counted.count
  const after = countedAt + counted.length + (isRange ? 2 : 0)
  const availableLength = lengthOf(availablePhrases, words, after)
  const seatLength = lengthOf(seatPhrases, words, after + availableLength)
  if (seatLength > 0) {
    const end = after + availableLength + seatLength
    return makeReading(end + lengthOf(availablePhrases, words, end) - at, count)
  }
  // "A player" is someone to play with.
  if (isArticle && count === 1) return null
  const peopleLength = lengthOf(peoplePhrases, words, after)
  if (peopleLength > 0 || (groupLength > 0 && !isRange && number !== null) || (groupLength > 0 && isRange))
    return makeReading(after + peopleLength - at, count)
  // "For two" counts as two players unless a unit follows, as in "for two hours".
  const isPlainFor =
    forLength > 0 &&
    number !== null &&
    words[after]?.isGlued !== true &&
    !/^([ap]m|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|miles?|mi|km)$/.test(words[after]?.text ?? '')
  return isPlainFor ? makeReading(after - at, count) : null
}

export const seatDictionaries = [
  peoplePhrases,
  seatPhrases,
  availablePhrases,
  roomPhrases,
  groupPhrases,
  withFriendsPhrases,
  companionPhrases,
  withOnePhrases,
  andMePhrases,
]
