import { describe, expect, test } from 'vitest'
import { signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import { AppError, type ErrorCode, errors, Problem } from '../../domain/errors.ts'

/** A placeholder for every number or name in a message. */
const anyValues = new Proxy({}, { get: () => 'seven' })

const codes = Object.keys(errors) as ErrorCode[]
const textOf = (code: ErrorCode): string => {
  const message: string | ((values: never) => string) = errors[code].message
  return typeof message === 'string' ? message : message(anyValues as never)
}

/** The specification quotes these texts, or they end with a text that a person wrote. */
const withoutFullStop: readonly ErrorCode[] = ['PersonNotFound', 'TeamNotFound', 'LastActivity', 'AnswerMissing', 'LinkCodeRefused']

describe('The table of errors', () => {
  test.each(codes)('%s has a plain code and a message that ends like a sentence', (code) => {
    expect(code).toMatch(/^[A-Z][A-Za-z]+$/)
    expect(textOf(code)).toMatch(withoutFullStop.includes(code) ? /^[A-Z].*\w$/ : /^[A-Z].*\.$/)
    expect(errors[code].status).toBeGreaterThanOrEqual(400)
    expect(errors[code].status).toBeLessThan(600)
  })

  test('has one code for each message of a status', () => {
    const shared = Map.groupBy(codes, (code) => `${errors[code].status} ${textOf(code)}`)
    expect([...shared.values()].filter((same) => same.length > 1)).toEqual([])
  })

  test('shares a message between codes only if their status has to differ', () => {
    const shared = Map.groupBy(codes, textOf)
    expect([...shared.values()].filter((same) => same.length > 1)).toEqual([
      // The request needs a profile; the profile disappeared just before the write.
      ['ProfileIncomplete', 'ProfileMissing'],
      // The content of the file is not a picture; its type is not a picture.
      ['PictureUnreadable', 'PictureTypeUnsupported'],
      // A city in a form; a city in a URL.
      ['TeamCityUnknown', 'CityNotFound'],
    ])
  })

  test('has the same messages for links and attempts as the sign-in screen', () => {
    expect(errors.LinkUsed.message).toBe(signInMessages.LinkUsed)
    expect(errors.TooManyPasswordTries.message).toBe(signInMessages.NetworkError)
  })
})

describe('An error from the table', () => {
  test('takes its message from the table, with the given values', () => {
    expect(new AppError('EventFull')).toMatchObject({ code: 'EventFull', userMessage: 'This game is full.', issues: [] })
    expect(new AppError('BlocklistFull', { values: { max: 7 } }).userMessage).toBe('You can block up to 7 people.')
    expect(new AppError('TeamFull', { values: { max: 1500 } }).userMessage).toBe('This community is full. It can have up to 1,500 members.')
  })

  test('also has its message at the field that it is about', () => {
    const { userMessage, issues } = new AppError('NotYourTeam', { field: 'form.teamId' })
    expect(issues).toEqual([{ path: 'form.teamId', message: userMessage }])
  })

  test('logs its code and message, and keeps the cause', () => {
    const cause = new Error('no network')
    expect(new AppError('GeocoderUnavailable', { cause })).toMatchObject({
      message: `GeocoderUnavailable: ${errors.GeocoderUnavailable.message}`,
      cause,
    })
  })

  test('cannot be created without the values of its message, or with a text of its own', () => {
    // This tests the types: `npm run check` fails if one of these lines compiles.
    // @ts-expect-error The message needs a number.
    expect(() => new AppError('BlocklistFull').userMessage).toThrow()
    // @ts-expect-error The message needs another value.
    expect(new AppError('BlocklistFull', { values: { seats: 7 } }).userMessage).toContain('undefined')
    // @ts-expect-error Only the table contains messages.
    expect(new AppError('EventFull', 'No.').userMessage).toBe('This game is full.')
  })
})

test('The API contract has every code of the table and no other', () => {
  expect(Problem.entries.code.options).toEqual(codes)
})
