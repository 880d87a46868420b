import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { AddGuest, CreateTeam } from '../../domain/teams/contract.ts'

const nameOf = (name: unknown) => {
  const parsed = v.safeParse(CreateTeam, { name })
  return parsed.success ? parsed.output.name : parsed.issues[0].message
}

describe("A team's name", () => {
  it.each([
    ['Sunset Smashers', 'Sunset Smashers'],
    ['  Sunset \n  Smashers ', 'Sunset Smashers'],
    ['O’Neil & Söhne #1', 'O’Neil & Söhne #1'],
    ['🏐🏐', '🏐🏐'],
    ['فريق الغروب', 'فريق الغروب'],
    ['می‌خواهم', 'می‌خواهم'],
    ['קבוצה 7', 'קבוצה 7'],
    ['日本', '日本'],
    ['👨‍👩‍👧‍👦'.repeat(30), '👨‍👩‍👧‍👦'.repeat(30)],
    ['é'.repeat(60), 'é'.repeat(60)],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('may be %j', (typed, parsed) => expect(nameOf(typed)).toBe(parsed))

  it.each([
    ['x', 'A community name must have at least 2 characters.'],
    ['🏐', 'A community name must have at least 2 characters.'],
    ['x'.repeat(61), 'A community name can have up to 60 characters.'],
    ['x'.repeat(200), 'A community name can have up to 60 characters.'],
    ['🏐'.repeat(200), 'A community name can have up to 60 characters.'],
    [`x${'\u0301'.repeat(700)}x`, 'A community name can have up to 60 characters.'],
    ['', 'Enter a community name.'],
    ['     ', 'Enter a community name.'],
    ['\u3164\u3164', 'Enter a community name.'],
    ['\u200b\u2060\ufeff', 'Enter a community name.'],
    ['\u2800\u2800', 'Enter a community name.'],
    ['\uffa0\uffa0', 'Enter a community name.'],
    ['...', 'A community name must contain letters or numbers.'],
    ['Court\u0000Crew', 'A community name contains a character we cannot show.'],
  ])('may not be %j', (typed, message) => expect(nameOf(typed)).toBe(message))

  it('cannot change the direction of the text around it', () => {
    expect(nameOf('\u202Esrehsams\u202C crew')).toBe('srehsams crew')
    expect(nameOf('\u2067Court\u2069 Crew')).toBe('Court Crew')
  })

  it('must be a string', () => {
    for (const name of [undefined, null, 42, ['Court Crew'], { toString: 'x' }]) expect(v.is(CreateTeam, { name })).toBe(false)
  })

  it('is well-formed and normalized, so that names can be compared', () => {
    expect(nameOf('Cafe\u0301 Crew')).toBe('Caf\u00e9 Crew')
    expect(String(nameOf('Crew \uD83C')).isWellFormed()).toBe(true)
  })
})

describe('A new team', () => {
  it('has a description of at most 2000 characters, or none', () => {
    expect(v.parse(CreateTeam, { name: 'Crew' })).toEqual({ name: 'Crew', description: '' })
    expect(v.parse(CreateTeam, { name: 'Crew', description: ' Hi\r\nthere\u0000 ' }).description).toBe('Hi\nthere')
    expect(v.is(CreateTeam, { name: 'Crew', description: 'x'.repeat(2000) })).toBe(true)
    expect(v.is(CreateTeam, { name: 'Crew', description: 'x'.repeat(2001) })).toBe(false)
  })

  it('ignores fields that are not in the form', () => {
    expect(v.parse(CreateTeam, { name: 'Crew', id: 'mine', creatorId: 'zoe', plan: 'GOLD' })).toEqual({ name: 'Crew', description: '' })
  })

  it('refuses an invalid key', () => {
    for (const idempotencyKey of ['short', 'x'.repeat(65), 'with spaces in it', 7])
      expect(v.is(CreateTeam, { name: 'Crew', idempotencyKey })).toBe(false)
  })
})

describe('A guest', () => {
  it('has a name, and an email only if there is one', () => {
    expect(v.parse(AddGuest, { name: 'Li' })).toEqual({ name: 'Li', email: null })
    expect(v.parse(AddGuest, { name: '愛', email: ' Ai@Example.com ' })).toEqual({ name: '愛', email: 'Ai@Example.com' })
    for (const bad of [{ name: ' ' }, { name: 'Li', email: '' }, { name: 'Li', email: 'nobody' }, { name: 'x'.repeat(61) }]) {
      expect(v.is(AddGuest, bad)).toBe(false)
    }
  })
})
