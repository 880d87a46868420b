import * as v from 'valibot'
import { PlainDate } from '../availability/contract.ts'
import { Id } from '../ids.ts'
import { wholeNumber } from '../numbers.ts'
import { plainText, properName } from '../texts.ts'
import { FieldId, OptionId } from './ids.ts'
import {
  maxFieldsInGroup,
  maxFilesInAnswer,
  maxFormulaLength,
  maxHintLength,
  maxLabelLength,
  maxLongAnswer,
  maxNameFields,
  maxOptionLength,
  maxOptions,
  maxQuantity,
  maxRows,
  maxShortAnswer,
  maxTextLength,
  maxWaiverMonths,
} from './limits.ts'

const widths = ['full', 'half'] as const
/** Who reads what was answered, besides the person who did: those who run the form, or only the owner of the community. */
const answerReaders = ['organizers', 'owner'] as const

const common = {
  id: FieldId,
  label: properName('A label', 1, maxLabelLength),
  hint: v.optional(plainText('A hint', maxHintLength), ''),
  isRequired: v.optional(v.boolean(), false),
  width: v.optional(v.picklist(widths), 'full'),
  /** It counts for the answers that are given to the version with it, see `listPrivateFields`. */
  seenBy: v.optional(v.picklist(answerReaders), 'organizers'),
}

/** A link to the form can bring an answer with it under this name, such as `?source=poster`. */
const AddressName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,30}$/, 'Use small letters, digits and underscores.'))
const prefillable = { ...common, addressName: v.optional(v.nullable(AddressName), null) }

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)
const Count = (max: number) => wholeNumber(`Enter a number up to ${max}.`, 0, max)
const AnyNumber = v.pipe(v.number('Enter a number.'), v.finite('Enter a number.'))
const Price = v.pipe(v.number('Enter a price.'), v.safeInteger('Enter a price.'), v.minValue(0, 'Enter a price.'))

const optionEntries = {
  id: OptionId,
  label: properName('A choice', 1, maxOptionLength),
  /** How many people can have it; null without a limit. */
  limit: optional(wholeNumber('Enter 1 to 100,000 places.', 1, 100_000)),
  /** Whoever comes when it is full can wait for a place. */
  hasWaitlist: v.optional(v.boolean(), false),
  pictureId: optional(Id),
  /** What the option stands for: a community, a season, or a group of one. */
  refId: optional(Id),
}
const Option = v.object(optionEntries)

/** What can be bought. Nobody pays more for being early or a member. */
const ProductOption = v.object({ ...optionEntries, amount: Price, earlyAmount: optional(Price), memberAmount: optional(Price) })
export type ProductOption = v.InferOutput<typeof ProductOption>

const areUnique = (options: { id: string; label: string }[]) =>
  new Set(options.map(({ id }) => id)).size === options.length &&
  new Set(options.map(({ label }) => label.toLowerCase())).size === options.length

const tooMany = `A field can have up to ${maxOptions} choices.`
const isTwice = 'Give each choice a different name.'
const Options = v.pipe(
  v.array(Option),
  v.minLength(1, 'Add a choice.'),
  v.maxLength(maxOptions, tooMany),
  v.check((options) => areUnique(options), isTwice),
)
const ProductOptions = v.pipe(
  v.array(ProductOption),
  v.minLength(1, 'Add something to buy.'),
  v.maxLength(maxOptions, tooMany),
  v.check((options) => areUnique(options), isTwice),
)

const choiceStyles = ['list', 'dropdown', 'pictures'] as const
const signatureWays = ['drawn', 'typed', 'either'] as const

const kind = <const Kind extends string, Entries extends v.ObjectEntries>(name: Kind, entries: Entries) =>
  v.object({ kind: v.literal(name), ...entries })

