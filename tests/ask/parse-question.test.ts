import { describe, expect, inject, it } from 'vitest'
import { listChips, removeChip } from '../../domain/ask/list-chips.ts'
import { listCityCandidates } from '../../domain/ask/list-city-candidates.ts'
import { parseQuestion } from '../../domain/ask/parse-question.ts'
import { noAskFilters } from '../../domain/ask/search-path.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { timeText } from '../../domain/time/clock.ts'
import { indexCities } from './index-cities.ts'
import { defaultCity, defaultTime, type Meaning, type Phrasing, phrasings } from './phrasings.ts'

const findCities = indexCities(inject('cities'))
const allCities = inject('cities')

const minUnderstoodPercent = 95

function understand({ says, now = defaultTime, home = defaultCity }: Pick<Phrasing, 'says' | 'now' | 'home'>) {
  const homeCity = allCities.find((city) => cityLabel(city) === home) ?? null
  const cities = findCities(listCityCandidates(says))
  return parseQuestion(says, { now: Date.parse(now), timeZone: 'America/Chicago', cities, homeCity })
}

/** The parsed question in the format of the table. */
function readMeaning(phrasing: Pick<Phrasing, 'says' | 'now' | 'home'>): Meaning {
  const { filters, leftover, needsCity } = understand(phrasing)
  const { activities, withoutActivities, city, radius, from, to, weekdays, withoutWeekdays, level, price, seatsLeft, kind } = filters
  const hours = (time: typeof filters.timeOfDay): [string, string] | undefined =>
    time ? [timeText(time.from), timeText(time.to)] : undefined
  const meaning = {
    activities: omitEmpty(activities),
    withoutActivities: omitEmpty(withoutActivities),
    city: city ? `${city.name}, ${city.state}` : undefined,
    radius: radius ?? undefined,
    ...(from !== null && from === to ? { on: from } : { from: from ?? undefined, to: to ?? undefined }),
    days: omitEmpty(weekdays),
    withoutDays: omitEmpty(withoutWeekdays),
    time: hours(filters.timeOfDay),
    withoutTime: hours(filters.withoutTimeOfDay),
    level: level ? [level.min, level.max] : undefined,
    price: price === null ? undefined : typeof price === 'string' ? price : price.maxCents,
    seats: seatsLeft ?? undefined,
    kind: kind ?? undefined,
    asksWhere: needsCity || undefined,
    leftover: omitEmpty(leftover),
  }
  return JSON.parse(JSON.stringify(meaning))
}

const omitEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined)
const stringifySorted = (meaning: Meaning) => JSON.stringify(Object.entries(meaning).toSorted(([a], [b]) => a.localeCompare(b)))

function describeMistake(phrasing: Phrasing): string | null {
  const { orElse = [], ...means } = phrasing.means
  const found = readMeaning(phrasing)
  const choices = understand(phrasing).cityChoices.map(cityLabel)
  const missing = orElse.filter((label) => !choices.includes(label))
  if (stringifySorted(found) === stringifySorted(means) && missing.length === 0) return null
  return `"${phrasing.says}"\n    means ${JSON.stringify(means)}\n    read  ${JSON.stringify(found)}${missing.length > 0 ? `, without ${missing}` : ''}`
}

const mistakes = phrasings.map(describeMistake).filter((words) => words !== null)
const understood = phrasings.length - mistakes.length

describe('The table of phrasings', () => {
  it.each([
    ['date', 20],
    ['misspelling', 15],
    ['city', 15],
    ['negation', 10],
    ['nothing', 10],
  ] as const)('has in the group "%s" at least %i', (group, minCount) => {
    expect(phrasings.filter((phrasing) => phrasing.group === group).length).toBeGreaterThanOrEqual(minCount)
  })

  it(`is understood: ${understood} of ${phrasings.length}, and at least ${minUnderstoodPercent}%`, () => {
    console.info(`Understood ${understood} of ${phrasings.length} phrasings.\n${mistakes.map((words) => `  ${words}\n`).join('')}`)
    expect(phrasings.length).toBeGreaterThanOrEqual(100)
    expect((understood / phrasings.length) * 100).toBeGreaterThanOrEqual(minUnderstoodPercent)
  })
})

