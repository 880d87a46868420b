import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { activityIds } from '../activities.ts'
import { digitsOf } from '../format-money.ts'
import { Id } from '../ids.ts'
import type { Currency } from '../money.ts'
import { Level } from '../profiles/contract.ts'
import { oneLineText, plainText } from '../texts.ts'
import { dayNumberOf, minutesOf } from '../time/clock.ts'
import type { Comparable } from './conditions.ts'
import type { Field, FieldKind, FieldOf, InnerField } from './fields.ts'
import type { FormulaValue } from './formulas.ts'
import { maxLongAnswer, maxShortAnswer } from './limits.ts'
import { readSignature, type Signature } from './signature.ts'

/** Answers as they were sent, by the ids of their fields. The answer of a group is a list of such objects, one for each row. */
export type RawAnswers = Readonly<Record<string, unknown>>

/** How many of an option somebody wants. */
export type Chosen = { option: string; quantity: number }

export type Answer = string | number | boolean | readonly string[] | readonly Chosen[] | Signature

/** What is wrong with an answer. */
export type AnswerFault =
  | {
      code:
        | 'required'
        | 'notThis'
        | 'notANumber'
        | 'notWhole'
        | 'notADate'
        | 'notATime'
        | 'notAnEmail'
        | 'notAPhone'
        | 'notAnOption'
        | 'notSigned'
    }
  | { code: 'notReadable' | 'unknownField' }
  | { code: 'tooShort' | 'tooLong' | 'tooFew' | 'tooMany' | 'tooYoung' | 'tooOld'; limit: number }
  | { code: 'tooSmall' | 'tooLarge'; limit: number }
  | { code: 'tooEarly' | 'tooLate'; date: string }

export type Judged = { answer: Answer | null; fault: AnswerFault | null }

const none: Judged = { answer: null, fault: null }
const good = (answer: Answer): Judged => ({ answer, fault: null })
const bad = (fault: AnswerFault): Judged => ({ answer: null, fault })
const notThis = bad({ code: 'notThis' })

type Context = {
  /** The day on which the form is sent, in its zone. */
  today: string
}
type Judge<Kind extends FieldKind> = (field: FieldOf<Kind>, raw: unknown, context: Context) => Judged

function judgeText(
  raw: unknown,
  { minLength, maxLength, ...schema }: { minLength?: number | null; maxLength: number; isLong: boolean },
): Judged {
  if (typeof raw !== 'string') return notThis
  // The schema also cleans the text. One that is far too long is not cleaned first.
  if (raw.length > maxLongAnswer * 2) return bad({ code: 'tooLong', limit: maxLength })
  const cleaned = v.safeParse(schema.isLong ? plainText('A text', raw.length) : oneLineText('A text', raw.length), raw)
  if (!cleaned.success) return bad({ code: 'notReadable' })
  const { output: text } = cleaned
  if (text === '') return none
  if (text.length > maxLength) return bad({ code: 'tooLong', limit: maxLength })
  return minLength && text.length < minLength ? bad({ code: 'tooShort', limit: minLength }) : good(text)
}

type NumberLimits = { min?: number | null; max?: number | null; isWhole?: boolean }
function judgeNumber(raw: unknown, { min, max, isWhole }: NumberLimits): Judged {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) return bad({ code: isWhole ? 'notWhole' : 'notANumber' })
  if (isWhole && !Number.isSafeInteger(raw)) return bad({ code: 'notWhole' })
  if (typeof min === 'number' && raw < min) return bad({ code: 'tooSmall', limit: min })
  return typeof max === 'number' && raw > max ? bad({ code: 'tooLarge', limit: max }) : good(raw + 0)
}

function judgeDate(raw: unknown, { from, until }: { from?: string | null; until?: string | null }): Judged {
  if (typeof raw !== 'string') return notThis
  if (dayNumberOf(raw) === null) return bad({ code: 'notADate' })
  if (from && raw < from) return bad({ code: 'tooEarly', date: from })
  return until && raw > until ? bad({ code: 'tooLate', date: until }) : good(raw)
}

/** How many full years lie between two days. Who is born on February 29 is a year older on March 1. */
function ageOn(birthDate: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years
}

