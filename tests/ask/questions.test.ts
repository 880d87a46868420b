import { describe, expect, inject, it } from 'vitest'
import { AskFilters, type ParsedQuestion } from '../../domain/ask/contract.ts'
import { exampleQuestions, questionHint } from '../../domain/ask/examples.ts'
import { listCityCandidates } from '../../domain/ask/list-city-candidates.ts'
import { parseQuestion } from '../../domain/ask/parse-question.ts'
import { noAskFilters, searchPath } from '../../domain/ask/search-path.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { DiscoverSearch } from '../../domain/discover/contract.ts'
import { placeFlags } from '../../domain/discover/state.ts'
import { indexCities } from './index-cities.ts'
import { judgeQuestions } from './judge-question.ts'
import { heldOutGroups, questionGroups } from './questions.ts'

const minUnderstoodPercent = 92
const findCities = indexCities(inject('cities'))
const austin = inject('cities').find((city) => cityLabel(city) === 'Austin, TX') ?? null

/** A Wednesday afternoon in Austin. */
const understand = (says: string): ParsedQuestion =>
  parseQuestion(says, {
    now: Date.parse('2026-11-18T15:00:00-06:00'),
    timeZone: 'America/Chicago',
    cities: findCities(listCityCandidates(says)),
    homeCity: austin,
  })

describe('The questions as people type them', () => {
  it('are 200, and 40 that the rules were never adapted to', () => {
    expect(questionGroups.flatMap(({ questions }) => questions)).toHaveLength(200)
    expect(heldOutGroups.flatMap(({ questions }) => questions)).toHaveLength(40)
  })

  it(`are wholly understood: at least ${minUnderstoodPercent}%`, () => {
    const judged = judgeQuestions(questionGroups, inject('cities'))
    const mistaken = judged.filter(({ isUnderstood }) => !isUnderstood)
    const percent = (1 - mistaken.length / judged.length) * 100
    expect(percent, mistaken.map(({ report }) => report).join('\n')).toBeGreaterThanOrEqual(minUnderstoodPercent)
  })
})

/** One question for each filter. A filter that is added to the contract needs a question here. */
const questionsByFilter: Record<keyof AskFilters, string> = {
  activities: 'tennis',
  withoutActivities: 'anything but tennis',
  city: 'games in Dallas',
  radius: 'within 5 miles of me',
  from: 'tomorrow',
  to: 'until Friday',
  weekdays: 'on Tuesdays',
  withoutWeekdays: 'not on Tuesdays',
  timeOfDay: 'after work',
  withoutTimeOfDay: 'not in the morning',
  level: 'beginner friendly',
  price: 'free',
  seatsLeft: 'room for 2',
  kind: 'communities',
  placeFlags: 'courts with lights',
  isFollowed: 'by hosts I follow',
  isPast: 'past games',
}

/** One question for each parameter of the search for games, or why no words lead to it. */
const parameters: Record<keyof typeof DiscoverSearch.entries, { says: string } | { reason: string }> = {
  activity: { says: 'tennis' },
  not: { says: 'no tennis' },
  city: { says: 'in Dallas' },
  lat: { says: 'in Dallas' },
  lng: { says: 'in Dallas' },
  radius: { says: '5 miles from my house' },
  from: { says: 'tomorrow' },
  to: { says: 'this weekend' },
  days: { says: 'mondays' },
  notdays: { says: 'not on mondays' },
  time: { says: 'at 6pm' },
  nottime: { says: 'no evenings' },
  level: { says: 'advanced' },
  free: { says: "doesn't cost anything" },
  paid: { says: 'paid games' },
  price: { says: 'under $10' },
  seats: { says: 'me and 3 friends' },
  kind: { reason: 'The kind is the path of the list.' },
  q: { reason: 'No search reads it yet.' },
  south: { reason: 'Only the map knows its view.' },
  north: { reason: 'Only the map knows its view.' },
  west: { reason: 'Only the map knows its view.' },
  east: { reason: 'Only the map knows its view.' },
  order: { reason: 'The order hides no game.' },
  past: { says: 'previous games' },
  team: { reason: 'A community is found by its name in the full search, and its page leads to its games.' },
  hosts: { says: 'from people I follow' },
  cursor: { reason: 'It is the place in the list.' },
}

