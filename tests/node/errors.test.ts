import { describe, expect, test } from 'vitest'
import { signInWords } from '../../domain/accounts/rules.ts'
import { AppError, type ErrorCode, errors, Problem } from '../../domain/errors.ts'

/** Stands for any number or name. */
const anyValues = new Proxy({}, { get: () => 'seven' })

const codes = Object.keys(errors) as ErrorCode[]
const textOf = (code: ErrorCode): string => {
  const words: string | ((values: never) => string) = errors[code].words
  return typeof words === 'string' ? words : words(anyValues as never)
}

/** The specification quotes these texts, or they end with a person's own words. */
const endOtherwise: readonly ErrorCode[] = ['PersonNotFound', 'TeamNotFound', 'LastActivity', 'AnswerMissing']

describe('The table of errors', () => {
  test.each(codes)('%s has a plain code and words that end like a sentence', (code) => {
    expect(code).toMatch(/^[A-Z][A-Za-z]+$/)
    expect(textOf(code)).toMatch(endOtherwise.includes(code) ? /^[A-Z].*\w$/ : /^[A-Z].*\.$/)
    expect(errors[code].status).toBeGreaterThanOrEqual(400)
    expect(errors[code].status).toBeLessThan(600)
  })

  test('has one code for each sentence of a status', () => {
    const shared = Map.groupBy(codes, (code) => `${errors[code].status} ${textOf(code)}`)
    expect([...shared.values()].filter((same) => same.length > 1)).toEqual([])
  })

  test('shares words between codes only where the status differs for a reason', () => {
    const shared = Map.groupBy(codes, textOf)
    expect([...shared.values()].filter((same) => same.length > 1)).toEqual([
      // Not allowed without a profile; and one that is gone in the moment of the write.
      ['ProfileIncomplete', 'ProfileMissing'],
      // A file that is no picture inside; and one that does not even say it is one.
      ['PictureUnreadable', 'PictureTypeUnsupported'],
      // Asked for by its address; and named in a form.
      ['TeamCityUnknown', 'CityNotFound'],
    ])
  })

  test('says of links and tries what the sign-in screen says', () => {
    expect(errors.LinkUsed.words).toBe(signInWords.LinkUsed)
    expect(errors.TooManyPasswordTries.words).toBe(signInWords.NetworkError)
  })
})

describe('An error of the table', () => {
  test('takes its words from there, with the values they need', () => {
    expect(new AppError('EventFull')).toMatchObject({ code: 'EventFull', userMessage: 'This game is full.', issues: [] })
    expect(new AppError('BlocklistFull', { values: { max: 7 } }).userMessage).toBe('You can block up to 7 people.')
    expect(new AppError('TeamFull', { values: { max: 1500 } }).userMessage).toBe('A community can have up to 1,500 members.')
  })

  test('says its words at the field it is about too', () => {
    const { userMessage, issues } = new AppError('NotYourTeam', { at: 'form.teamId' })
    expect(issues).toEqual([{ path: 'form.teamId', message: userMessage }])
  })

  test('names its code and its words in the log, and keeps the cause', () => {
    const cause = new Error('no network')
    expect(new AppError('GeocoderUnavailable', { cause })).toMatchObject({
      message: `GeocoderUnavailable: ${errors.GeocoderUnavailable.words}`,
      cause,
    })
  })

  test('cannot be made without the values of its words, or with a sentence', () => {
    // What is tested is the compiler: `npm run check` fails where one of these lines compiles.
    // @ts-expect-error The words need to know how many.
    expect(() => new AppError('BlocklistFull').userMessage).toThrow()
    // @ts-expect-error These words need another value.
    expect(new AppError('BlocklistFull', { values: { seats: 7 } }).userMessage).toContain('undefined')
    // @ts-expect-error The words stand in the table only.
    expect(new AppError('EventFull', 'No.').userMessage).toBe('This game is full.')
  })
})

test('The wire knows every code of the table and no other', () => {
  expect(Problem.entries.code.options).toEqual(codes)
})
