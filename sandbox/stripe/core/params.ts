import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalid, type StripeError } from './errors.ts'
import { pathOf, type RawParams, unknownParameter } from './form.ts'

type Schema<Output = unknown> = v.GenericSchema<unknown, Output>
type Plain = string | number | boolean | null | undefined
type KeysOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, Key> = T extends unknown ? (Key extends keyof T ? NonNullable<T[Key]> : never) : never
type ItemOf<T> = T extends Array<infer Item> ? Item : never
type IsMetadata<T> = string extends keyof T ? true : false

/** The parameters of ours that the SDK does not know, or knows with another type. `never` if there are none. */
type Strangers<Ours, Sdk> = Ours extends Plain
  ? Ours extends Sdk | (Stripe.Decimal extends Sdk ? string : never)
    ? never
    : ['wrong type', Ours]
  : Ours extends Array<infer Item>
    ? Strangers<Item, ItemOf<Sdk>>
    : IsMetadata<Ours> extends true
      ? never
      : {
          [Key in keyof Ours]-?: Key extends KeysOf<Sdk> ? Strangers<NonNullable<Ours[Key]>, ValueOf<Sdk, Key>> : ['unknown', Key]
        }[keyof Ours]

/**
 * The parameters of an endpoint. The compiler refuses a schema with a parameter, at any depth, that the SDK's type `Sdk` does not have:
 * the argument then has the type of the strangers.
 */
export const paramsOf =
  <Sdk>() =>
  <const Entries extends v.ObjectEntries>(
    entries: [Strangers<v.InferOutput<v.StrictObjectSchema<Entries, undefined>>, Sdk>] extends [never]
      ? Entries
      : Strangers<v.InferOutput<v.StrictObjectSchema<Entries, undefined>>, Sdk>,
  ) =>
    v.strictObject(entries as Entries)

const filled = v.pipe(v.string('Invalid string'), v.nonEmpty('empty'))