const pathOf = (says: string) => new URL(searchPath(understand(says).filters), 'http://localhost')

describe('Every filter', () => {
  it.each(Object.keys(AskFilters.entries) as (keyof AskFilters)[])('%s is set by words, which are then not left out', (filter) => {
    const { filters, chips, leftover } = understand(questionsByFilter[filter])
    expect(filters[filter]).not.toEqual(noAskFilters[filter])
    expect(chips.length).toBeGreaterThan(0)
    expect(leftover).toEqual([])
  })

  it.each(Object.entries(parameters).flatMap(([name, how]) => ('says' in how ? [[name, how.says] as const] : [])))(
    'of the search for games can be named: %s by "%s"',
    (name, says) => {
      expect(understand(says).leftover).toEqual([])
      expect(pathOf(says).searchParams.get(name)).toBeTruthy()
    },
  )

  it.each([
    ['lights', 'tennis courts with lights'],
    ['lights', 'tennis with lights near me'],
    ['indoor', 'somewhere indoors to play tennis'],
    ['indoor', 'indoor tennis courts'],
    ['free', 'free tennis courts'],
  ] as const)('of the search for places can be named: %s by "%s"', (flag, says) => {
    expect(placeFlags).toContain(flag)
    expect(understand(says).leftover).toEqual([])
    expect(pathOf(says).pathname).toBe('/discover/places')
    expect(pathOf(says).searchParams.get(flag)).toBe('1')
  })

  it.each([
    ['events', '/discover'],
    ['communities', '/discover/teams'],
    ['courts', '/discover/places'],
    ['players', '/discover/players'],
  ])('of the kind "%s" leads to %s', (says, path) => {
    expect(pathOf(says).pathname).toBe(path)
  })

  it('that only places have is left out of a question about games, and is gone with the chip "Places"', () => {
    expect(understand('tennis tonight with lights').leftover).toEqual(['with lights'])
    const { filters } = understand('courts with lights')
    expect(filters.placeFlags).toEqual(['lights'])
    expect(searchPath({ ...filters, kind: null })).toBe('/discover')
  })
})

describe('A day that is over', () => {
  it('is not meant: on Saturday evening, "Saturday morning" is in a week', () => {
    const { filters, leftover } = parseQuestion('tennis Saturday morning', {
      now: Date.parse('2026-11-21T19:30:00-06:00'),
      timeZone: 'America/Chicago',
      cities: new Map(),
      homeCity: austin,
    })
    expect(filters).toMatchObject({ from: '2026-11-28', to: '2026-11-28', timeOfDay: { from: 5 * 60, to: 12 * 60 } })
    expect(leftover).toEqual([])
  })
})

describe('The examples on the page', () => {
  it.each([...exampleQuestions, questionHint])('"%s" is wholly understood', (says) => {
    const { chips, leftover, needsCity } = understand(says)
    expect(leftover).toEqual([])
    expect(needsCity).toBe(false)
    // Every word that carries a meaning belongs to a chip.
    const covered = chips.flatMap(({ words }) => words.toLowerCase().split(/[\s,]+/))
    const small = ['for', 'near', 'on', 'with', 'in', 'but', 'anything']
    const open = (says.toLowerCase().match(/[\w.]+/g) ?? []).filter((word) => !covered.includes(word) && !small.includes(word))
    expect(open).toEqual([])
  })

  it.each([
    ['Volleyball next Friday after 6pm, room for 2', ['Volleyball', 'Fri, Nov 27', 'After 6 PM', 'Room for 2']],
    ['Soccer fields with lights in Seattle', ['Places', 'Lights', 'Soccer', 'Seattle, WA']],
  ])('"%s" is shown as its chips', (says, labels) => {
    expect(understand(says).chips.map(({ label }) => label)).toEqual(labels)
  })
})
