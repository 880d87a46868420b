import type { ActivityId } from '../../domain/activities.ts'
import type { Weekday } from '../../domain/time/clock.ts'

/**
 * 200 questions as people type them, and what a person would understand. They were written before anyone looked at the rules that
 * read them. Change an expectation only if a person would agree that it was wrong.
 *
 * `heldOutGroups` are 40 more, written after the rules were finished, without looking at them again. They show how well the rules read
 * questions that nobody prepared them for, so the rules are never changed for their sake.
 *
 * Each group has a clock (`now`), the time zone of the browser, and the city of the profile. Days of a question are days there.
 */

/** What is expected. A missing field must not be set. */
export type Expected = {
  activities?: ActivityId[]
  withoutActivities?: ActivityId[]
  /** "Austin, TX" */
  city?: string
  radius?: number
  /** One day. A range has `from` and `to` instead, of which one may be missing. */
  on?: string
  from?: string
  to?: string
  days?: Weekday[]
  withoutDays?: Weekday[]
  time?: [from: string, to: string]
  /** For words that name no exact span: it has this time in it, and lies between the other two. */
  timeNear?: [includes: string, earliest: string, latest: string]
  withoutTime?: [from: string, to: string]
  level?: [min: number, max: number]
  /** Free, paid, or the maximum price in dollars. */
  price?: 'free' | 'paid' | number
  seats?: number
  kind?: 'events' | 'players' | 'teams' | 'places'
  /** What places must have. */
  has?: ('lights' | 'indoor')[]
  /** Only games of hosts that the person follows. */
  followed?: true
  /** Games that are over. */
  past?: true
  /** "near me", but the city of the person is unknown. */
  asksWhere?: true
  /** Words that no filter covers, so they must be named. Small words such as "with" or "my" do not count. */
  leftOut?: string
}

/** A question, and what it means. If people may read it in two ways, there are more meanings. */
export type Question = [says: string, means: Expected, ...others: Expected[]]

export type QuestionGroup = {
  when: string
  now: string
  zone: string
  home: string | null
  questions: Question[]
}

const morning: [string, string] = ['05:00', '12:00']
const afternoon: [string, string] = ['12:00', '17:00']
const evening: [string, string] = ['17:00', '24:00']
const weekdaysOnly: Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const weekend: Weekday[] = ['saturday', 'sunday']
const racketSports: ActivityId[] = ['tennis', 'pickleball']

