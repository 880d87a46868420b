import * as v from 'valibot'
import { checkContent } from '../../domain/forms/check-content.ts'
import type { Condition } from '../../domain/forms/conditions.ts'
import { type Action, FormContent } from '../../domain/forms/content.ts'
import type { Field, FieldKind } from '../../domain/forms/fields.ts'
import { listFields } from '../../domain/forms/index-content.ts'
import { type Dice, throwDice } from '../availability/schedules.ts'

type Content = v.InferInput<typeof FormContent>
type Input = Content['pages'][number]['fields'][number]

const simpleKinds: readonly FieldKind[] = [
  ...([
    'shortText',
    'number',
    'date',
    'birthDate',
    'choice',
    'choices',
    'yesNo',
    'rating',
    'product',
    'product',
    'ownAmount',
    'ownAmount',
  ] as const),
  ...(['consent', 'computed', 'computed', 'heading', 'division', 'hidden', 'signature', 'waiver', 'waiver', 'ranking', 'coupon'] as const),
]

const days = ['2010-02-28', '2012-02-29', '2019-07-01', '2026-11-26', '2027-03-01']
export const today = '2026-11-26'
const texts = ['a', 'ab', 'Abc', 'x']
/** Whom a row can be about: a name, or a first and a last one. */
const names = ['', ...texts].flatMap((first) => texts.map((last) => `${first} ${last}`.trim().toLowerCase()))
/** In cents. */
const amounts = [0, 1, 30, 100, 250, 5_000]

/** Makes fields, rules and answers at random. Rules with faults are left out; a formula may still be in a circle. */
export class RandomForm {
  readonly dice: Dice
  readonly content: FormContent
  #ids = 0
  #hasCoupon = false

  constructor(seed: number) {
    this.dice = throwDice(seed)
    const pages = this.#times(1 + this.dice.below(4), () => ({ id: this.#id('p'), title: '', fields: [] as Input[] }))
    for (const page of pages) page.fields = this.#times(1 + this.dice.below(5), () => this.#field(true))
    const endings = this.#times(1 + this.dice.below(3), () => ({ id: this.#id('e'), title: 'The end', isRefusal: this.#chance(4) }))
    const draft: Content = {
      ...{ title: 'A form', pages, endings, rules: [] },
      payment: {
        ...{ currency: 'usd', feeBy: this.dice.pick(['host', 'player']), earlyUntil: this.dice.pick([null, '2026-11-26', '2026-11-25']) },
        siblingPercent: this.dice.pick([null, 10, 33]),
        later: this.dice.pick([[], [{ on: '2027-03-01', percent: 50 }], days.slice(3).map((on) => ({ on, percent: 30 }))]),
      },
    }
    const content = v.parse(FormContent, draft)
    for (const page of content.pages) for (const { field, group } of listFields(page)) this.#writeFormula(content, field, group?.id ?? null)
    const rules: unknown[] = []
    for (let tries = this.dice.below(14); tries > 0; tries--) {
      const rule = this.#rule(content)
      if (checkContent(v.parse(FormContent, { ...content, rules: [...rules, rule] })).length === 0) rules.push(rule)
    }
    this.content = v.parse(FormContent, { ...content, rules })
  }

