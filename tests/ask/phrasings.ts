import type { ActivityId } from '../../domain/activities.ts'
import type { Weekday } from '../../domain/time/clock.ts'

/** The expected meaning of a question. Missing fields must not be set. */
export type Meaning = {
  activities?: ActivityId[]
  withoutActivities?: ActivityId[]
  /** "Austin, TX" */
  city?: string
  /** Other cities of the same name that must be offered. */
  orElse?: string[]
  radius?: number
  /** One day. A range has `from` and `to` instead, of which one may be missing. */
  on?: string
  from?: string
  to?: string
  days?: Weekday[]
  withoutDays?: Weekday[]
  time?: [from: string, to: string]
  withoutTime?: [from: string, to: string]
  level?: [min: number, max: number]
  /** Free, or the maximum price in cents. */
  price?: 'free' | number
  seats?: number
  kind?: 'events' | 'players' | 'teams' | 'places'
  /** The question has "near me", but the city of the user is unknown. */
  asksWhere?: true
  /** Words that must be shown as not understood, as the user typed them. */
  leftover?: string[]
}

export type Phrasing = {
  says: string
  means: Meaning
  group: 'plain' | 'date' | 'misspelling' | 'city' | 'negation' | 'nothing'
  /** The time of the question. The default is a Wednesday afternoon, a week before Thanksgiving. */
  now?: string
  /** The city of the user. The default is Austin, TX. */
  home?: string | null
}

/** Wednesday, November 18, 2026, 3 PM in Austin. */
export const defaultTime = '2026-11-18T21:00:00Z'
export const defaultCity = 'Austin, TX'

const morning: [string, string] = ['05:00', '12:00']
const afternoon: [string, string] = ['12:00', '17:00']
const evening: [string, string] = ['17:00', '24:00']
const weekdaysOnly: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']

type Row = [says: string, means: Meaning, asked?: { now?: string; home?: string | null }]
const group = (name: Phrasing['group'], rows: Row[]): Phrasing[] =>
  rows.map(([says, means, asked = {}]) => ({ says, means, group: name, ...asked }))

const plain = group('plain', [
  [
    'pickleball for beginners near Austin on Saturday morning',
    { activities: ['pickleball'], level: [1, 2], city: 'Austin, TX', on: '2026-11-21', time: morning },
  ],
  ['tennis', { activities: ['tennis'] }],
  ['Find me a game of volleyball near me', { activities: ['volleyball'], city: 'Austin, TX' }],
  ['hoops tonight', { activities: ['basketball'], on: '2026-11-18', time: evening }],
  ['where can I play pickup soccer around here?', { activities: ['soccer'], city: 'Austin, TX' }],
  ['footy on Sunday', { activities: ['soccer'], on: '2026-11-22' }],
  ['ping pong or chess', { activities: ['table-tennis', 'chess'] }],
  ['DnD players near me', { activities: ['tabletop-rpg'], kind: 'players', city: 'Austin, TX' }],
  ['free yoga in the morning', { activities: ['yoga'], price: 'free', time: morning }],
  ['basketball under $10', { activities: ['basketball'], price: 1000 }],
  ['soccer for 15 bucks or less', { activities: ['soccer'], price: 1500 }],
  ['3.5 pickleball', { activities: ['pickleball'], level: [2.5, 3] }],
  ['4.0+ tennis doubles', { activities: ['tennis'], level: [3.5, 5], leftover: ['doubles'] }],
  ['pickleball 3.0-3.5', { activities: ['pickleball'], level: [2, 3] }],
  ['intermediate or better volleyball', { activities: ['volleyball'], level: [3, 5] }],
  ['badminton, beginner to intermediate', { activities: ['badminton'], level: [1, 3] }],
  ['new to tennis', { activities: ['tennis'], level: [1, 1] }],
  ['volleyball with 2 open spots', { activities: ['volleyball'], seats: 2 }],
  ['me and 3 friends want to bowl', { activities: ['bowling'], seats: 4 }],
  ['a game for four people', { seats: 4 }],
  ['games that are not full', { seats: 1 }],
  ['tennis courts in Boulder', { activities: ['tennis'], kind: 'places', city: 'Boulder, CO' }],
  ['soccer teams looking for players in Denver', { activities: ['soccer'], kind: 'teams', city: 'Denver, CO', leftover: ['players'] }],
  ['someone to play squash with', { activities: ['squash'], kind: 'players' }],
  ['ultimate within 10 miles', { activities: ['ultimate-frisbee'], radius: 10 }],
  ['disc golf within 25 miles of Seattle', { activities: ['disc-golf'], radius: 25, city: 'Seattle, WA' }],
  ['basketball after 6pm', { activities: ['basketball'], time: ['18:00', '24:00'] }],
  ['run before 8 am', { activities: ['running'], time: ['00:00', '08:00'] }],
  ['futsal between 5 and 8 pm', { activities: ['futsal'], time: ['17:00', '20:00'] }],
  ['beach volleyball saturday or sunday', { activities: ['sand-volleyball'], from: '2026-11-21', to: '2026-11-22' }],
  ['weeknight softball', { activities: ['softball'], days: weekdaysOnly, time: evening }],
  ['indoor soccer Saturday mornings', { activities: ['soccer'], days: ['saturday'], time: morning, leftover: ['indoor'] }],
  ['hockey', { activities: ['ice-hockey', 'field-hockey'] }],
  ['Table tennis & ping-pong in NYC', { activities: ['table-tennis'], city: 'New York City, NY' }],
  ['Expert chess', { activities: ['chess'], level: [5, 5] }],
])