const simpleFields = [
  kind('shortText', { ...prefillable, minLength: optional(Count(maxShortAnswer)), maxLength: optional(Count(maxShortAnswer)) }),
  kind('longText', { ...prefillable, minLength: optional(Count(maxLongAnswer)), maxLength: optional(Count(maxLongAnswer)) }),
  kind('number', { ...prefillable, min: optional(AnyNumber), max: optional(AnyNumber), isWhole: v.optional(v.boolean(), false) }),
  kind('email', prefillable),
  kind('phone', prefillable),
  kind('date', { ...prefillable, from: optional(PlainDate), until: optional(PlainDate) }),
  /** The age counts on a fixed day, or on the day the form is sent. */
  kind('birthDate', { ...common, minAge: optional(Count(120)), maxAge: optional(Count(120)), ageOn: optional(PlainDate) }),
  kind('time', prefillable),
  kind('choice', { ...prefillable, options: Options, style: v.optional(v.picklist(choiceStyles), 'list') }),
  kind('choices', {
    ...common,
    options: Options,
    style: v.optional(v.picklist(choiceStyles), 'list'),
    min: optional(Count(maxOptions)),
    max: optional(Count(maxOptions)),
  }),
  kind('ranking', { ...common, options: Options }),
  kind('yesNo', prefillable),
  kind('rating', { ...common, max: v.optional(wholeNumber('Enter 3 to 10.', 3, 10), 5) }),
  kind('level', common),
  kind('activity', common),
  kind('city', common),
  kind('place', common),
  kind('address', common),
  kind('team', { ...common, options: Options }),
  kind('season', { ...common, options: Options }),
  kind('division', { ...common, options: Options }),
  kind('person', common),
  kind('file', { ...common, maxFiles: v.optional(wholeNumber(`Enter 1 to ${maxFilesInAnswer}.`, 1, maxFilesInAnswer), 1) }),
  kind('photo', { ...common, maxFiles: v.optional(wholeNumber(`Enter 1 to ${maxFilesInAnswer}.`, 1, maxFilesInAnswer), 1) }),
  kind('waiver', {
    ...common,
    text: plainText('The text', maxTextLength),
    way: v.optional(v.picklist(signatureWays), 'either'),
    /** After so many months it must be signed again. */
    months: optional(wholeNumber(`Enter 1 to ${maxWaiverMonths} months.`, 1, maxWaiverMonths)),
  }),
  kind('signature', { ...common, way: v.optional(v.picklist(signatureWays), 'either') }),
  kind('consent', common),
  kind('product', {
    ...common,
    options: ProductOptions,
    /** How many of one option somebody can have. */
    maxQuantity: v.optional(wholeNumber(`Enter 1 to ${maxQuantity}.`, 1, maxQuantity), 1),
    /** Several options can be chosen. */
    isMany: v.optional(v.boolean(), false),
  }),
  kind('ownAmount', { ...common, min: optional(Price), max: optional(Price) }),
  kind('coupon', common),
  kind('computed', { ...common, formula: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter a formula.'), v.maxLength(maxFormulaLength)) }),
  /** Nobody sees it. Its answer comes with the link. */
  kind('hidden', { ...common, addressName: AddressName }),
  kind('heading', common),
  kind('richText', { ...common, text: plainText('The text', maxTextLength) }),
  /** Without a picture, the form cannot be published. */
  kind('picture', { ...common, pictureId: optional(Id) }),
] as const

/** A field of a group. Groups are not nested. */
const InnerField = v.variant('kind', [...simpleFields])
export type InnerField = v.InferOutput<typeof InnerField>

/** The same questions for each child, player or guest. */
const GroupField = kind('group', {
  ...common,
  fields: v.pipe(
    v.array(InnerField),
    v.minLength(1, 'Add a field to the group.'),
    v.maxLength(maxFieldsInGroup, `A group can have up to ${maxFieldsInGroup} fields.`),
  ),
  /** The short texts that say who a row is about. Without any, their labels decide, see `namingOf`. */
  nameFields: v.optional(v.pipe(v.array(FieldId), v.maxLength(maxNameFields))),
  /** What one of them is called, such as "Child". */
  rowLabel: properName('A name', 1, 40),
  minRows: v.optional(wholeNumber(`Enter 0 to ${maxRows}.`, 0, maxRows), 1),
  maxRows: v.optional(wholeNumber(`Enter 1 to ${maxRows}.`, 1, maxRows), 5),
})
export type GroupField = v.InferOutput<typeof GroupField>

export const Field = v.variant('kind', [...simpleFields, GroupField])
export type Field = v.InferOutput<typeof Field>
export type FieldKind = Field['kind']
export type FieldOf<Kind extends FieldKind> = Extract<Field, { kind: Kind }>

/** Kinds that only show something. */
export const shownKinds: readonly FieldKind[] = ['heading', 'richText', 'picture']
/** Kinds that are not answered by the person who fills the form. */
const unaskedKinds: readonly FieldKind[] = [...shownKinds, 'computed']

/** Kinds that only the person can answer whom the form is about. Nobody signs for somebody else. */
const personalKinds: readonly FieldKind[] = ['waiver', 'signature', 'consent']
export const isPersonal = ({ kind }: Pick<Field, 'kind'>): boolean => personalKinds.includes(kind)

/**
 * Kinds with an answer that can be for the owner alone. What has a price, gives a place or is signed is seen by all who run the form, because they
 * deal with it.
 */
const privateKinds: readonly FieldKind[] = [
  ...(['shortText', 'longText', 'number', 'email', 'phone', 'date', 'birthDate', 'time', 'choice', 'choices', 'ranking', 'yesNo'] as const),
  ...(['rating', 'level', 'activity', 'city', 'place', 'address', 'person', 'file', 'photo', 'computed'] as const),
]
export const canBePrivate = ({ kind }: Pick<Field, 'kind'>): boolean => privateKinds.includes(kind)
export const isPrivate = (field: Pick<Field, 'kind' | 'seenBy'>): boolean => field.seenBy === 'owner' && canBePrivate(field)

export const takesAnswer = ({ kind }: Pick<Field, 'kind'>): boolean => !unaskedKinds.includes(kind)