const judgeBirthDate: Judge<'birthDate'> = (field, raw, { today }) => {
  const judged = judgeDate(raw, { from: '1900-01-01', until: today })
  if (judged.fault !== null || typeof judged.answer !== 'string') return judged
  const age = ageOn(judged.answer, field.ageOn ?? today)
  if (field.minAge !== null && age < field.minAge) return bad({ code: 'tooYoung', limit: field.minAge })
  return field.maxAge !== null && age > field.maxAge ? bad({ code: 'tooOld', limit: field.maxAge }) : judged
}

function judgeOption({ options }: { options: readonly { id: string }[] }, raw: unknown): Judged {
  if (typeof raw !== 'string') return notThis
  return options.some(({ id }) => id === raw) ? good(raw) : bad({ code: 'notAnOption' })
}

const isTextList = (raw: unknown): raw is string[] => Array.isArray(raw) && raw.every((one) => typeof one === 'string')

/** The chosen options in the order of the field, or in the order of the answer if it is a ranking. */
function judgeOptions(options: readonly { id: string }[], raw: unknown, isRanking: boolean): Judged {
  if (!isTextList(raw) || raw.length > options.length || new Set(raw).size < raw.length) return notThis
  if (!raw.every((one) => options.some(({ id }) => id === one))) return bad({ code: 'notAnOption' })
  if (raw.length === 0) return none
  return good(isRanking ? raw : options.map(({ id }) => id).filter((id) => raw.includes(id)))
}

const judgeChoices: Judge<'choices'> = (field, raw) => {
  const judged = judgeOptions(field.options, raw, false)
  const count = Array.isArray(judged.answer) ? judged.answer.length : 0
  if (judged.fault !== null || count === 0) return judged
  if (field.min !== null && count < field.min) return bad({ code: 'tooFew', limit: field.min })
  return field.max !== null && count > field.max ? bad({ code: 'tooMany', limit: field.max }) : judged
}

const judgeRanking: Judge<'ranking'> = (field, raw) => {
  const judged = judgeOptions(field.options, raw, true)
  const isPart = Array.isArray(judged.answer) && judged.answer.length < field.options.length
  return isPart ? bad({ code: 'tooFew', limit: field.options.length }) : judged
}

const Wanted = v.pipe(
  v.array(v.strictObject({ option: v.string(), quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })),
  v.maxLength(100),
)

const judgeProduct: Judge<'product'> = (field, raw) => {
  const wanted = v.safeParse(Wanted, raw)
  if (!wanted.success) return notThis
  const chosen = wanted.output.filter(({ quantity }) => quantity > 0)
  if (new Set(chosen.map(({ option }) => option)).size < chosen.length) return notThis
  if (!chosen.every(({ option }) => field.options.some(({ id }) => id === option))) return bad({ code: 'notAnOption' })
  if (!field.isMany && chosen.length > 1) return bad({ code: 'tooMany', limit: 1 })
  if (chosen.some(({ quantity }) => quantity > field.maxQuantity)) return bad({ code: 'tooLarge', limit: field.maxQuantity })
  if (chosen.length === 0) return none
  return good(field.options.flatMap(({ id }) => chosen.filter(({ option }) => option === id)))
}

function judgeIds(maxFiles: number, raw: unknown): Judged {
  if (!isTextList(raw) || !raw.every((id) => v.is(Id, id)) || new Set(raw).size < raw.length) return notThis
  if (raw.length > maxFiles) return bad({ code: 'tooMany', limit: maxFiles })
  return raw.length === 0 ? none : good(raw)
}

const judgeWith = (schema: v.GenericSchema<unknown, Answer>, raw: unknown, code: 'notThis' | 'notAnEmail' | 'notAPhone'): Judged => {
  const read = v.safeParse(schema, raw)
  return read.success ? good(read.output) : bad({ code })
}

const judgeFlag = (raw: unknown): Judged => (typeof raw === 'boolean' ? good(raw) : notThis)

/** An international number, as the part that reads phone numbers writes it. */
const Phone = v.pipe(v.string(), v.trim(), v.regex(/^\+[1-9]\d{6,14}$/))
const Activity = v.picklist(activityIds)

const judgeSigned = (way: 'drawn' | 'typed' | 'either', raw: unknown): Judged => {
  const read = readSignature(raw, way)
  return 'signature' in read ? good(read.signature) : bad({ code: read.fault })
}