const dates = group('date', [
  ['soccer tomorrow', { activities: ['soccer'], on: '2026-11-19' }],
  ['day after tomorrow tennis', { activities: ['tennis'], on: '2026-11-20' }],
  ['pickleball this weekend', { activities: ['pickleball'], from: '2026-11-21', to: '2026-11-22' }],
  ['next weekend', { from: '2026-11-28', to: '2026-11-29' }],
  ['basketball next Friday', { activities: ['basketball'], on: '2026-11-27' }],
  ['basketball this Friday night', { activities: ['basketball'], on: '2026-11-20', time: evening }],
  ['golf in two weeks', { activities: ['golf'], on: '2026-12-02' }],
  ['running on the 5th', { activities: ['running'], on: '2026-12-05' }],
  ['the 31st', { on: '2026-12-31' }],
  ['flag football over Thanksgiving', { activities: ['flag-football'], from: '2026-11-26', to: '2026-11-29' }],
  ['a turkey trot on Thanksgiving', { on: '2026-11-26', leftover: ['turkey trot'] }],
  ['volleyball next week', { activities: ['volleyball'], from: '2026-11-23', to: '2026-11-29' }],
  ['Tuesday next week', { on: '2026-11-24' }],
  ['anything this week', { from: '2026-11-18', to: '2026-11-22' }],
  ['in the next 10 days', { from: '2026-11-18', to: '2026-11-28' }],
  ['hiking on Dec 5th', { activities: ['hiking'], on: '2026-12-05' }],
  ['skiing from December 26 to January 2', { activities: ['skiing'], from: '2026-12-26', to: '2027-01-02' }],
  ['games on 12/5', { on: '2026-12-05' }],
  ['tennis on 3/7/2027', { activities: ['tennis'], on: '2027-03-07' }],
  ['New Year’s Eve dancing', { activities: ['dance'], on: '2026-12-31' }],
  ['softball on the Fourth of July', { activities: ['softball'], on: '2027-07-04' }],
  ['cycling in December', { activities: ['cycling'], from: '2026-12-01', to: '2026-12-31' }],
  ['any Sunday in January', { from: '2027-01-01', to: '2027-01-31', days: ['sunday'] }],
  ['Friday to Sunday', { from: '2026-11-20', to: '2026-11-22' }],
  ['before Christmas', { from: '2026-11-18', to: '2026-12-24' }],
  ['after Thanksgiving', { from: '2026-11-27' }],
  ['a week from Saturday', { on: '2026-11-28' }],
  ['February 30', { leftover: ['February 30'] }],
  ['on Saturday', { on: '2026-11-21' }, { now: '2026-11-21T15:00:00Z' }],
  ['next Saturday', { on: '2026-11-28' }, { now: '2026-11-21T15:00:00Z' }],
  ['this weekend', { on: '2026-11-22' }, { now: '2026-11-22T15:00:00Z' }],
  // 11:30 PM in Austin is already the next day in London and in New York.
  ['tomorrow', { on: '2026-11-19' }, { now: '2026-11-19T05:30:00Z' }],
  ['today in New York', { on: '2026-11-19', city: 'New York City, NY' }, { now: '2026-11-19T05:30:00Z' }],
  // Clocks go back on Sunday, November 1, and forward on Sunday, March 14.
  ['tomorrow morning', { on: '2026-11-01', time: morning }, { now: '2026-11-01T04:30:00Z' }],
  ['in 2 days', { on: '2027-03-15' }, { now: '2027-03-14T05:30:00Z' }],
  ['tomorrow', { on: '2027-01-01' }, { now: '2026-12-31T20:00:00Z' }],
  ['next Friday', { on: '2027-01-08' }, { now: '2026-12-31T20:00:00Z' }],
])

