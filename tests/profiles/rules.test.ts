import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { activities } from '../../domain/activities.ts'
import { type GameCounts, listEarnedBadges } from '../../domain/profiles/badges.ts'
import { DisplayName, Level, maxBioLength, ProfileForm, SetUpProfile } from '../../domain/profiles/contract.ts'
import { formatLevel, levels, ratingOf } from '../../domain/profiles/levels.ts'
import { completeForm } from './people.ts'

const familyEmoji = '👨‍👩‍👧‍👦'
const parseDisplayName = (name: string) => v.parse(DisplayName, name)
const readMessage = (schema: v.GenericSchema, given: unknown) => v.safeParse(schema, given).issues?.map(({ message }) => message)[0]

describe('A display name', () => {
  it.each([
    ['two letters', 'Jo'],
    ['25 letters', 'a'.repeat(25)],
    ['two families, each one character', familyEmoji.repeat(2)],
    ['twenty families', familyEmoji.repeat(20)],
    ['right-to-left letters', 'מאיה ריברה'],
    ['Persian with its joiner', 'می\u200Cخواهم'],
    ['a Japanese variant letter', '葛\u{E0100}飾'],
    ['one-stroke names', '李 明'],
  ])('may be %s', (_, name) => expect(parseDisplayName(name)).toBe(name))

  it.each([
    ['nothing', ''],
    ['spaces', '    '],
    ['spaces of other kinds', '\u00A0\u3000\u2003\t\n'],
    ['invisible characters', '\u200B\u2060\uFEFF'],
    ['blanks that count as letters', '\u3164\u2800\u115F\uFFA0'],
    ['one letter', 'A'],
    ['one family', familyEmoji],
    ['one letter and an invisible character', 'A\u2062'],
    ['one letter and a direction mark', 'A\u200E'],
    ['one letter behind a joiner', '\u200DA'],
    ['one letter, a space and a joiner', 'A \u200D'],
    ['accents without letters', '\u0301\u0301\u0301'],
    ['dots', '...'],
    ['26 letters', 'a'.repeat(26)],
    ['26 families', familyEmoji.repeat(26)],
    ['a thousand accents on two letters', `Jo${'\u0301'.repeat(1000)}`],
    ['a bell', 'Jo\u0007'],
  ])('may not be %s', (_, name) => expect(v.safeParse(DisplayName, name).success).toBe(false))

  it.each([
    ['  Maya   Rivera ', 'Maya Rivera'],
    ['Maya\nRivera', 'Maya Rivera'],
    ['Maya\u2028Rivera', 'Maya Rivera'],
    ['Ma\u200Bya', 'Maya'],
    ['Maya\u202Egnp.exe', 'Mayagnp.exe'],
    ['Jose\u0301', 'José'],
  ])('is cleaned from %j to %j', (typed, cleaned) => expect(parseDisplayName(typed)).toBe(cleaned))

  it('is refused with the reason', () => {
    expect(readMessage(DisplayName, 'A')).toBe('A display name must have at least 2 characters.')
    expect(readMessage(DisplayName, 'a'.repeat(26))).toBe('A display name can have up to 25 characters.')
    expect(readMessage(DisplayName, '   ')).toBe('Enter a display name.')
  })
})

describe('The profile form', () => {
  const { activities: _, privacy: __, ...form } = completeForm
  const isValidForm = (change: object) => v.safeParse(ProfileForm, { ...form, ...change }).success

  it('accepts full names of 2 to 300 characters', () => {
    expect([1, 2, 300, 301].map((length) => isValidForm({ fullName: 'x'.repeat(length) }))).toEqual([false, true, true, false])
  })

  it('keeps the lines of a bio, removes control characters, and limits its length', () => {
    expect(v.parse(ProfileForm, { ...form, bio: '  One.\n\tTwo.\u0007\u0000 ' }).bio).toBe('One.\n\tTwo.')
    expect([maxBioLength, maxBioLength + 1].map((length) => isValidForm({ bio: 'x'.repeat(length) }))).toEqual([true, false])
  })

  it.each([
    { gender: 'Any' },
    { pronoun: null },
    { joinReason: 'Sell-things' },
    { cityId: 0 },
    { cityId: '4671654' },
    { cityId: 1.5 },
    { displayName: undefined },
  ])('refuses %j', (change) => expect(isValidForm(change)).toBe(false))

  it('accepts an empty gender and join reason', () => expect(isValidForm({ gender: null, joinReason: null })).toBe(true))

  it('asks a new person for at least one activity, each known and only once', () => {
    const list = (...ids: string[]) => ({ ...completeForm, activities: ids.map((activity) => ({ activity, level: null, isOn: true })) })
    expect(readMessage(SetUpProfile, list())).toBe('Pick atleast one')
    expect(readMessage(SetUpProfile, list('tennis', 'tennis'))).toBe('Choose each activity only once.')
    expect(readMessage(SetUpProfile, list('quidditch'))).toBe('Choose an activity from the list.')
    expect(v.safeParse(SetUpProfile, list(...activities.map(({ id }) => id))).success).toBe(true)
  })
})

describe('A level', () => {
  it('goes from 1 to 5 in halves', () => {
    for (const level of levels) expect(v.safeParse(Level, level).success, String(level)).toBe(true)
    for (const level of [0, 0.5, 1.25, 5.5, -1, Number.NaN, Number.POSITIVE_INFINITY, '3']) {
      expect(v.safeParse(Level, level).success, String(level)).toBe(false)
    }
  })

  it.each(['pickleball', 'tennis'])('of %s is a rating from 2.0 to 5.5 that never falls as the level rises', (activity) => {
    const ratings = levels.map((level) => Number(ratingOf(activity, level)))
    expect([ratings[0], ratings.at(-1)]).toEqual([2, 5.5])
    expect(ratings).toEqual(ratings.toSorted((a, b) => a - b))
  })

  it('is formatted in the usual words and ratings', () => {
    expect(formatLevel('chess', 1)).toBe('New')
    expect(formatLevel('chess', 3.5)).toBe('Intermediate to advanced')
    expect(formatLevel('tennis', 5)).toBe('5.5 · Expert')
    expect(ratingOf('chess', 3)).toBeNull()
  })
})

describe('Badges', () => {
  const names = (createdAt: number, endorsers: number, games: Partial<GameCounts> = {}) =>
    listEarnedBadges({ createdAt, endorsers, played: 0, hosted: 0, attendedInARow: 0, ...games }).map(({ id }) => id)

  it('are earned by early members and by people with five endorsers', () => {
    expect(names(Date.UTC(2027, 5, 30), 4)).toEqual(['founding-member'])
    expect(names(Date.UTC(2027, 6, 1), 4)).toEqual([])
    expect(names(Date.UTC(2028, 0, 1), 5)).toEqual(['well-endorsed'])
  })

  it('are earned by hosting ten games, playing twenty-five, and attending twenty in a row', () => {
    const late = Date.UTC(2028, 0, 1)
    expect(names(late, 0, { hosted: 9, played: 24, attendedInARow: 19 })).toEqual([])
    expect(names(late, 0, { hosted: 10 })).toEqual(['host'])
    expect(names(late, 0, { played: 25, attendedInARow: 20 })).toEqual(['regular', 'always-there'])
  })
})