const judges: { [Kind in Exclude<FieldKind, 'group' | 'computed' | 'heading' | 'richText' | 'picture'>]: Judge<Kind> } = {
  shortText: ({ minLength, maxLength }, raw) => judgeText(raw, { minLength, maxLength: maxLength ?? maxShortAnswer, isLong: false }),
  longText: ({ minLength, maxLength }, raw) => judgeText(raw, { minLength, maxLength: maxLength ?? maxLongAnswer, isLong: true }),
  number: (field, raw) => judgeNumber(raw, field),
  email: (_, raw) => judgeWith(Email, raw, 'notAnEmail'),
  phone: (_, raw) => judgeWith(Phone, raw, 'notAPhone'),
  date: (field, raw) => judgeDate(raw, field),
  birthDate: judgeBirthDate,
  time: (_, raw) => {
    if (typeof raw !== 'string') return notThis
    return minutesOf(raw) === null || raw === '24:00' ? bad({ code: 'notATime' }) : good(raw)
  },
  choice: judgeOption,
  team: judgeOption,
  season: judgeOption,
  division: judgeOption,
  choices: judgeChoices,
  ranking: judgeRanking,
  yesNo: (_, raw) => judgeFlag(raw),
  consent: (_, raw) => (raw === false ? none : judgeFlag(raw)),
  rating: ({ max }, raw) => judgeNumber(raw, { min: 1, max, isWhole: true }),
  level: (_, raw) => judgeWith(Level, raw, 'notThis'),
  activity: (_, raw) => judgeWith(Activity, raw, 'notThis'),
  city: (_, raw) => judgeWith(Id, raw, 'notThis'),
  place: (_, raw) => judgeWith(Id, raw, 'notThis'),
  person: (_, raw) => judgeWith(Id, raw, 'notThis'),
  address: (_, raw) => judgeText(raw, { maxLength: maxShortAnswer, isLong: true }),
  file: ({ maxFiles }, raw) => judgeIds(maxFiles, raw),
  photo: ({ maxFiles }, raw) => judgeIds(maxFiles, raw),
  waiver: ({ way }, raw) => judgeSigned(way, raw),
  signature: ({ way }, raw) => judgeSigned(way, raw),
  product: judgeProduct,
  // It is whole in its minor unit, but most people may type decimals.
  ownAmount: ({ min, max }, raw) =>
    typeof raw === 'number' ? judgeNumber(raw, { min: min ?? 0, max, isWhole: true }) : bad({ code: 'notANumber' }),
  coupon: (_, raw) => judgeText(raw, { maxLength: 40, isLong: false }),
  hidden: (_, raw) => judgeText(raw, { maxLength: maxShortAnswer, isLong: false }),
}

/** Judges the answer of a field that is asked. An answer that is left out is no fault here: `decide` knows whether it is required. */
export function judgeAnswer(field: InnerField, raw: unknown, context: Context): Judged {
  if (raw === undefined || raw === null || raw === '') return none
  if (!Object.hasOwn(judges, field.kind)) return none
  // The table has the judge of this kind of field.
  const judge = judges[field.kind as keyof typeof judges] as Judge<FieldKind>
  return judge(field, raw, context)
}

const isChosen = (answer: Answer): answer is readonly Chosen[] => Array.isArray(answer) && typeof answer[0] === 'object'
export const isSignature = (answer: Answer | undefined): answer is Signature => typeof answer === 'object' && !Array.isArray(answer)

/** How conditions see an answer: options as their ids, a signature as yes. */
export function toComparable(answer: Answer | null): Comparable {
  if (answer === null) return null
  if (isSignature(answer)) return true
  return isChosen(answer) ? answer.map(({ option }) => option) : answer
}

const optionsOf = (field: Field): readonly { id: string; label: string }[] => ('options' in field ? field.options : [])

/**
 * How formulas see an answer: options as their names, products as how many, a birth date as an age, and an amount as people write it, so 50 for
 * 50 dollars. Conditions compare an amount in its minor unit, as it is stored.
 */
export function toFormulaValue(field: Field, answer: Answer | null, { today, currency }: Context & { currency: Currency }): FormulaValue {
  if (answer === null) return null
  if (isSignature(answer)) return true
  if (isChosen(answer)) return answer.reduce((sum, { quantity }) => sum + quantity, 0)
  if (field.kind === 'birthDate' && typeof answer === 'string') return ageOn(answer, field.ageOn ?? today)
  if (field.kind === 'ownAmount' && typeof answer === 'number') return answer / 10 ** digitsOf(currency)
  const nameOf = (id: string) => optionsOf(field).find((option) => option.id === id)?.label ?? id
  if (typeof answer === 'string') return nameOf(answer)
  return Array.isArray(answer) ? answer.map(nameOf) : answer
}
