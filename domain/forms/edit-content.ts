import type { Condition, Test } from './conditions.ts'
import type { Action, Ending, FormContent, Page, Payment, Rule } from './content.ts'
import type { Field, GroupField, InnerField, ProductOption } from './fields.ts'
import { newFormId } from './ids.ts'
import { listFields } from './index-content.ts'
import { maxRules } from './limits.ts'
import { dropQuotes, renameQuotes } from './name-quotes.ts'

/**
 * Edits of a form that is being built. Each returns a new content in which everything that did not change is the same object, so that the
 * screen draws only what changed. An edit of something that is not there changes nothing.
 */

export type FieldPatch = Partial<Omit<Field, 'id' | 'kind'>> & Record<string, unknown>
export type FormOption = Omit<ProductOption, 'amount' | 'earlyAmount' | 'memberAmount'> &
  Partial<Pick<ProductOption, 'amount' | 'earlyAmount' | 'memberAmount'>>
/** Where a field goes: a page or a group of it, and the position among the fields there. */
export type Place = { page: string; group: string | null; index: number }

type Identified = { id: string }

const patchIn = <Item extends Identified>(items: readonly Item[], id: string, patch: (item: Item) => Item): Item[] =>
  items.map((item) => (item.id === id ? patch(item) : item))

const insertAt = <Item>(items: readonly Item[], index: number, ...added: Item[]): Item[] => items.toSpliced(index, 0, ...added)

/** Moves an item to a position among the others. */
function moveIn<Item extends Identified>(items: readonly Item[], id: string, index: number): Item[] {
  const item = items.find((one) => one.id === id)
  return item
    ? insertAt(
        items.filter((one) => one !== item),
        index,
        item,
      )
    : [...items]
}

const isInner = (field: Field): field is InnerField => field.kind !== 'group'

/** Changes a field on its page or in its group. Pages without it stay the same objects. */
function mapField(content: FormContent, id: string, change: (field: Field) => Field): FormContent {
  const mapOne = (field: Field): Field => {
    if (field.id === id) return change(field)
    if (field.kind !== 'group' || !field.fields.some((inner) => inner.id === id)) return field
    // A field of a group stays one, because no edit changes the kind of a field.
    return { ...field, fields: field.fields.map((inner) => (inner.id === id ? (change(inner) as InnerField) : inner)) }
  }
  return mapPages(content, (page) => (hasField(page, id) ? { ...page, fields: page.fields.map(mapOne) } : page))
}

const mapPages = (content: FormContent, change: (page: Page) => Page): FormContent => ({ ...content, pages: content.pages.map(change) })

const hasField = (page: Page, id: string): boolean => listFields(page).some(({ field }) => field.id === id)

export const findField = (content: FormContent, id: string): { field: Field; group: GroupField | null; page: Page } | null => {
  for (const page of content.pages) {
    const found = listFields(page).find(({ field }) => field.id === id)
    if (found) return { ...found, page }
  }
  return null
}

// Pages.

export const addPage = (content: FormContent, title = '', id = newFormId('p')): FormContent => ({
  ...content,
  pages: [...content.pages, { id, title, fields: [] }],
})

export const changePage = (content: FormContent, id: string, patch: Partial<Pick<Page, 'title'>>): FormContent =>
  mapPages(content, (page) => (page.id === id ? { ...page, ...patch } : page))

export const movePage = (content: FormContent, id: string, index: number): FormContent => ({
  ...content,
  pages: moveIn(content.pages, id, index),
})

export const removePage = (content: FormContent, id: string): FormContent =>
  content.pages.length > 1 ? dropLost({ ...content, pages: content.pages.filter((page) => page.id !== id) }) : content

/** Puts a copy behind the page. Rules about the page and its fields are copied too. */
export function duplicatePage(content: FormContent, id: string): FormContent {
  const index = content.pages.findIndex((page) => page.id === id)
  const page = content.pages[index]
  if (!page) return content
  const ids = new Map([[page.id, newFormId('p')]])
  const fields = page.fields.map((field) => renewIds(field, ids))
  const copy = { ...page, id: ids.get(page.id) ?? '', fields: fields.map((field) => rewriteReads(field, ids)) }
  return copyRules({ ...content, pages: insertAt(content.pages, index + 1, copy) }, ids)
}

// Fields.

export function addField(content: FormContent, field: Field, { page: pageId, group, index }: Place): FormContent {
  if (group === null)
    return mapPages(content, (page) => (page.id === pageId ? { ...page, fields: insertAt(page.fields, index, field) } : page))
  if (!isInner(field)) return content
  return mapField(content, group, (one) => (one.kind === 'group' ? { ...one, fields: insertAt(one.fields, index, field) } : one))
}

/** The patch must fit the kind of the field. Its id and kind never change. */
export const changeField = (content: FormContent, id: string, patch: FieldPatch): FormContent =>
  mapField(content, id, (field) => ({ ...field, ...patch, id: field.id, kind: field.kind }) as Field)

