import * as v from 'valibot'
import { PlainDate } from '../availability/contract.ts'
import { currencies } from '../money.ts'
import { wholeNumber } from '../numbers.ts'
import { plainText, properName } from '../texts.ts'
import { Condition } from './conditions.ts'
import { Field } from './fields.ts'
import { EndingId, FieldId, OptionId, PageId, RuleId } from './ids.ts'
import {
  maxActions,
  maxEndings,
  maxFields,
  maxHintLength,
  maxLaterParts,
  maxPages,
  maxRules,
  maxTextLength,
  maxTitleLength,
} from './limits.ts'

const Page = v.object({
  id: PageId,
  title: v.optional(plainText('A title', maxTitleLength), ''),
  fields: v.pipe(v.array(Field), v.maxLength(maxFields, `A form can have up to ${maxFields} fields.`)),
})
export type Page = v.InferOutput<typeof Page>

const Price = v.pipe(v.number('Enter a price.'), v.safeInteger('Enter a price.'), v.minValue(0, 'Enter a price.'))

/** What happens when the condition of a rule holds. A field with a `show` is hidden until one of them holds. */
const Action = v.variant('do', [
  v.object({ do: v.literal('show'), field: FieldId }),
  v.object({ do: v.literal('require'), field: FieldId }),
  /** After page `from`, the pages before `to` are left out. */
  v.object({ do: v.literal('goTo'), from: PageId, to: PageId }),
  /** The form is over after page `from`. */
  v.object({ do: v.literal('end'), from: PageId, ending: EndingId }),
  /** Without an option, the price of each option of the product. */
  v.object({ do: v.literal('setPrice'), field: FieldId, option: v.optional(v.nullable(OptionId), null), amount: Price }),
])
export type Action = v.InferOutput<typeof Action>

const Rule = v.object({
  id: RuleId,
  when: Condition,
  actions: v.pipe(
    v.array(Action),
    v.minLength(1, 'Choose what happens.'),
    v.maxLength(maxActions, `A rule can do up to ${maxActions} things.`),
  ),
})
export type Rule = v.InferOutput<typeof Rule>

/** The words at the end. With `isRefusal` nothing is sent: the form is not for this person. */
const Ending = v.object({
  id: EndingId,
  title: properName('A title', 1, maxTitleLength),
  text: v.optional(plainText('The text', maxTextLength), ''),
  isRefusal: v.optional(v.boolean(), false),
})
export type Ending = v.InferOutput<typeof Ending>

const percent = (max: number) => wholeNumber(`Enter 1 to ${max} percent.`, 1, max)

/** How the total is paid. */
const Payment = v.object({
  currency: v.picklist(currencies, 'Choose a currency.'),
  /** Who bears our fee: it is taken from what the owner gets, or added to what is paid. */
  feeBy: v.optional(v.picklist(['host', 'player']), 'host'),
  /** The last day of the early prices. */
  earlyUntil: v.optional(v.nullable(PlainDate), null),
  /** What each further row of a group costs less. */
  siblingPercent: v.optional(v.nullable(percent(100)), null),
  /** Shares of the total that are due later, such as a balance or instalments. The rest is due now. */
  later: v.optional(
    v.pipe(
      v.array(v.object({ on: PlainDate, percent: percent(95) })),
      v.maxLength(maxLaterParts, `Add up to ${maxLaterParts} dates.`),
      v.check((parts) => parts.every(({ on }, index) => index === 0 || (parts[index - 1]?.on ?? '') < on), 'Put the dates in order.'),
      v.check((parts) => parts.reduce((sum, part) => sum + part.percent, 0) <= 95, 'At least 5% must be due now.'),
    ),
    [],
  ),
})
export type Payment = v.InferOutput<typeof Payment>

const Content = v.object({
  title: properName('A title', 1, maxTitleLength),
  intro: v.optional(plainText('The text', maxHintLength * 4), ''),
  pages: v.pipe(v.array(Page), v.minLength(1, 'Add a page.'), v.maxLength(maxPages, `A form can have up to ${maxPages} pages.`)),
  rules: v.optional(v.pipe(v.array(Rule), v.maxLength(maxRules, `A form can have up to ${maxRules} rules.`)), []),
  /** The first one is shown if no rule chose another. */
  endings: v.pipe(
    v.array(Ending),
    v.minLength(1, 'Write what is shown at the end.'),
    v.maxLength(maxEndings, `A form can have up to ${maxEndings} endings.`),
  ),
  payment: v.optional(v.nullable(Payment), null),
})
export type FormContent = v.InferOutput<typeof Content>

/**
 * A form as people fill it. A published version of it never changes. Its type is named, because contracts that contain it would be too deep for
 * TypeScript otherwise.
 */
export const FormContent: v.GenericSchema<v.InferInput<typeof Content>, FormContent> = Content