export const questionGroups: readonly QuestionGroup[] = [
  {
    when: 'a Wednesday afternoon in Austin',
    now: '2026-11-18T15:00:00-06:00',
    zone: 'America/Chicago',
    home: 'Austin, TX',
    questions: [
      // What and where
      ['pickup hoops near me', { activities: ['basketball'], city: 'Austin, TX' }],
      ['bball tonight', { activities: ['basketball'], on: '2026-11-18', time: evening }],
      ['b-ball after work', { activities: ['basketball'], time: evening }],
      ['vball this weekend', { activities: ['volleyball'], from: '2026-11-21', to: '2026-11-22' }],
      ['any pickle ball close by?', { activities: ['pickleball'], city: 'Austin, TX' }],
      ['pingpong somewhere not too far', { activities: ['table-tennis'], city: 'Austin, TX' }],
      ['wanna play some footy', { activities: ['soccer'] }],
      ['tennis or pickleball tmrw', { activities: racketSports, on: '2026-11-19' }],
      ['soccer and futsal around here', { activities: ['soccer', 'futsal'], city: 'Austin, TX' }],
      ['jogging buddies', { activities: ['running'], kind: 'players' }],
      ['bike ride sat morning', { activities: ['cycling'], on: '2026-11-21', time: morning }],
      [
        'mountain biking on sunday',
        { activities: ['cycling'], on: '2026-11-22', leftOut: 'mountain' },
        { activities: ['cycling'], on: '2026-11-22' },
      ],
      [
        'frisbee golf in San Marcos',
        { activities: ['disc-golf'], city: 'San Marcos, TX' },
        { activities: ['disc-golf'], city: 'San Marcos, CA' },
      ],
      ['where can i swim laps', { activities: ['swimming'], leftOut: 'laps' }, { activities: ['swimming'] }],
      ['brazilian jiu jitsu for newbies', { activities: ['martial-arts'], level: [1, 1] }, { activities: ['martial-arts'], level: [1, 2] }],
      ['roundnet in zilker', { activities: ['spikeball'], leftOut: 'zilker' }],
      [
        'salsa dancing friday nite',
        { activities: ['dance'], on: '2026-11-20', time: evening },
        { activities: ['dance'], on: '2026-11-20', time: evening, leftOut: 'salsa' },
      ],
      ['trivia night thursday', { activities: ['trivia'], on: '2026-11-19', time: evening }],
      ['dungeons and dragons group for beginners', { activities: ['tabletop-rpg'], kind: 'teams', level: [1, 2] }],
      ['boardgames at lunch', { activities: ['board-games'], timeNear: ['12:00', '11:00', '14:00'] }],
      ['rock climbing', { leftOut: 'rock climbing' }],
      ['kayaking this saturday', { on: '2026-11-21', leftOut: 'kayaking' }],
      ['tennis in 78704', { activities: ['tennis'], leftOut: '78704' }],
      ['soccer downtown', { activities: ['soccer'], leftOut: 'downtown' }],
      ['something sporty', { leftOut: 'sporty' }],
      // When
      ['basketball after work tomorrow', { activities: ['basketball'], on: '2026-11-19', time: evening }],
      ['run b4 work', { activities: ['running'], timeNear: ['07:00', '00:00', '09:00'] }],
      ['tmrw nite volleyball', { activities: ['volleyball'], on: '2026-11-19', time: evening }],
      ['anything 2nite?', { on: '2026-11-18', time: evening }],
      [
        '2moro arvo soccer',
        { activities: ['soccer'], on: '2026-11-19', time: afternoon },
        { activities: ['soccer'], on: '2026-11-19', leftOut: 'arvo' },
      ],
      ['pickleball this weekend in the mornings', { activities: ['pickleball'], from: '2026-11-21', to: '2026-11-22', time: morning }],
      ['weekday mornings yoga', { activities: ['yoga'], days: weekdaysOnly, time: morning }],
      ['soccer on tuesdays', { activities: ['soccer'], days: ['tuesday'] }],
      ['tennis every thursday night', { activities: ['tennis'], days: ['thursday'], time: evening }],
      [
        'tues or thurs volleyball',
        { activities: ['volleyball'], days: ['tuesday', 'thursday'] },
        { activities: ['volleyball'], from: '2026-11-19', to: '2026-11-24', days: ['tuesday', 'thursday'] },
      ],
      ['basketball at 6', { activities: ['basketball'], timeNear: ['18:00', '17:00', '19:00'] }],
      ['pickleball around 9am sunday', { activities: ['pickleball'], on: '2026-11-22', timeNear: ['09:00', '08:00', '10:00'] }],
      ['tennis 6-8pm tomorrow', { activities: ['tennis'], on: '2026-11-19', time: ['18:00', '20:00'] }],
      ['soccer from 5:30 to 7 pm', { activities: ['soccer'], time: ['17:30', '19:00'] }],
      ['pickup soccer later today', { activities: ['soccer'], on: '2026-11-18', time: ['15:00', '24:00'] }],
      [
        'who is playing right now',
        { on: '2026-11-18', timeNear: ['15:00', '14:00', '18:00'] },
        { on: '2026-11-18', time: ['15:00', '24:00'] },
      ],
      ['games starting in the next 2 hours', { on: '2026-11-18', time: ['15:00', '17:00'] }],
      ['early morning run on friday', { activities: ['running'], on: '2026-11-20', timeNear: ['07:00', '00:00', '09:00'] }],
      ['late night hoops fri', { activities: ['basketball'], on: '2026-11-20', timeNear: ['22:30', '20:00', '24:00'] }],
      ['any games in the next few days', { from: '2026-11-18', to: '2026-11-21' }],
      ['volleyball within the next week', { activities: ['volleyball'], from: '2026-11-18', to: '2026-11-25' }],
      ['softball day after thanksgiving', { activities: ['softball'], on: '2026-11-27' }],
      ['golf the first weekend of december', { activities: ['golf'], from: '2026-12-05', to: '2026-12-06' }],
      ['tennis by the end of the month', { activities: ['tennis'], from: '2026-11-18', to: '2026-11-30' }],
      [
        'mon thru thurs pickleball',
        { activities: ['pickleball'], from: '2026-11-23', to: '2026-11-26' },
        { activities: ['pickleball'], days: ['monday', 'tuesday', 'wednesday', 'thursday'] },
      ],
      ['anytime saturday except the morning', { on: '2026-11-21', withoutTime: morning }],
      ['after school basketball', { activities: ['basketball'], timeNear: ['16:00', '15:00', '24:00'] }],
      // Who and how many
      ['volleyball friday, room for 2', { activities: ['volleyball'], on: '2026-11-20', seats: 2 }],
      ['2 spots for soccer on sunday', { activities: ['soccer'], on: '2026-11-22', seats: 2 }],
      ['need a game w/ 3 open spots', { seats: 3 }],
      ['tennis with my kid', { activities: ['tennis'], seats: 2, leftOut: 'kid' }],
      ['me and my wife wanna try pickleball', { activities: ['pickleball'], seats: 2 }],
      ['badminton with two friends on sunday afternoon', { activities: ['badminton'], on: '2026-11-22', time: afternoon, seats: 3 }],
      ['there are 5 of us, kickball?', { activities: ['kickball'], seats: 5 }],
      [
        'table for a party of four, board games',
        { activities: ['board-games'], seats: 4, leftOut: 'table' },
        { activities: ['board-games'], seats: 4 },
      ],
      ['just me looking for a run', { activities: ['running'], seats: 1 }, { activities: ['running'] }],
      ['games that still have space', { seats: 1 }],
      [
        'hitting partner for tennis',
        { activities: ['tennis'], kind: 'players', leftOut: 'hitting' },
        { activities: ['tennis'], kind: 'players' },
      ],
      ['running clubs near me', { activities: ['running'], kind: 'teams', city: 'Austin, TX' }],
      ['soccer league in Dallas', { activities: ['soccer'], kind: 'teams', city: 'Dallas, TX' }],
      ['games from hosts i follow', { followed: true }],
      ['soccer by people i follow this weekend', { activities: ['soccer'], followed: true, from: '2026-11-21', to: '2026-11-22' }],
      // How good
      ['beginner friendly volleyball', { activities: ['volleyball'], level: [1, 2] }],
      ['begginer pickelball', { activities: ['pickleball'], level: [1, 2] }],
      ["i've never played tennis before", { activities: ['tennis'], level: [1, 1] }, { activities: ['tennis'], level: [1, 2] }],
      ['3.5-4.0 pickleball thurs', { activities: ['pickleball'], level: [2.5, 3.5], on: '2026-11-19' }],
      ['advanced beach volleyball', { activities: ['sand-volleyball'], level: [4, 4] }],
      ['intermediate+ tennis', { activities: ['tennis'], level: [3, 5] }],
      ['soccer all levels welcome', { activities: ['soccer'] }],
      ['basketball, nothing too advanced', { activities: ['basketball'], level: [1, 3.5] }, { activities: ['basketball'], level: [1, 3] }],
      ['casual softball', { activities: ['softball'], leftOut: 'casual' }],
      ['competitive 5v5 basketball', { activities: ['basketball'], leftOut: 'competitive 5v5' }],
      ['coed volleyball tonight', { activities: ['volleyball'], on: '2026-11-18', time: evening, leftOut: 'coed' }],
      ['womens only pickleball', { activities: ['pickleball'], leftOut: 'womens only' }, { activities: ['pickleball'], leftOut: 'womens' }],
      ['mixed doubles tomorrow evening', { on: '2026-11-19', time: evening, leftOut: 'mixed doubles' }],
      // How much and how far
      ['cheap badminton', { activities: ['badminton'], price: 10 }],
      ['free yoga in the park', { activities: ['yoga'], price: 'free', leftOut: 'park' }],
      ['basketball no more than 8 bucks', { activities: ['basketball'], price: 8 }],
      ['soccer for less than ten dollars', { activities: ['soccer'], price: 10 }],
      ['golf max $40', { activities: ['golf'], price: 40 }],
      ["tennis that doesn't cost anything", { activities: ['tennis'], price: 'free' }],
      ['bowling $5-10', { activities: ['bowling'], price: 10 }],
      [
        'volleyball less than 5 miles away',
        { activities: ['volleyball'], radius: 5 },
        { activities: ['volleyball'], radius: 5, city: 'Austin, TX' },
      ],
      ['hiking within 30 mi of home', { activities: ['hiking'], radius: 30, city: 'Austin, TX' }],
      [
        'pickleball in walking distance',
        { activities: ['pickleball'], radius: 1 },
        { activities: ['pickleball'], radius: 1, city: 'Austin, TX' },
      ],
      // Places
      ['tennis courts with lights', { activities: ['tennis'], kind: 'places', has: ['lights'] }],
      ['indoor basketball courts near me', { activities: ['basketball'], kind: 'places', has: ['indoor'], city: 'Austin, TX' }],
      ['free pickleball courts', { activities: ['pickleball'], kind: 'places', price: 'free' }],
      ['lighted soccer fields in Round Rock', { activities: ['soccer'], kind: 'places', has: ['lights'], city: 'Round Rock, TX' }],
      ['somewhere indoors to play volleyball', { activities: ['volleyball'], kind: 'places', has: ['indoor'] }],
      ['free indoor courts w lights', { kind: 'places', price: 'free', has: ['lights', 'indoor'] }],
      ['outdoor basketball court', { activities: ['basketball'], kind: 'places', leftOut: 'outdoor' }],
      ['clay tennis courts', { activities: ['tennis'], kind: 'places', leftOut: 'clay' }],
      ['courts that are lit at night', { kind: 'places', has: ['lights'] }, { kind: 'places', has: ['lights'], time: evening }],
      ['skate parks', { activities: ['skateboarding'], kind: 'places' }],
      ['indoor soccer tonight', { activities: ['soccer'], on: '2026-11-18', time: evening, leftOut: 'indoor' }],
    ],
  },
  {
    when: 'a Saturday evening in Austin',
    now: '2026-11-21T19:30:00-06:00',
    zone: 'America/Chicago',
    home: 'Austin, TX',
    questions: [
      ['pickleball saturday morning', { activities: ['pickleball'], on: '2026-11-28', time: morning }],
      ['soccer sat am', { activities: ['soccer'], on: '2026-11-28', time: morning }],
      ['tennis saturday afternoon', { activities: ['tennis'], on: '2026-11-28', time: afternoon }],
      ['basketball on saturday at 10am', { activities: ['basketball'], on: '2026-11-28', timeNear: ['10:00', '09:00', '11:00'] }],
      ['hike saturday before noon', { activities: ['hiking'], on: '2026-11-28', time: ['00:00', '12:00'] }],
      ['volleyball saturday 4-6pm', { activities: ['volleyball'], on: '2026-11-28', time: ['16:00', '18:00'] }],
      ['basketball saturday night', { activities: ['basketball'], on: '2026-11-21', time: evening }],
      ['hoops tonight', { activities: ['basketball'], on: '2026-11-21', time: evening }],
      ['tomorrow morning run', { activities: ['running'], on: '2026-11-22', time: morning }],
      ['sunday funday kickball', { activities: ['kickball'], on: '2026-11-22', leftOut: 'funday' }],
      ['sunday morning soccer', { activities: ['soccer'], on: '2026-11-22', time: morning }],
      ['anything this weekend', { from: '2026-11-21', to: '2026-11-22' }, { on: '2026-11-22' }],
      ['tennis next weekend', { activities: ['tennis'], from: '2026-11-28', to: '2026-11-29' }],
      ['golf next saturday', { activities: ['golf'], on: '2026-11-28' }],
      ['golf next saturday morning', { activities: ['golf'], on: '2026-11-28', time: morning }],
      ['pickleball next tuesday', { activities: ['pickleball'], on: '2026-11-24' }],
      ['monday after work bball', { activities: ['basketball'], on: '2026-11-23', time: evening }],
      ['yoga saturday mornings', { activities: ['yoga'], days: ['saturday'], time: morning }],
      ['weekend soccer', { activities: ['soccer'], days: weekend }, { activities: ['soccer'], from: '2026-11-21', to: '2026-11-22' }],
      ['a week from today', { on: '2026-11-28' }],
      ['pickup later tonight', { on: '2026-11-21', time: ['19:30', '24:00'] }, { on: '2026-11-21', time: evening }],
      ['not this weekend but next', { from: '2026-11-28', to: '2026-11-29' }],
      ['saturday morning in honolulu, tennis', { activities: ['tennis'], city: 'Honolulu, HI', on: '2026-11-28', time: morning }],
      ['saturday afternoon in london, ky', { city: 'London, KY', on: '2026-11-28', time: afternoon }],
      ['turkey day football', { activities: ['football'], on: '2026-11-26' }],
      ['volleyball this coming saturday', { activities: ['volleyball'], on: '2026-11-28' }],
      ['soccer the weekend after next', { activities: ['soccer'], from: '2026-12-05', to: '2026-12-06' }],
    ],
  },
  {
    when: 'the last evening of November in New York; in London it is December already',
    now: '2026-11-30T20:00:00-05:00',
    zone: 'America/New_York',
    home: 'New York City, NY',
    questions: [
      ['soccer tomorrow after work', { activities: ['soccer'], on: '2026-12-01', time: evening }],
      ['chess on the 1st', { activities: ['chess'], on: '2026-12-01' }],
      ['running this month', { activities: ['running'], on: '2026-11-30' }],
      ['skiing next month', { activities: ['skiing'], from: '2026-12-01', to: '2026-12-31' }],
      ['squash monday morning', { activities: ['squash'], on: '2026-12-07', time: morning }],
      ['basketball dec 3rd 7pm', { activities: ['basketball'], on: '2026-12-03', timeNear: ['19:00', '18:00', '20:00'] }],
      ['tennis 12/4', { activities: ['tennis'], on: '2026-12-04' }],
      ['pickleball in brooklyn', { activities: ['pickleball'], city: 'Brooklyn, NY' }],
      ['hoops in LA next friday', { activities: ['basketball'], city: 'Los Angeles, CA', on: '2026-12-11' }],
      ['volleyball in SF', { activities: ['volleyball'], city: 'San Francisco, CA' }],
      ['philly trivia', { activities: ['trivia'], city: 'Philadelphia, PA' }],
      ['poker night in vegas', { city: 'Las Vegas, NV', time: evening, leftOut: 'poker' }],
      ['ice hockey in Boston, beginners only', { activities: ['ice-hockey'], city: 'Boston, MA', level: [1, 2] }],
      ['soccer in new jersey', { activities: ['soccer'], leftOut: 'new jersey' }],
      ['christmas week tennis', { activities: ['tennis'], from: '2026-12-21', to: '2026-12-27' }],
      [
        'wed or fri evening futsal',
        { activities: ['futsal'], days: ['wednesday', 'friday'], time: evening },
        { activities: ['futsal'], from: '2026-12-02', to: '2026-12-04', days: ['wednesday', 'friday'], time: evening },
      ],
      ['dec 12-14 ski trip', { activities: ['skiing'], from: '2026-12-12', to: '2026-12-14', leftOut: 'trip' }],
      ['no pickleball pls, tennis only', { activities: ['tennis'], withoutActivities: ['pickleball'] }],
      ['basketball but not on wednesday', { activities: ['basketball'], withoutDays: ['wednesday'] }],
      ['anything except running or cycling', { withoutActivities: ['cycling', 'running'] }],
      ['soccer but no mornings', { activities: ['soccer'], withoutTime: morning }],
    ],
  },
  {
    when: 'the morning of New Year’s Eve in Denver',
    now: '2026-12-31T10:00:00-07:00',
    zone: 'America/Denver',
    home: 'Denver, CO',
    questions: [
      ['skiing tomorrow', { activities: ['skiing'], on: '2027-01-01' }],
      ['basketball today at noon', { activities: ['basketball'], on: '2026-12-31', timeNear: ['12:00', '11:00', '13:00'] }],
      ['any pickup today', { on: '2026-12-31' }],
      ['new years day hike', { activities: ['hiking'], on: '2027-01-01' }],
      ['badmitton on saterday', { activities: ['badminton'], on: '2027-01-02' }],
      ['chess tonite 8pm', { activities: ['chess'], on: '2026-12-31', timeNear: ['20:00', '19:00', '21:00'] }],
      ['indoor soccer feilds', { activities: ['soccer'], kind: 'places', has: ['indoor'] }],
      ['soccer in boulder jan 5', { activities: ['soccer'], city: 'Boulder, CO', on: '2027-01-05' }],
      ['volleyball the week of jan 11', { activities: ['volleyball'], from: '2027-01-11', to: '2027-01-17' }],
      ['thurs eve table tenis', { activities: ['table-tennis'], on: '2026-12-31', time: evening }],
      ['hockey rinks', { activities: ['ice-hockey', 'field-hockey'], kind: 'places' }, { activities: ['ice-hockey'], kind: 'places' }],
      [
        'looking for a soccer team that needs a goalie',
        { activities: ['soccer'], kind: 'teams', leftOut: 'goalie' },
        { activities: ['soccer'], kind: 'teams', leftOut: 'needs goalie' },
      ],
    ],
  },
  {
    when: 'the evening in Chicago before clocks go forward',
    now: '2027-03-13T22:00:00-06:00',
    zone: 'America/Chicago',
    home: 'Chicago, IL',
    questions: [
      ['soccer tomorrow', { activities: ['soccer'], on: '2027-03-14' }],
      ['tennis 2moro 9-11am', { activities: ['tennis'], on: '2027-03-14', time: ['09:00', '11:00'] }],
      ['basketball day after tmrw', { activities: ['basketball'], on: '2027-03-15' }],
      ['run in 3 days', { activities: ['running'], on: '2027-03-16' }],
      ['saturday morning yoga', { activities: ['yoga'], on: '2027-03-20', time: morning }],
      ['saturday evening bowling', { activities: ['bowling'], on: '2027-03-13', time: evening }],
      ["st patrick's day rugby", { activities: ['rugby'], on: '2027-03-17' }],
      ['pickleball in two weeks', { activities: ['pickleball'], on: '2027-03-27' }],
      ['ultimate frisbee sun 2pm or later', { activities: ['ultimate-frisbee'], on: '2027-03-14', time: ['14:00', '24:00'] }],
      ['lacrosse easter sunday', { activities: ['lacrosse'], on: '2027-03-28' }],
    ],
  },
  {
    when: 'half an hour before midnight in New York; clocks go back in the night',
    now: '2026-10-31T23:30:00-04:00',
    zone: 'America/New_York',
    home: 'New York City, NY',
    questions: [
      ['pickleball tomorrow', { activities: ['pickleball'], on: '2026-11-01' }],
      ['tomorrow in los angeles', { city: 'Los Angeles, CA', on: '2026-11-01' }],
      ['games on sunday', { on: '2026-11-01' }],
      ['in a week, tennis', { activities: ['tennis'], on: '2026-11-07' }],
      ['saturday afternoon volleyball', { activities: ['volleyball'], on: '2026-11-07', time: afternoon }],
      ['soccer this week', { activities: ['soccer'], from: '2026-10-31', to: '2026-11-01' }],
    ],
  },
  {
    when: 'a Monday noon in Los Angeles, before February 29',
    now: '2028-02-28T12:00:00-08:00',
    zone: 'America/Los_Angeles',
    home: 'Los Angeles, CA',
    questions: [
      ['beach vball tmw after 5', { activities: ['sand-volleyball'], on: '2028-02-29', time: ['17:00', '24:00'] }],
      ['surfing tomorrow', { on: '2028-02-29', leftOut: 'surfing' }],
      ['monday morning swim', { activities: ['swimming'], on: '2028-03-06', time: morning }],
      ['basketball at 5:30 today', { activities: ['basketball'], on: '2028-02-28', timeNear: ['17:30', '16:30', '18:30'] }],
      ['tennis on feb 29', { activities: ['tennis'], on: '2028-02-29' }],
      ['tennis on feb 30', { activities: ['tennis'], leftOut: 'feb 30' }],
      ['spikeball at the beach', { activities: ['spikeball'], leftOut: 'beach' }],
      ['frizbee', { activities: ['ultimate-frisbee'] }],
    ],
  },
  {
    when: 'a Friday afternoon in Seattle, the last day of July',
    now: '2026-07-31T16:00:00-07:00',
    zone: 'America/Los_Angeles',
    home: 'Seattle, WA',
    questions: [
      ['whats going on this weekend', { from: '2026-08-01', to: '2026-08-02' }],
      ['friday morning basketball', { activities: ['basketball'], on: '2026-08-07', time: morning }],
      ['friday evening basketball', { activities: ['basketball'], on: '2026-07-31', time: evening }],
      ['soccer this evening with a friend', { activities: ['soccer'], on: '2026-07-31', time: evening, seats: 2 }],
      ['café chess', { activities: ['chess'], leftOut: 'café' }],
      ['softball, 3 guys, tmrw', { activities: ['softball'], seats: 3, on: '2026-08-01' }],
      ['rowing for first timers', { activities: ['rowing'], level: [1, 1] }, { activities: ['rowing'], level: [1, 2] }],
      ['golf next thursday', { activities: ['golf'], on: '2026-08-06' }],
      ['2.5 pickleball or 3.0', { activities: ['pickleball'], level: [1.5, 2] }],
    ],
  },
  {
    when: 'a Sunday morning in Honolulu; the person has no city',
    now: '2026-11-22T08:00:00-10:00',
    zone: 'Pacific/Honolulu',
    home: null,
    questions: [
      ['tennis near me today', { activities: ['tennis'], on: '2026-11-22', asksWhere: true }],
      ['pickleball close to my house', { activities: ['pickleball'], asksWhere: true }],
      ['outrigger paddling', { leftOut: 'outrigger paddling' }],
      ['sunday afternoon volleyball', { activities: ['volleyball'], on: '2026-11-22', time: afternoon }],
      ['soccer this afternoon, 3 of us', { activities: ['soccer'], on: '2026-11-22', time: afternoon, seats: 3 }],
      ['past basketball games in kailua', { activities: ['basketball'], past: true, city: 'Kailua, HI' }],
    ],
  },
]