/** Takes a field away and leaves its rules as they are. */
const takeField = (content: FormContent, id: string): FormContent =>
  mapPages(content, (page) => {
    if (!hasField(page, id)) return page
    const fields = page.fields
      .filter((field) => field.id !== id)
      .map(
        (field): Field =>
          field.kind === 'group' && field.fields.some((inner) => inner.id === id)
            ? { ...field, fields: field.fields.filter((inner) => inner.id !== id) }
            : field,
      )
    return { ...page, fields }
  })

export const removeField = (content: FormContent, id: string): FormContent => dropLost(takeField(content, id))

/** Moves a field to a position among the other fields of a page or group. A group cannot be moved into a group. */
export function moveField(content: FormContent, id: string, place: Place): FormContent {
  const found = findField(content, id)
  const target = place.group === null ? content.pages.some((page) => page.id === place.page) : findField(content, place.group)
  if (!found || !target || (place.group !== null && !isInner(found.field))) return content
  return addField(takeField(content, id), found.field, place)
}

/** Puts a copy behind the field. Rules that show it, require it or set its price are copied too. */
export function duplicateField(content: FormContent, id: string): FormContent {
  const found = findField(content, id)
  if (!found) return content
  const ids = new Map<string, string>()
  const renewed = renewIds(found.field, ids)
  const copy = rewriteReads(renewed, ids)
  const siblings: readonly Identified[] = found.group ? found.group.fields : found.page.fields
  const index = siblings.findIndex((field) => field.id === id) + 1
  return copyRules(addField(content, copy, { page: found.page.id, group: found.group?.id ?? null, index }), ids)
}

/** Gives a field, its options and its inner fields new ids, and notes which id became which. */
function renewIds(field: Field, ids: Map<string, string>): Field {
  const renew = <Item extends Identified>(item: Item, letter: 'f' | 'o'): Item => {
    const id = newFormId(letter)
    ids.set(item.id, id)
    return { ...item, id }
  }
  const copy = renew(field, 'f')
  // A link can bring an answer to one field only.
  if ('addressName' in copy && copy.addressName !== null) copy.addressName = copy.kind === 'hidden' ? copy.id : null
  if ('options' in copy) return { ...copy, options: copy.options.map((option) => renew(option, 'o')) } as Field
  if (copy.kind !== 'group') return copy
  const fields = copy.fields.map((inner) => renewIds(inner, ids) as InnerField)
  return { ...copy, fields, ...(copy.nameFields && { nameFields: copy.nameFields.map((name) => ids.get(name) ?? name) }) }
}

/** Lets the formulas and texts of a copy read the copied fields. */
const rewriteReads = (field: Field, ids: ReadonlyMap<string, string>): Field =>
  renameQuotes(rewriteFormulas(field, ids), (id) => ids.get(id) ?? id)

function rewriteFormulas(field: Field, ids: ReadonlyMap<string, string>): Field {
  if (field.kind === 'group') return { ...field, fields: field.fields.map((inner) => rewriteFormulas(inner, ids) as InnerField) }
  if (field.kind !== 'computed') return field
  return { ...field, formula: field.formula.replace(/\bf[0-9a-z]{1,20}\b/g, (name) => ids.get(name) ?? name) }
}

// Options of a field.

type Options = FormOption[]
const mapOptions = (content: FormContent, fieldId: string, change: (options: Options) => Options): FormContent =>
  mapField(content, fieldId, (field) => ('options' in field ? ({ ...field, options: change(field.options) } as Field) : field))

/** A product gets an option with a price. */
export const addOption = (content: FormContent, fieldId: string, label: string): FormContent =>
  mapOptions(content, fieldId, (options) => {
    const isPriced = options.some((option) => option.amount !== undefined)
    const plain = { id: newFormId('o'), label, limit: null, hasWaitlist: false, pictureId: null, refId: null }
    return [...options, isPriced ? { ...plain, amount: 0, earlyAmount: null, memberAmount: null } : plain]
  })

export const changeOption = (content: FormContent, fieldId: string, id: string, patch: Partial<Omit<FormOption, 'id'>>): FormContent =>
  mapOptions(content, fieldId, (options) => patchIn(options, id, (option) => ({ ...option, ...patch })))

export const moveOption = (content: FormContent, fieldId: string, id: string, index: number): FormContent =>
  mapOptions(content, fieldId, (options) => moveIn(options, id, index))

/** The last option stays, because a field to choose from needs one. */
export const removeOption = (content: FormContent, fieldId: string, id: string): FormContent =>
  dropLost(
    mapOptions(content, fieldId, (options) => {
      const rest = options.filter((option) => option.id !== id)
      return rest.length > 0 ? rest : options
    }),
  )

