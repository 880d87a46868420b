import type { NamedFilters } from '../discover/filter-contract.ts'
import type { Meaning, Reading } from './pieces.ts'
import { anyLevelPhrases } from './read-level.ts'
import { findPhrase, lengthOf, makePhrases, type Word } from './split-words.ts'

export const wantedPhrases = makePhrases<NonNullable<NamedFilters['kind']>>([
  ['event, events', 'events'],
  [
    'player, players, people, partner, partners, opponent, opponents, hitting partner, hitting partners, playing partner, training partner',
    'players',
  ],
  [
    'someone to play, somebody to play, anyone to play, people to play, someone to, somebody to, people who play, people to play with',
    'players',
  ],
  [
    'someone to play with, somebody to play with, teammates, teammate, buddies to play, buddy, buddies, people to run with, people to hang with, playmates, playmate',
    'players',
  ],
  ['team, teams, league, leagues, club, clubs, community, communities, group, groups, crew, crews, squad, squads', 'teams'],
  [
    'court, courts, gym, gyms, field, fields, parks, pools, rink, facility, stadium, playground, playgrounds, spot to play, spots to play, a spot to play, location, locations, place to go, venue, venues, rinks, facilities, places, place to play, somewhere to play, places to play',
    'places',
  ],
])

const notPhrases = makePhrases([
  [
    'not, no, nothing, not too, nothing too, not so, not very, not super, not that, nothing super, dont, doesnt, isnt, arent, cant, cannot, wont, without, except, except for, excluding, besides, non, nor, neither, never, skip, avoid, hate, tired of, sick of, bored of',
    true,
  ],
  [
    'anywhere but, other than, aside from, apart from, anything but, everything but, any day but, any time but, anytime but, any sport but, any game but',
    true,
  ],
  [
    'all but, every day but, everyday but, any sport except, any but, any sports but, anything except, everything except, any day except',
    true,
  ],
])

const butPhrases = makePhrases([['but, however, though, instead, just, only, rather, nothing but', true]])
const andPhrases = makePhrases([['and, or, &, /, +, -, also, plus, as well as, and then', true]])

/** Words that carry no meaning for the search, so they are ignored. */
const fillerPhrases = makePhrases([
  [
    'a, an, the, for, me, my, mine, i, im, id, ill, ive, we, us, our, you, your, it, its, is, are, be, i am, am i, was, were, do, does, did, to, of, on, in, at',
    true,
  ],
  [
    'near, by, with, from, around, about, within, that, this, these, those, there, theres, here, which, who, what, whats, when, where, wheres, how, if, as, so',
    true,
  ],
  [
    'any, anything, anyone, anybody, some, something, someone, somewhere, somebody, all, every, everything, day, days, time, times, other, more, one, lot, lots, anytime, any time, ever, never mind, before',
    true,
  ],
  [
    'find, finding, search, searching, show, showing, give, get, see, look, looking, looks, want, wants, wanted, wanna, would, like, love, need, needs, can, could, should',
    true,
  ],
  [
    'will, may, might, let, lets, go, going, come, join, joining, try, trying, please, pls, plz, thanks, thank, hey, hi, hello, yo, beans, ok, okay, yes, maybe, tell',
    true,
  ],
  [
    'game, games, match, matches, session, sessions, sport, sports, play, plays, playing, played, open play, pickup, pick up, drop in, dropin, drop ins, event, meetup',
    true,
  ],
  [
    'meetups, activity, activities, thing, things, stuff, happening, going on, out, up, soon, level, levels, skill, area, city, town, hood, local, game on, good, great',
    true,
  ],
  [
    'has, have, having, got, dont know, dont mind, dont care, im free, im only free, i am only free, only free, i am free, we are free, were free, when im free, whenever, anywhere, whatever, ball game, ish, looking 4, still, right, close to, not far from, not too far from, hmu, lol, idk, bro, dude, yall, lmk',
    true,
  ],
  [
    'organized, hosted, scheduled, upcoming, welcome, fun, cool, nice, meet, meets, start, starts, starting, begin, begins, available, interested, hoping, thinking, then, than, also, too, really, best',
    true,
  ],
  ['$, @, cost, costs, price, priced, each, per person', true],
])

const homePhrases = makePhrases([
  [
    'home, my home, my house, close to my house, near my house, close to my place, near my apartment, close to my home, close to where i live, near where i live, not too far, not far, not far away, not too far away, not so far, not far from me, not too far from me, not far from here, not far from home, isnt too far, isnt far, not super far, not very far, close, closeby, nearest, close to us, near me, neer me, nearme, around me, close to me, next to me, by me, near us, around us, close by, nearby, near by, around here, near here, close to home, near home',
    true,
  ],
  [
    'around home, in my city, in my town, in my area, in the area, my area, near my place, in my neighborhood, local to me, locally, close to here, around town',
    true,
  ],
])

/** Phrases made of filler words that no filter can express. They must be shown as not understood. */
const unsupportedPhrases = makePhrases([
  [
    'every other, every second, every third, open gym, open gyms, ice skating, ice skate, roller skating, roller skate, figure skating',
    true,
  ],
])

const followedPhrases = makePhrases([
  [
    ['hosts', 'host', 'people', 'someone', 'anyone', 'players', 'organizers', 'a host', 'those', '']
      .flatMap((who) =>
        ['i follow', 'that i follow', 'who i follow', 'im following', 'i am following', 'we follow'].map((follow) =>
          `${who} ${follow}`.trim(),
        ),
      )
      .join(', '),
    true,
  ],
  ['followed hosts, my hosts, hosts followed', true],
])

const pastPhrases = makePhrases([
  [
    'past, past games, past events, previous, previous games, old games, finished, finished games, that are over, already over, already happened, that already happened, that happened',
    true,
  ],
])

const phrasesByKind: readonly (readonly [
  Parameters<typeof lengthOf>[0],
  Meaning['kind'] & ('home' | 'followed' | 'past' | 'not' | 'but' | 'and' | 'filler' | 'unknown'),
])[] = [
  [unsupportedPhrases, 'unknown'],
  [homePhrases, 'home'],
  [followedPhrases, 'followed'],
  [pastPhrases, 'past'],
  [notPhrases, 'not'],
  [butPhrases, 'but'],
  [andPhrases, 'and'],
  [anyLevelPhrases, 'filler'],
  [fillerPhrases, 'filler'],
]

/** Reads what kind of results the person wants, "near me", "not", "but", "and", and filler words. */
export function readSmallWords(words: readonly Word[], at: number): Reading | null {
  const wanted = findPhrase(wantedPhrases, words, at)
  let best: Reading | null = wanted && { length: wanted.length, meaning: { kind: 'wanted', wanted: wanted.meaning } }
  for (const [phrases, kind] of phrasesByKind) {
    const length = lengthOf(phrases, words, at)
    if (length > (best?.length ?? 0)) best = { length, meaning: { kind } }
  }
  return best
}

export const smallDictionaries = [
  wantedPhrases,
  notPhrases,
  butPhrases,
  andPhrases,
  fillerPhrases,
  homePhrases,
  followedPhrases,
  pastPhrases,
  anyLevelPhrases,
]