export const heldOutGroups: readonly QuestionGroup[] = [
  {
    when: 'a Tuesday evening in Portland, Oregon',
    now: '2027-05-04T18:40:00-07:00',
    zone: 'America/Los_Angeles',
    home: 'Portland, OR',
    questions: [
      ['anyone up for tennis tmrw morning?', { activities: ['tennis'], on: '2027-05-05', time: morning }],
      ['soccer pickup thurs 7ish', { activities: ['soccer'], on: '2027-05-06', timeNear: ['19:00', '18:00', '20:00'] }],
      [
        'where do ppl play chess around here',
        { activities: ['chess'], city: 'Portland, OR' },
        { activities: ['chess'], city: 'Portland, OR', kind: 'players' },
      ],
      [
        'vollyball for total beginers sunday',
        { activities: ['volleyball'], level: [1, 1], on: '2027-05-09' },
        { activities: ['volleyball'], level: [1, 2], on: '2027-05-09' },
      ],
      [
        'basketball gym open late',
        { activities: ['basketball'], kind: 'places', leftOut: 'open late' },
        { activities: ['basketball'], kind: 'places', timeNear: ['22:00', '20:00', '24:00'], leftOut: 'open' },
        { activities: ['basketball'], kind: 'places', timeNear: ['22:00', '20:00', '24:00'] },
      ],
      ['pickleball courts that are free and have lights', { activities: ['pickleball'], kind: 'places', price: 'free', has: ['lights'] }],
      ['tuesday morning yoga', { activities: ['yoga'], on: '2027-05-11', time: morning }],
      ['tennis lessons for my daughter', { activities: ['tennis'], leftOut: 'lessons daughter' }],
      ['4 of us want to bowl friday night', { activities: ['bowling'], seats: 4, on: '2027-05-07', time: evening }],
      ['ultimate in beaverton not on weekends', { activities: ['ultimate-frisbee'], city: 'Beaverton, OR', withoutDays: weekend }],
      ['something active under 15 dollars saturday', { price: 15, on: '2027-05-08', leftOut: 'active' }],
      ['hike w dogs allowed', { activities: ['hiking'], leftOut: 'dogs allowed' }],
      ['mothers day softball', { activities: ['softball'], on: '2027-05-09' }],
      [
        'is there badminton anywhere mon - wed after 6:30',
        { activities: ['badminton'], from: '2027-05-10', to: '2027-05-12', time: ['18:30', '24:00'] },
      ],
      ['flag football 10 mins away', { activities: ['flag-football'], leftOut: '10 mins away' }],
      [
        'tabletop games group downtown',
        { activities: ['board-games'], kind: 'teams', leftOut: 'downtown' },
        { activities: ['tabletop-rpg'], kind: 'teams', leftOut: 'downtown' },
      ],
      ['intermediate or advanced volleyball tonight', { activities: ['volleyball'], level: [3, 4], on: '2027-05-04', time: evening }],
      ['drop-in hockey this friday', { activities: ['ice-hockey', 'field-hockey'], on: '2027-05-07' }],
      [
        'cycling 20 miles sunday am',
        { activities: ['cycling'], on: '2027-05-09', time: morning, radius: 20 },
        { activities: ['cycling'], on: '2027-05-09', time: morning, leftOut: '20 miles' },
      ],
      [
        'need 1 more for doubles pickleball',
        { activities: ['pickleball'], seats: 1, leftOut: 'doubles' },
        { activities: ['pickleball'], leftOut: 'doubles' },
      ],
      ['swim meet next month', { activities: ['swimming'], from: '2027-06-01', to: '2027-06-30' }],
      ['any pickup today or tomorrow', { from: '2027-05-04', to: '2027-05-05' }],
    ],
  },
  {
    when: 'a Saturday evening in Atlanta, the last of February',
    now: '2027-02-27T21:10:00-05:00',
    zone: 'America/New_York',
    home: 'Atlanta, GA',
    questions: [
      ['saturday 9am tennis', { activities: ['tennis'], on: '2027-03-06', timeNear: ['09:00', '08:00', '10:00'] }],
      [
        'sat afternoon or sun morning soccer',
        { activities: ['soccer'], from: '2027-02-28', to: '2027-03-06', days: weekend, leftOut: '' },
        { activities: ['soccer'], from: '2027-02-28', to: '2027-03-06', days: weekend, time: ['05:00', '17:00'] },
        { activities: ['soccer'], from: '2027-02-27', to: '2027-02-28', time: ['05:00', '17:00'] },
      ],
      ['kickball tomorrow with 2 coworkers', { activities: ['kickball'], on: '2027-02-28', seats: 3 }],
      ['first saturday in march, golf', { activities: ['golf'], on: '2027-03-06' }],
      [
        'free bball this coming week',
        { activities: ['basketball'], price: 'free', from: '2027-03-01', to: '2027-03-07' },
        { activities: ['basketball'], price: 'free', from: '2027-02-27', to: '2027-03-06' },
      ],
      [
        'not basketball, something else tomorrow',
        { withoutActivities: ['basketball'], on: '2027-02-28' },
        { withoutActivities: ['basketball'], on: '2027-02-28', leftOut: 'else' },
      ],
      ['lit tennis courts near emory', { activities: ['tennis'], kind: 'places', has: ['lights'], leftOut: 'emory' }],
      ['indoor places to play pickelball', { activities: ['pickleball'], kind: 'places', has: ['indoor'] }],
      ['ping-pong for noobs', { activities: ['table-tennis'], level: [1, 1] }, { activities: ['table-tennis'], level: [1, 2] }],
      ['rec league softball', { activities: ['softball'], kind: 'teams', leftOut: 'rec' }],
      ['march 1 running club', { activities: ['running'], on: '2027-03-01', kind: 'teams' }],
      ['dance class in 3 days', { activities: ['dance'], on: '2027-03-02', leftOut: 'class' }],
      [
        'frisbee, beer after',
        { activities: ['ultimate-frisbee'], leftOut: 'beer after' },
        { activities: ['ultimate-frisbee'], leftOut: 'beer' },
      ],
      ['max 25 miles from athens ga, disc golf', { activities: ['disc-golf'], radius: 25, city: 'Athens, GA' }],
      [
        'hoops at the ymca monday lunchtime',
        { activities: ['basketball'], on: '2027-03-01', timeNear: ['12:00', '11:00', '14:00'], leftOut: 'ymca' },
      ],
      ['games with seats for my family of 4', { seats: 4 }, { seats: 4, leftOut: 'family' }],
      [
        'over 50 walking soccer',
        { activities: ['soccer', 'walking'], leftOut: 'over 50' },
        { activities: ['soccer'], leftOut: 'over 50 walking' },
      ],
      ['weds nights chess or trivia', { activities: ['chess', 'trivia'], days: ['wednesday'], time: evening }],
    ],
  },
]