export const text = (maxLength = 5000) => v.pipe(filled, v.maxLength(maxLength, 'too long'))
export const email = v.pipe(filled, v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email'))
export const url = v.pipe(
  filled,
  v.check((value) => URL.canParse(value.replaceAll(/[{}]/g, '')) && /^https?:/.test(value), 'url'),
)
export const integer = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(
    v.string('integer'),
    v.regex(/^-?\d{1,15}$/, 'integer'),
    v.transform(Number),
    v.minValue(min, `This value must be greater than or equal to ${min}.`),
    v.maxValue(max, `This value must be less than or equal to ${max}.`),
  )
/** An amount of money. Like Stripe, it refuses less than `min` with a code. */
export const amount = (min = 0) =>
  v.pipe(v.string('integer'), v.regex(/^-?\d{1,12}$/, 'integer'), v.transform(Number), v.minValue(min, `positive:${min}`))
export const decimal = v.pipe(filled, v.regex(/^-?\d+(\.\d{1,12})?$/, 'decimal'))
export const percent = v.pipe(
  filled,
  v.regex(/^\d{1,3}(\.\d{1,2})?$/, 'decimal'),
  v.transform(Number),
  v.maxValue(100, 'This value must be less than or equal to 100.'),
)
export const boolean = v.pipe(
  v.picklist(['true', 'false'], 'boolean'),
  v.transform((value) => value === 'true'),
)
export const choice = <const Value extends string>(values: readonly Value[]) => v.picklist(values, `choice:${values.join('|')}`)
export const currency = v.pipe(filled, v.toLowerCase(), v.regex(/^[a-z]{3}$/, 'currency'))
export const timestamp = integer(0, 32_503_680_000)
export const shape = <const Entries extends v.ObjectEntries>(entries: Entries) => v.strictObject(entries, 'Invalid object')
export const optional = v.exactOptional

/** A list, which arrives as an object whose keys are indexes. */
export const list = <Item extends Schema>(item: Item, maxLength = 100) =>
  v.pipe(
    v.custom<RawParams>(
      (input) => typeof input === 'object' && input !== null && Object.keys(input).every((key) => /^\d+$/.test(key)),
      'Invalid array',
    ),
    v.transform((input) => Object.values(input) as unknown[]),
    v.array(item),
    v.maxLength(maxLength, 'Invalid array'),
  )

/** A field that an empty value unsets. */
export const unsettable = <Output>(schema: Schema<Output>): Schema<Output | ''> =>
  v.lazy((input): Schema<Output | ''> => (input === '' ? v.literal('') : schema))

/** Either a word or what the schema allows, like `trial_end: 'now'`. */
export const wordOr = <const Word extends string, Output>(word: Word, schema: Schema<Output>): Schema<Output | Word> =>
  v.lazy((input): Schema<Output | Word> => (input === word ? v.literal(word) : schema))

export const newMetadata = v.pipe(
  v.record(
    v.pipe(v.string(), v.maxLength(40, 'metadata key')),
    v.pipe(v.string('Metadata values must be strings'), v.maxLength(500, 'metadata value')),
    'Invalid object',
  ),
  v.check((entries) => Object.keys(entries).length <= 50, 'metadata count'),
)
/** Metadata of an update, which an empty value removes. */
export const metadata = unsettable(newMetadata)

export const address = shape({
  city: optional(unsettable(text())),
  country: optional(unsettable(text(2))),
  line1: optional(unsettable(text())),
  line2: optional(unsettable(text())),
  postal_code: optional(unsettable(text())),
  state: optional(unsettable(text())),
})

export const range = v.lazy((input) =>
  typeof input === 'string'
    ? timestamp
    : shape({ gt: optional(timestamp), gte: optional(timestamp), lt: optional(timestamp), lte: optional(timestamp) }),
) as Schema<number | { gt?: number; gte?: number; lt?: number; lte?: number }>

/** The parameters of every list. */
export const page = {
  limit: optional(integer(1, 100)),
  starting_after: optional(text()),
  ending_before: optional(text()),
}

/** Checks the parameters of a request. Throws the error that Stripe would answer with. */
export function checkParams<Output>(schema: Schema<Output>, raw: RawParams): Output {
  const result = v.safeParse(schema, raw)
  if (result.success) return result.output
  const issues = result.issues.toSorted((a, b) => rank(a) - rank(b))
  throw errorOf(issues[0] as v.BaseIssue<unknown>)
}

const isUnknown = (issue: v.BaseIssue<unknown>) => issue.type === 'strict_object' && issue.expected === 'never'
const isMissing = (issue: v.BaseIssue<unknown>) =>
  issue.type === 'strict_object' && issue.expected !== 'never' && issue.received === 'undefined'
const rank = (issue: v.BaseIssue<unknown>) => (isUnknown(issue) ? 0 : isMissing(issue) ? 1 : 2)

function errorOf(issue: v.BaseIssue<unknown>): StripeError {
  const param = pathOf((issue.path ?? []).map(({ key }) => String(key)))
  if (isUnknown(issue)) return unknownParameter(param)
  if (isMissing(issue)) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const value = typeof issue.input === 'string' ? issue.input : JSON.stringify(issue.input)
  const [word = '', rest = ''] = issue.message.split(/:(.*)/s)
  const name = param.split('[').at(-1)?.replace(']', '') ?? param
  if (word === 'empty')
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  if (word === 'integer') return invalid(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
  if (word === 'positive')
    return invalid(Number(rest) > 0 ? `This value must be greater than or equal to ${rest}.` : 'Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param,
    })
  if (word === 'choice') return invalid(`Invalid ${name}: must be one of ${rest.split('|').join(', ')}`, { param })
  if (word === 'url') return invalid('Not a valid URL', { code: 'url_invalid', param })
  if (word === 'email') return invalid(`Invalid email address: ${value}`, { code: 'email_invalid', param })
  if (word === 'boolean' || word === 'decimal' || word === 'currency') return invalid(`Invalid ${word}: ${value}`, { param })
  if (word === 'too long') return invalid(`Invalid ${name}: it is too long.`, { param })
  if (word === 'metadata key') return invalid('Metadata keys can have up to 40 characters.', { param })
  if (word === 'metadata value') return invalid('Metadata values can have up to 500 characters.', { param })
  if (word === 'metadata count') return invalid('Metadata can have up to 50 keys.', { param })
  if (/^This value must be/.test(issue.message)) return invalid(issue.message, { code: 'parameter_invalid_integer', param })
  return invalid(issue.message, { param })
}
