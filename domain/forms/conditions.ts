import * as v from 'valibot'
import { FieldId } from './ids.ts'
import { maxConditions, maxShortAnswer } from './limits.ts'

/** How a test compares the answer of a field with a value. */
export const comparisons = [
  'isEmpty',
  'isFilled',
  'is',
  'isNot',
  'includes',
  'contains',
  'above',
  'below',
  'atLeast',
  'atMost',
  'before',
  'after',
] as const
export type Comparison = (typeof comparisons)[number]

/** Comparisons that need no value. */
const plainComparisons: readonly Comparison[] = ['isEmpty', 'isFilled']
export const isPlainComparison = (compare: Comparison): boolean => plainComparisons.includes(compare)

export const Test = v.pipe(
  v.object({
    field: FieldId,
    compare: v.picklist(comparisons),
    /** An option's id, a text, a number, a date or yes and no, as the field has it. */
    value: v.optional(v.union([v.pipe(v.string(), v.maxLength(maxShortAnswer)), v.pipe(v.number(), v.finite()), v.boolean()])),
  }),
  v.check(({ compare, value }) => isPlainComparison(compare) === (value === undefined), 'Enter what to compare with.'),
)
export type Test = v.InferOutput<typeof Test>

const listOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.minLength(1, 'Add a condition.'), v.maxLength(maxConditions, `Add up to ${maxConditions} conditions.`))

const groupOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.union([v.strictObject({ all: listOf(schema) }), v.strictObject({ any: listOf(schema) })])

const Inner = groupOf(Test)
const Middle = groupOf(v.union([Test, Inner]))

/** Tests that all hold, or of which one holds. Groups are nested up to three deep. */
export type Condition = { all: (Test | Condition)[] } | { any: (Test | Condition)[] }
export const Condition: v.GenericSchema<unknown, Condition> = groupOf(v.union([Test, Middle]))

/** What a condition can read: an answer, without those that are missing, hidden or not valid. */
export type Comparable = string | number | boolean | readonly string[] | null

export function meets(condition: Test | Condition, read: (field: string) => Comparable): boolean {
  if ('all' in condition) return condition.all.every((part) => meets(part, read))
  if ('any' in condition) return condition.any.some((part) => meets(part, read))
  return passes(condition, read(condition.field))
}

const isEmptyAnswer = (answer: Comparable) => answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)

/** Without an answer only `isEmpty` and `isNot` hold. */
function passes({ compare, value }: Test, answer: Comparable): boolean {
  if (isEmptyAnswer(answer)) return compare === 'isEmpty' || compare === 'isNot'
  switch (compare) {
    case 'isEmpty':
      return false
    case 'isFilled':
      return true
    case 'is':
      return isSame(answer, value)
    case 'isNot':
      return !isSame(answer, value)
    case 'includes':
      return Array.isArray(answer) ? answer.some((one) => one === value) : isSame(answer, value)
    case 'contains':
      return typeof answer === 'string' && typeof value === 'string' && answer.toLowerCase().includes(value.toLowerCase())
    case 'before':
    case 'below':
      return orderOf(answer, value) === -1
    case 'after':
    case 'above':
      return orderOf(answer, value) === 1
    case 'atLeast':
      return (orderOf(answer, value) ?? -1) >= 0
    case 'atMost':
      return (orderOf(answer, value) ?? 1) <= 0
  }
}

/** Texts are compared without case, because people write names in many ways. */
function isSame(answer: Comparable, value: Test['value']): boolean {
  if (Array.isArray(answer)) return answer.length === 1 && answer[0] === value
  if (typeof answer === 'string' && typeof value === 'string') return answer.toLowerCase() === value.toLowerCase()
  return answer === value
}

/** Numbers have an order, and so have dates and times as texts. Null if two values have none. */
function orderOf(answer: Comparable, value: Test['value']): -1 | 0 | 1 | null {
  const areNumbers = typeof answer === 'number' && typeof value === 'number'
  if (!areNumbers && !(typeof answer === 'string' && typeof value === 'string')) return null
  if (answer === value) return 0
  return answer < value ? -1 : 1
}

/** The tests of a condition, in order. */
export function listTests(condition: Test | Condition): Test[] {
  if ('all' in condition) return condition.all.flatMap(listTests)
  return 'any' in condition ? condition.any.flatMap(listTests) : [condition]
}