const misspellings = group('misspelling', [
  ['pickelball', { activities: ['pickleball'] }],
  ['vollyball tommorow', { activities: ['volleyball'], on: '2026-11-19' }],
  ['teniss on satuday', { activities: ['tennis'], on: '2026-11-21' }],
  ['begginer badmitton', { activities: ['badminton'], level: [1, 2] }],
  ['baskteball wensday nite', { activities: ['basketball'], on: '2026-11-18', time: evening }],
  ['soccor this weeknd', { activities: ['soccer'], from: '2026-11-21', to: '2026-11-22' }],
  ['intermediat raquetball', { activities: ['racquetball'], level: [3, 3] }],
  ['advanced volley ball on thrusday', { activities: ['volleyball'], level: [4, 4], on: '2026-11-19' }],
  ['pickle ball for beginers', { activities: ['pickleball'], level: [1, 2] }],
  ['frizbee tomorow', { activities: ['ultimate-frisbee'], on: '2026-11-19' }],
  ['swiming on tuseday', { activities: ['swimming'], on: '2026-11-24' }],
  ['lacross', { activities: ['lacrosse'] }],
  ['bowlling tonite', { activities: ['bowling'], on: '2026-11-18', time: evening }],
  ['wrestlng in the morining', { activities: ['wrestling'], time: morning }],
  ['gymnastcs', { activities: ['gymnastics'] }],
  ['dodge ball friady', { activities: ['dodgeball'], on: '2026-11-20' }],
  ['spike ball advnaced', { activities: ['spikeball'], level: [4, 4] }],
  // Words that only look like one of our words.
  ['cheese tasting', { leftover: ['cheese tasting'] }],
  ['a treasure chest', { leftover: ['treasure chest'] }],
])

const cities = group('city', [
  ['pickleball in Springfield', { activities: ['pickleball'], city: 'Springfield, MO', orElse: ['Springfield, MA', 'Springfield, IL'] }],
  ['pickleball in Springfield, IL', { activities: ['pickleball'], city: 'Springfield, IL' }],
  ['tennis in springfield massachusetts', { activities: ['tennis'], city: 'Springfield, MA' }],
  ['Portland soccer', { activities: ['soccer'], city: 'Portland, OR', orElse: ['Portland, ME'] }],
  ['Portland ME soccer', { activities: ['soccer'], city: 'Portland, ME' }],
  ['soccer in portland, maine', { activities: ['soccer'], city: 'Portland, ME' }],
  // For a user nearby, the city nearby is meant.
  ['soccer in Portland', { activities: ['soccer'], city: 'Portland, ME', orElse: ['Portland, OR'] }, { home: 'Bath, ME' }],
  ['soccer in Portland or Seattle', { activities: ['soccer'], city: 'Portland, OR', leftover: ['Seattle'] }],
  ['tennis in portland or', { activities: ['tennis'], city: 'Portland, OR' }],
  ['chess in Kansas City', { activities: ['chess'], city: 'Kansas City, MO', orElse: ['Kansas City, KS'] }],
  ['volleyball near Kansas City, Kansas', { activities: ['volleyball'], city: 'Kansas City, KS' }],
  ['rugby in Columbus', { activities: ['rugby'], city: 'Columbus, OH', orElse: ['Columbus, GA'] }],
  ['tennis in Paris', { activities: ['tennis'], city: 'Paris, TX', orElse: ['Paris, TN'] }],
  ['golf in Aurora IL', { activities: ['golf'], city: 'Aurora, IL' }],
  ['hiking around Moscow', { activities: ['hiking'], city: 'Moscow, ID', orElse: ['Moscow, PA'] }],
  ['swimming in Atlantis', { activities: ['swimming'], city: 'Atlantis, FL' }],
  ['dodgeball in Gotham', { activities: ['dodgeball'], leftover: ['Gotham'] }],
  ['chess near Hogwarts on Friday', { activities: ['chess'], on: '2026-11-20', leftover: ['Hogwarts'] }],
  ['pickleball in Bikini Bottom', { activities: ['pickleball'], leftover: ['Bikini Bottom'] }],
  ['tennis near Springfield, Alaska', { activities: ['tennis'], leftover: ['Springfield, Alaska'] }],
  ['soccer in Wakanda tomorrow', { activities: ['soccer'], on: '2026-11-19', leftover: ['Wakanda'] }],
  ['golf in Texas', { activities: ['golf'], leftover: ['Texas'] }],
  ['bowling in Bowling Green, KY', { activities: ['bowling'], city: 'Bowling Green, KY' }],
  ['kayaking near Friday Harbor', { city: 'Friday Harbor, WA', leftover: ['kayaking'] }],
  ['basketball in St. Paul', { activities: ['basketball'], city: 'Saint Paul, MN' }],
  ['running near me', { activities: ['running'], asksWhere: true }, { home: null }],
])

