import * as v from 'valibot'
import { activities } from '../activities.ts'
import { type Currency, formatExactMoney } from '../money.ts'
import { formatLevel } from '../profiles/levels.ts'
import { dayNumberOf, minutesOf } from '../time/clock.ts'
import { day, minute } from '../time/spans.ts'
import { writeTime } from '../time/write-time.ts'
import type { Field, GroupField, InnerField } from './fields.ts'

/** The names of cities, places and people by their ids. */
export type AnswerNames = Readonly<Record<string, string>>
const nameOf = (names: AnswerNames, id: unknown) => (typeof id === 'string' && Object.hasOwn(names, id) ? names[id] : undefined)

const Wanted = v.array(v.object({ option: v.string(), quantity: v.number() }))
const Signed = v.union([v.object({ name: v.string() }), v.object({ strokes: v.array(v.array(v.number())) })])
const Texts = v.array(v.string())
const Rows = v.array(v.record(v.string(), v.unknown()))

const count = (amount: number, one: string) => `${amount} ${one}${amount === 1 ? '' : 's'}`
const writeNumber = (answer: number) => answer.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 6 })

/** What a field of another kind has stored under this id, and values that no kind writes in words. */
function writePlain(answer: unknown): string {
  if (typeof answer === 'number') return writeNumber(answer)
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'string') return answer
  return v.is(Texts, answer) ? answer.join(', ') : ''
}

function writeDay(answer: string): string {
  const number = dayNumberOf(answer)
  return number === null ? answer : writeTime(number * day, 'UTC', { dateStyle: 'long' }, 'en-US')
}

function writeClock(answer: string): string {
  const minutes = minutesOf(answer)
  return minutes === null ? answer : writeTime(minutes * minute, 'UTC', { hour: 'numeric', minute: '2-digit' }, 'en-US')
}

type WithOptions = { options: readonly { id: string; label: string }[] }
const labelOf = ({ options }: WithOptions, id: string) => options.find((option) => option.id === id)?.label ?? 'A choice that was removed'

function writeProduct(field: WithOptions & { maxQuantity: number }, answer: unknown): string {
  if (!v.is(Wanted, answer)) return writePlain(answer)
  const isCounted = field.maxQuantity > 1 || answer.some(({ quantity }) => quantity > 1)
  return answer.map(({ option, quantity }) => (isCounted ? `${quantity} × ${labelOf(field, option)}` : labelOf(field, option))).join(', ')
}

function writeSignature(answer: unknown): string {
  const read = v.safeParse(Signed, answer)
  if (!read.success) return writePlain(answer)
  return 'name' in read.output ? `Signed by ${read.output.name}` : 'Signed by hand'
}

/** "Child 1: Ana, July 1, 2015; Child 2: Bo". */
function writeGroup(field: GroupField, answer: unknown, currency: Currency | null, names: AnswerNames): string {
  const rows = v.safeParse(Rows, answer)
  if (!rows.success) return writePlain(answer)
  return rows.output
    .map((row, index) => {
      const texts = field.fields.map((inner) => writeInner(inner, row[inner.id], currency, names)).filter((text) => text !== '')
      return `${field.rowLabel} ${index + 1}: ${texts.join(', ') || 'no answers'}`
    })
    .join('; ')
}

function writeInner(field: InnerField, answer: unknown, currency: Currency | null, names: AnswerNames): string {
  if (answer === null || answer === undefined) return ''
  switch (field.kind) {
    case 'date':
    case 'birthDate':
      return typeof answer === 'string' ? writeDay(answer) : writePlain(answer)
    case 'time':
      return typeof answer === 'string' ? writeClock(answer) : writePlain(answer)
    case 'choice':
    case 'team':
    case 'season':
    case 'division':
      return typeof answer === 'string' ? labelOf(field, answer) : writePlain(answer)
    case 'choices':
      return v.is(Texts, answer) ? answer.map((id) => labelOf(field, id)).join(', ') : writePlain(answer)
    case 'ranking':
      return v.is(Texts, answer) ? answer.map((id, index) => `${index + 1}. ${labelOf(field, id)}`).join(', ') : writePlain(answer)
    case 'rating':
      return typeof answer === 'number' ? `${answer} of ${field.max}` : writePlain(answer)
    case 'level':
      return typeof answer === 'number' ? formatLevel('', answer) : writePlain(answer)
    case 'activity':
      return activities.find(({ id }) => id === answer)?.label ?? writePlain(answer)
    case 'city':
      return nameOf(names, answer) ?? 'A city'
    case 'place':
      return nameOf(names, answer) ?? 'A place'
    case 'person':
      return nameOf(names, answer) ?? 'A person'
    case 'file':
      return v.is(Texts, answer) ? count(answer.length, 'file') : writePlain(answer)
    case 'photo':
      return v.is(Texts, answer) ? count(answer.length, 'photo') : writePlain(answer)
    case 'waiver':
    case 'signature':
      return writeSignature(answer)
    case 'product':
      return writeProduct(field, answer)
    case 'ownAmount':
      return typeof answer === 'number' && currency ? formatExactMoney({ amount: answer, currency }) : writePlain(answer)
    case 'heading':
    case 'richText':
    case 'picture':
      return ''
    default:
      return writePlain(answer)
  }
}

/**
 * Writes a stored answer in words, for tables and lists. It is only text: nothing may run it, also if it begins like a formula. A city, a place
 * and a person are stored as ids, so whoever wants their names has to give them.
 */
export const writeAnswer = (field: Field, answer: unknown, currency: Currency | null, names: AnswerNames = {}): string =>
  field.kind === 'group'
    ? answer === null || answer === undefined
      ? ''
      : writeGroup(field, answer, currency, names)
    : writeInner(field, answer, currency, names)
