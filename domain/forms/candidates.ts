import { activityIds } from '../activities.ts'
import { dateText, dayNumberOf, minutesOf, timeText } from '../time/clock.ts'
import { judgeAnswer } from './answers.ts'
import type { Test } from './conditions.ts'
import type { FieldOf, InnerField } from './fields.ts'

/** Answers to a field, one for each way in which the tests of it can turn out. */
export type Candidates = {
  /** `undefined` is no answer. */
  values: unknown[]
  /** False if the tests may turn out in a way that none of the values shows. */
  isComplete: boolean
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const numbersIn = (tests: readonly Test[]) => tests.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
const textsIn = (tests: readonly Test[]) => unique(tests.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))

/** A value on each side of each limit, and between each two of them. */
function spreadNumbers(limits: readonly (number | null | undefined)[]): number[] {
  const sorted = unique(limits.filter((limit) => typeof limit === 'number')).sort((a, b) => a - b)
  const between = sorted.flatMap((limit, index) => (index === 0 ? [] : [((sorted[index - 1] ?? limit) + limit) / 2]))
  return unique([...sorted.flatMap((limit) => [limit, limit - 1, limit + 1]), ...between, 0])
}

const spreadDates = (limits: readonly (string | null)[], today: string): string[] =>
  spreadWhole([...limits, today], dayNumberOf, 1).map((number) => dateText(number))

const spreadWhole = (limits: readonly (string | null)[], read: (text: string) => number | null, step: number): number[] =>
  unique(limits.flatMap((limit) => (limit === null ? [] : (read(limit) ?? []))).flatMap((number) => [number, number - step, number + step]))

/** The same day some years earlier. February 29 becomes March 1. */
function yearsBefore(date: string, years: number): string {
  const year = String(Number(date.slice(0, 4)) - years).padStart(4, '0')
  const same = `${year}${date.slice(4)}`
  return dayNumberOf(same) === null ? `${year}-03-01` : same
}

function birthDates({ ageOn, minAge, maxAge }: FieldOf<'birthDate'>, today: string): string[] {
  const on = ageOn ?? today
  return [yearsBefore(on, minAge ?? 20), yearsBefore(on, maxAge ?? 20), yearsBefore(on, (maxAge ?? 20) + 1)]
}

const maxSubsets = 5

/** For each set of the tested options the ways to choose it: alone, and with more and more of the others, because a field may need them. */
function listSubsets(options: readonly { id: string }[], tests: readonly Test[]): { ways: string[][][]; isComplete: boolean } {
  const tested = textsIn(tests).filter((id) => options.some((option) => option.id === id))
  const others = options.map(({ id }) => id).filter((id) => !tested.includes(id))
  const few = tested.slice(0, maxSubsets)
  const sets = Array.from({ length: 2 ** few.length }, (_, bits) => few.filter((_option, at) => (bits >> at) & 1))
  const ways = sets.map((set) => Array.from({ length: others.length + 1 }, (_, count) => [...set, ...others.slice(0, count)]))
  return { ways, isComplete: tested.length <= maxSubsets }
}

function textValues(tests: readonly Test[], minLength = 0): Candidates {
  const texts = textsIn(tests)
  const contained = unique(tests.filter(({ compare }) => compare === 'contains').flatMap((test) => textsIn([test])))
  const fill = (text: string) => text.padEnd(Math.max(minLength, 1), 'x')
  const values = unique(['x', fill('x'), ...texts, ...texts.map(fill), contained.join(' '), fill(contained.join(' '))])
  // Which texts contain which others cannot be listed, so several of such tests are not decided.
  return { values, isComplete: contained.length === 0 || texts.length === 1 }
}

const complete = (values: unknown[]): Candidates => ({ values, isComplete: true })

function makeCandidates(field: InnerField, tests: readonly Test[], today: string): Candidates {
  const texts = textsIn(tests)
  switch (field.kind) {
    case 'number':
    case 'ownAmount':
      return complete(spreadNumbers([...numbersIn(tests), field.min, field.max]))
    case 'rating':
      return complete(Array.from({ length: field.max }, (_, at) => at + 1))
    case 'level':
      return complete([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
    case 'date':
      return complete(spreadDates([...texts, field.from, field.until], today))
    case 'birthDate':
      return complete(spreadDates([...texts, ...birthDates(field, today), '1900-01-01'], today))
    case 'time':
      return complete(
        spreadWhole(['12:00', '00:00', '23:59', ...texts], minutesOf, 1)
          .filter((at) => at >= 0 && at < 1440)
          .map(timeText),
      )
    case 'choice':
    case 'team':
    case 'season':
    case 'division': {
      const other = field.options.find(({ id }) => !texts.includes(id))
      return complete([...texts, ...(other ? [other.id] : [])])
    }
    case 'choices':
    case 'product': {
      const { ways, isComplete } = listSubsets(field.options, tests)
      const toRaw = (set: string[]) => (field.kind === 'choices' ? set : set.map((option) => ({ option, quantity: 1 })))
      const isTaken = (raw: unknown) => judgeAnswer(field, raw, { today }).answer !== null
      return { values: ways.map((sets) => sets.map(toRaw).find(isTaken)).filter((raw) => raw !== undefined), isComplete }
    }
    case 'ranking':
      return complete([field.options.map(({ id }) => id)])
    case 'yesNo':
      return complete([true, false])
    case 'consent':
      return complete([true])
    case 'waiver':
    case 'signature':
      return complete([field.way === 'drawn' ? { strokes: [[0, 0, 500, 0, 500, 100]] } : { name: 'Jo Park' }])
    case 'file':
    case 'photo':
      return complete([['a-file']])
    case 'email':
      return complete(['jo@example.com', ...texts])
    case 'phone':
      return complete(['+15125550100', ...texts])
    case 'activity':
      return complete(unique([...texts, ...activityIds]).slice(0, texts.length + 1))
    case 'city':
    case 'place':
    case 'person':
      return complete(['another-one', ...texts])
    case 'shortText':
    case 'longText':
      return textValues(tests, field.minLength ?? 0)
    case 'address':
    case 'hidden':
    case 'coupon':
      return textValues(tests)
    case 'computed':
    case 'heading':
    case 'richText':
    case 'picture':
      return complete([])
  }
}

/** The answers to try for a field of which these tests are. Only answers that the field takes. */
export function listCandidates(field: InnerField, tests: readonly Test[], today: string): Candidates {
  const { values, isComplete } = makeCandidates(field, tests, today)
  return { values: [undefined, ...values.filter((value) => judgeAnswer(field, value, { today }).answer !== null)], isComplete }
}