const negations = group('negation', [
  ['anything but tennis this weekend', { withoutActivities: ['tennis'], from: '2026-11-21', to: '2026-11-22' }],
  ['racket sports, not tennis', { withoutActivities: ['tennis'], leftover: ['racket'] }],
  ['pickleball, no beginners', { activities: ['pickleball'], level: [2.5, 5] }],
  ['volleyball any day but Sunday', { activities: ['volleyball'], withoutDays: ['sunday'] }],
  ['anything but Sunday', { withoutDays: ['sunday'] }],
  ['soccer, not in the morning', { activities: ['soccer'], withoutTime: morning }],
  [
    'basketball this weekend but not on Sunday',
    { activities: ['basketball'], from: '2026-11-21', to: '2026-11-22', withoutDays: ['sunday'] },
  ],
  ['no golf or tennis', { withoutActivities: ['golf', 'tennis'] }],
  ['not tennis but pickleball', { activities: ['pickleball'], withoutActivities: ['tennis'] }],
  ['chess except Mondays and Tuesdays', { activities: ['chess'], withoutDays: ['monday', 'tuesday'] }],
  ['yoga, not before 10am', { activities: ['yoga'], time: ['10:00', '24:00'] }],
  ['running without experts', { activities: ['running'], level: [1, 4.5] }],
  ["soccer but I don't want evenings", { activities: ['soccer'], withoutTime: evening }],
  ['tennis not in Dallas', { activities: ['tennis'], leftover: ['not in Dallas'] }],
  ['basketball next week, not Friday', { activities: ['basketball'], from: '2026-11-23', to: '2026-11-29', withoutDays: ['friday'] }],
  ['volleyball in the afternoon, not intermediate', { activities: ['volleyball'], time: afternoon, leftover: ['not intermediate'] }],
])

const nothing = group('nothing', [
  ['', {}],
  ['   ', {}],
  ['hello', {}],
  ['???', {}],
  ['"" AND OR NOT () * :', {}],
  ['the of and for a', {}],
  ['🎾🎾', { leftover: ['🎾🎾'] }],
  ['asdf qwer zxcv', { leftover: ['asdf qwer zxcv'] }],
  ['what is the meaning of life', { leftover: ['meaning', 'life'] }],
  ['SELECT * FROM users; --', { leftover: ['SELECT', 'users'] }],
  ['tell me a joke', { leftover: ['joke'] }],
  ['surprise me', { leftover: ['surprise'] }],
  ['¿dónde está la biblioteca?', { leftover: ['dónde está la biblioteca'] }],
])

export const phrasings: readonly Phrasing[] = [...plain, ...dates, ...misspellings, ...cities, ...negations, ...nothing]