  #times<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make)
  }

  #id(letter: string): string {
    return `${letter}${(this.#ids++).toString(36)}`
  }

  #chance(of: number): boolean {
    return this.dice.below(of) === 0
  }

  #field(canBeGroup: boolean): Input {
    const common = { id: this.#id('f'), label: 'A question', isRequired: this.#chance(3) }
    if (canBeGroup && this.#chance(6)) {
      const child = () => [this.#fieldOf('shortText', common.isRequired), this.#fieldOf('waiver', true)]
      const fields = [...(this.#chance(2) ? child() : []), ...this.#times(1 + this.dice.below(4), () => this.#field(false))] as never
      return { ...common, kind: 'group', fields, rowLabel: 'Child', minRows: this.dice.below(2), maxRows: 3 }
    }
    const picked = this.dice.pick(simpleKinds)
    const canBePicked = picked !== 'coupon' || (canBeGroup && !this.#hasCoupon)
    const kind = canBePicked ? picked : 'yesNo'
    this.#hasCoupon ||= kind === 'coupon'
    return this.#fieldOf(kind, common.isRequired)
  }

  #fieldOf(kind: FieldKind, isRequired: boolean): Input {
    const common = { id: this.#id('f'), label: 'A question', isRequired }
    const options = this.#times(2 + this.dice.below(2), () => {
      const id = this.#id('o')
      return { id, label: id }
    })
    const price = () => 50 + this.dice.below(9_999)
    switch (kind) {
      case 'product':
        return {
          ...{ ...common, kind, isMany: this.#chance(2), maxQuantity: 3 },
          options: options.map((option) => ({
            ...{ ...option, amount: price(), earlyAmount: this.dice.pick([null, price()]), memberAmount: this.dice.pick([null, price()]) },
          })),
        }
      case 'choices':
        return { ...common, kind, options, min: this.dice.pick([null, 1, 2]), max: null }
      case 'choice':
      case 'division':
      case 'ranking':
        return { ...common, kind, options }
      case 'number':
        return { ...common, kind, min: this.dice.pick([null, 0]), max: this.dice.pick([null, 20]), isWhole: this.#chance(2) }
      case 'birthDate':
        return {
          ...common,
          kind,
          minAge: this.dice.pick([null, 8]),
          maxAge: this.dice.pick([null, 14]),
          ageOn: this.dice.pick([null, '2027-03-01']),
        }
      case 'hidden':
        return { ...common, kind, addressName: `a${common.id}` }
      case 'computed':
        return { ...common, kind, formula: '0' }
      case 'shortText':
        return { ...common, kind, label: this.dice.pick(['Name', 'First name', 'Last name', 'Nickname']) }
      case 'waiver':
        return { ...common, kind, text: 'I play at my own risk.', way: this.dice.pick(['typed', 'either']) }
      default:
        return { ...common, kind } as Input
    }
  }

  /** The functions turn what is missing into numbers, so a second reader of the formula need not know what happens with nothing. */
  #writeFormula({ pages }: FormContent, field: Field, group: string | null) {
    if (field.kind !== 'computed') return
    const idsOf = (kinds: readonly FieldKind[]) =>
      pages
        .flatMap(listFields)
        .filter((other) => kinds.includes(other.field.kind) && (group === null || other.group === null || other.group.id === group))
        .map((other) => other.field.id)
    const numbers = idsOf(['number', 'rating', 'product', 'computed'])
    const gifts = idsOf(['ownAmount'])
    // Amounts come often, because formulas see them in another unit.
    numbers.push(...gifts, ...gifts)
    const waivers = idsOf(['waiver'])
    const one = () => (numbers.length > 0 && !this.#chance(5) ? `sum(${this.dice.pick(numbers)})` : String(this.dice.below(5)))
    const pick = this.dice.below(5)
    if (pick === 0) field.formula = `${one()} + ${one()} * ${one()}`
    else if (pick === 1) field.formula = `(${one()} - ${one()}) / ${one()}`
    else if (pick === 2) field.formula = `if(${one()} > ${one()} && ${one()} != 1, ${one()}, ${one()})`
    else if (pick === 3) field.formula = `max(${one()}, ${one()}) - count(${this.dice.pick([numbers[0], waivers[0]]) ?? 1})`
    else field.formula = `round(${one()} / 3, 2) ? -${one()} : ${one()}`
  }

  #rule(content: FormContent) {
    const fields = content.pages.flatMap(listFields).map(({ field }) => field)
    const actions = this.#times(1 + this.dice.below(2), () => this.#action(content, fields))
    // Most rules read one or two fields before the middle of the form, because others could not be decided.
    const readable = this.#chance(3) ? fields : fields.slice(0, Math.ceil(fields.length / 2))
    return { id: this.#id('r'), when: this.#condition(readable, 3), actions }
  }

  #action({ pages, endings }: FormContent, fields: readonly Field[]): Action {
    const page = () => this.dice.pick(pages).id
    const products = fields.filter(({ kind }) => kind === 'product')
    const pick = this.dice.below(8)
    if (pick === 0) return { do: 'goTo', from: page(), to: page() }
    if (pick === 1) return { do: 'end', from: page(), ending: this.dice.pick(endings).id }
    if (pick === 2 && products.length > 0) {
      const product = this.dice.pick(products)
      const option = product.kind === 'product' && this.#chance(2) ? this.dice.pick(product.options).id : null
      return { do: 'setPrice', field: product.id, option, amount: this.dice.below(5_000) }
    }
    return { do: pick < 5 ? 'require' : 'show', field: this.dice.pick(fields).id }
  }

  #condition(fields: readonly Field[], depth: number): Condition {
    const parts = this.#times(1 + this.dice.below(2), () => {
      if (depth > 1 && this.#chance(3)) return this.#condition(fields, depth - 1)
      return this.#test(this.dice.pick(fields))
    })
    return (this.#chance(2) ? { all: parts } : { any: parts }) as Condition
  }

  #test(field: Field) {
    const plain = { field: field.id, compare: this.dice.pick(['isEmpty', 'isFilled'] as const) }
    if (this.#chance(4)) return plain
    if ('options' in field && field.kind !== 'ranking') {
      const isMany = field.kind === 'choices' || field.kind === 'product'
      return {
        field: field.id,
        compare: isMany ? 'includes' : this.dice.pick(['is', 'isNot'] as const),
        value: this.dice.pick(field.options).id,
      }
    }
    if (field.kind === 'yesNo') return { field: field.id, compare: this.dice.pick(['is', 'isNot'] as const), value: this.#chance(2) }
    if (['number', 'rating', 'ownAmount', 'computed', 'group'].includes(field.kind))
      return {
        field: field.id,
        compare: this.dice.pick(['is', 'isNot', 'above', 'below', 'atLeast', 'atMost'] as const),
        value: field.kind === 'ownAmount' ? this.dice.pick(amounts) : this.dice.below(6),
      }
    if (field.kind === 'date' || field.kind === 'birthDate')
      return {
        field: field.id,
        compare: this.dice.pick(['is', 'before', 'after', 'atLeast', 'atMost'] as const),
        value: this.dice.pick(days),
      }
    if (field.kind === 'shortText')
      return { field: field.id, compare: this.dice.pick(['is', 'contains', 'isNot'] as const), value: this.dice.pick(['a', 'AB']) }
    return plain
  }

  /** Some of the waivers, which the person has signed before, also for some names. They may be on pages and in places where they are not asked. */
  signed(): ReadonlySet<string> {
    const waivers = this.content.pages.flatMap(listFields).filter(({ field }) => field.kind === 'waiver')
    const keys = waivers.flatMap(({ field }) => [field.id, ...names.map((name) => `${field.id} ${name}`)])
    return new Set(keys.filter(() => this.#chance(2)))
  }

  /** Answers to all fields, also to those that are hidden: many valid, some not, some missing. */
  answers(): Record<string, unknown> {
    const answers: Record<string, unknown> = {}
    for (const { fields } of this.content.pages) for (const field of fields) this.#answer(field, answers)
    return answers
  }

  #answer(field: Field, answers: Record<string, unknown>) {
    if (this.#chance(4) || field.kind === 'computed' || field.kind === 'heading') return
    if (field.kind === 'group') {
      answers[field.id] = this.#times(this.dice.below(5), () => {
        const row = {}
        for (const inner of field.fields) this.#answer(inner, row)
        return row
      })
      return
    }
    answers[field.id] = this.#valueFor(field)
  }

  #valueFor(field: Field): unknown {
    if (this.#chance(12)) return this.dice.pick([7, 'no', [], {}, true, null, ['x'], '', -1, 1.5])
    switch (field.kind) {
      case 'number':
        return this.dice.pick([0, 1, 2, 3, 5, 25])
      case 'ownAmount':
        return this.dice.pick(amounts)
      case 'rating':
        return 1 + this.dice.below(6)
      case 'date':
      case 'birthDate':
        return this.dice.pick(days)
      case 'yesNo':
      case 'consent':
        return this.#chance(2)
      case 'choice':
      case 'division':
        return this.dice.pick(field.options).id
      case 'choices':
      case 'ranking':
        return field.options.filter(() => !this.#chance(3)).map(({ id }) => id)
      case 'product': {
        const wanted = field.options.map(({ id: option }) => ({ option, quantity: this.dice.below(4) }))
        return field.isMany ? wanted : [this.dice.pick(wanted)]
      }
      case 'signature':
      case 'waiver':
        return { name: 'Jo Park' }
      default:
        return this.dice.pick(texts)
    }
  }
}