/** What a copy for another community keeps of the choices: seasons and sides belong to one community. */
export const dropSeasons = (content: FormContent): FormContent => {
  const dropOne = <Any extends Field>(field: Any): Any => {
    if (field.kind === 'group') return { ...field, fields: field.fields.map(dropOne) }
    if (!('options' in field) || field.kind === 'team') return field
    return { ...field, options: field.options.map((option) => ({ ...option, refId: null })) }
  }
  return mapPages(content, (page) => ({ ...page, fields: page.fields.map(dropOne) }))
}

// Rules.

export const addRule = (content: FormContent, rule: Omit<Rule, 'id'>): FormContent => ({
  ...content,
  rules: [...content.rules, { ...rule, id: newFormId('r') }],
})

export const changeRule = (content: FormContent, id: string, patch: Partial<Omit<Rule, 'id'>>): FormContent => ({
  ...content,
  rules: patchIn(content.rules, id, (rule) => ({ ...rule, ...patch })),
})

export const moveRule = (content: FormContent, id: string, index: number): FormContent => ({
  ...content,
  rules: moveIn(content.rules, id, index),
})

export const removeRule = (content: FormContent, id: string): FormContent => ({
  ...content,
  rules: content.rules.filter((rule) => rule.id !== id),
})

/** Takes one thing away that a rule does, and the rule with its last one. */
export const removeAction = (content: FormContent, id: string, action: Action): FormContent => ({
  ...content,
  rules: content.rules
    .map((rule) => (rule.id === id ? { ...rule, actions: rule.actions.filter((one) => one !== action) } : rule))
    .filter(({ actions }) => actions.length > 0),
})

/** Rules of which an action is about something that was copied do the same for the copy. */
function copyRules(content: FormContent, ids: ReadonlyMap<string, string>): FormContent {
  const rename = (id: string) => ids.get(id) ?? id
  const copyAction = (action: Action): Action[] => {
    if (action.do === 'goTo' || action.do === 'end') return ids.has(action.from) ? [{ ...action, from: rename(action.from) }] : []
    if (!ids.has(action.field)) return []
    const field = rename(action.field)
    return [action.do === 'setPrice' ? { ...action, field, option: action.option && rename(action.option) } : { ...action, field }]
  }
  const copies = content.rules.flatMap(({ when, actions }): Rule[] => {
    const copied = actions.flatMap(copyAction)
    return copied.length > 0 ? [{ id: newFormId('r'), when: renameTests(when, rename), actions: copied }] : []
  })
  return { ...content, rules: [...content.rules, ...copies].slice(0, Math.max(maxRules, content.rules.length)) }
}

function renameTests(condition: Condition, rename: (id: string) => string): Condition {
  const renamePart = (part: Test | Condition): Test | Condition => {
    if (!('field' in part)) return renameTests(part, rename)
    return { ...part, field: rename(part.field), ...(typeof part.value === 'string' && { value: rename(part.value) }) }
  }
  return 'all' in condition ? { all: condition.all.map(renamePart) } : { any: condition.any.map(renamePart) }
}

// Endings and payment.

export const addEnding = (content: FormContent, ending: Omit<Ending, 'id'>, id = newFormId('e')): FormContent => ({
  ...content,
  endings: [...content.endings, { ...ending, id }],
})

export const changeEnding = (content: FormContent, id: string, patch: Partial<Omit<Ending, 'id'>>): FormContent => ({
  ...content,
  endings: patchIn(content.endings, id, (ending) => ({ ...ending, ...patch })),
})

export const moveEnding = (content: FormContent, id: string, index: number): FormContent => ({
  ...content,
  endings: moveIn(content.endings, id, index),
})

export const removeEnding = (content: FormContent, id: string): FormContent =>
  content.endings.length > 1 ? dropLost({ ...content, endings: content.endings.filter((ending) => ending.id !== id) }) : content

export const changePayment = (content: FormContent, payment: Payment | null): FormContent => ({ ...content, payment })

export const changeForm = (content: FormContent, patch: Partial<Pick<FormContent, 'title' | 'intro'>>): FormContent => ({
  ...content,
  ...patch,
})

// What is left behind.

/**
 * Removes quotes of things that are no longer there, what rules do with them, and rules that have nothing left to do. What a rule reads, and where
 * it leads, stays: without a test, a rule would hold for other people than before. The check of the form then says that it must be mended.
 */
function dropLost(content: FormContent): FormContent {
  const fields = new Map(content.pages.flatMap(listFields).map(({ field }) => [field.id, field]))
  const isLeft = (action: Action): boolean => {
    if ('from' in action) return content.pages.some(({ id }) => id === action.from)
    const field = fields.get(action.field)
    if (action.do !== 'setPrice' || action.option === null || !field || !('options' in field)) return field !== undefined
    return field.options.some(({ id }) => id === action.option)
  }
  const rules = content.rules.flatMap((rule): Rule[] => {
    const actions = rule.actions.filter(isLeft)
    if (actions.length === 0) return []
    return [actions.length === rule.actions.length ? rule : { ...rule, actions }]
  })
  return dropQuotes({ ...content, rules }, (id) => fields.has(id))
}