describe('A question', () => {
  it('is read up to a maximum length, and the result says if it was cut', () => {
    const long = understand({ says: `tennis ${'x'.repeat(10_000)} in Dallas` })
    expect(long).toMatchObject({ wasCut: true, filters: { activities: ['tennis'], city: null } })
    expect(long.asked).toHaveLength(300)
    expect(understand({ says: 'tennis' }).wasCut).toBe(false)
  })

  it.each([
    'near in at by '.repeat(1_000),
    'a week from '.repeat(1_000),
    'not '.repeat(3_000),
    '1-'.repeat(5_000),
    '🎾'.repeat(5_000),
    '"'.repeat(10_000),
    'in new york '.repeat(900),
    'é́'.repeat(5_000),
  ])('of ten thousand characters is cut as well (%#)', (says) => {
    expect(listCityCandidates(says).length).toBeLessThanOrEqual(45)
    expect(understand({ says }).asked).toHaveLength(300)
  })

  it('means the morning of the next Saturday once this one is over', () => {
    const evening = '2026-11-22T01:30:00Z'
    const means = { activities: ['pickleball'], on: '2026-11-28', time: ['05:00', '12:00'] }
    expect(readMeaning({ says: 'pickleball saturday morning', now: evening })).toEqual(means)
    expect(readMeaning({ says: 'pickleball saturday morning', now: '2026-11-21T14:00:00Z' })).toMatchObject({ on: '2026-11-21' })
  })

  it('has the words of each chip', () => {
    const { chips } = understand({ says: 'No tennis or golf, near Springfield on Saturday morning for 2 people' })
    expect(chips.map(({ label, words }) => [label, words])).toEqual([
      ['Not tennis', 'No tennis'],
      ['Not golf', 'golf'],
      ['Springfield, MO', 'Springfield'],
      ['Sat, Nov 21', 'Saturday'],
      ['Morning', 'morning'],
      ['Room for 2', 'for 2 people'],
    ])
  })

  it('loses one filter for each chip that is removed, and has no filter without chips', () => {
    const { chips, filters } = understand({
      says: 'tennis teams, by hosts I follow, past, not golf, within 5 miles of Dallas this weekend, weekday evenings not Friday, beginner, under $5, for 2 people',
    })
    let remaining = filters
    for (const [index, chip] of chips.entries()) {
      remaining = removeChip(remaining, chip)
      expect(listChips(remaining, '2026-11-18').map(({ id }) => id)).toEqual(chips.slice(index + 1).map(({ id }) => id))
    }
    expect(chips.length).toBeGreaterThan(8)
    expect(remaining).toEqual(noAskFilters)
  })

  it.each([
    ['tennis 7pm or later', 'After 7 PM'],
    ['volleyball 10:30 to noon', '10:30 AM – noon'],
    ['4.0+ tennis', '4.0+'],
    ['pickleball 2.5-3.5', '2.5 to 3.5'],
    ['no beginners', 'Above beginner'],
    ['without experts', 'Below expert'],
    ['intermediate to advanced', 'Intermediate to advanced'],
    ['tomorrow', 'Tomorrow, Nov 19'],
    ['new years day', 'Fri, Jan 1, 2027'],
    ['after Thanksgiving', 'From Fri, Nov 27'],
    ['not on weekends', 'Not weekends'],
    ['up to $7.50', 'Up to $7.50'],
  ])('"%s" is shown as "%s"', (says, label) => {
    expect(understand({ says }).chips.map((chip) => chip.label)).toContain(label)
  })

  it('with "near me" asks for the city if it is unknown', () => {
    expect(understand({ says: 'tennis near me', home: null })).toMatchObject({ needsCity: true, leftover: [] })
    expect(understand({ says: 'tennis near me' }).needsCity).toBe(false)
  })
})
