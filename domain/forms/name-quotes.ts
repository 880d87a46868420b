import type { Ending, FormContent } from './content.ts'
import type { Field, InnerField } from './fields.ts'
import { listFields } from './index-content.ts'
import { listQuoted, listQuotedInEnding, noAnswerYet, quoteOf, quotePattern } from './quotes.ts'

/** How fields are called where they are quoted. Each has a name of its own. */
export function nameQuotable(fields: readonly Field[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, label } of fields) {
    const plain = label.replace(quotePattern, noAnswerYet).replace(/[{}]/g, '').trim() || 'Without a label'
    let name = plain
    for (let number = 2; taken.has(name); number += 1) name = `${plain} ${number}`
    taken.add(name)
    names.set(id, name)
  }
  return names
}

/** A text as people write it, with names instead of ids. */
export const showQuotes = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(quotePattern, (whole, id: string) => (names.has(id) ? `{{${names.get(id)}}}` : whole))

/** Reads a text with names. A name that no field has stays as it was typed. */
export function readShownQuotes(text: string, names: ReadonlyMap<string, string>): string {
  const ids = new Map([...names].map(([id, name]) => [name, id]))
  return text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => (ids.has(name) ? quoteOf(ids.get(name) ?? '') : whole))
}

/** Changes the labels, hints and texts of a field and of the fields of a group. */
function mapTexts<Changed extends Field>(field: Changed, change: (text: string) => string): Changed {
  const texts = { label: change(field.label), hint: change(field.hint), ...('text' in field && { text: change(field.text) }) }
  const inner = field.kind === 'group' ? { fields: field.fields.map((one): InnerField => mapTexts(one, change)) } : {}
  return { ...field, ...texts, ...inner }
}

const mapEnding = <Changed extends Pick<Ending, 'title' | 'text'>>(ending: Changed, change: (text: string) => string): Changed => ({
  ...ending,
  ...{ title: change(ending.title), text: change(ending.text) },
})

/** Lets the texts of a copy quote the copied fields. */
export const renameQuotes = <Copied extends Field>(field: Copied, rename: (id: string) => string): Copied =>
  mapTexts(field, (text) => text.replace(quotePattern, (_, id: string) => quoteOf(rename(id))))

/** The form without quotes of fields that are gone. */
export function dropQuotes(content: FormContent, isThere: (id: string) => boolean): FormContent {
  const quotesLost = (field: Field): boolean =>
    listQuoted(field).some((id) => !isThere(id)) || (field.kind === 'group' && field.fields.some(quotesLost))
  const drop = (text: string) =>
    text.replace(quotePattern, (whole, id: string) => (isThere(id) ? whole : '')) || text.replace(quotePattern, noAnswerYet)
  const pages = content.pages.map((page) =>
    page.fields.some(quotesLost)
      ? { ...page, fields: page.fields.map((field) => (quotesLost(field) ? mapTexts(field, drop) : field)) }
      : page,
  )
  const endings = content.endings.map((ending) =>
    listQuotedInEnding(ending).some((id) => !isThere(id)) ? mapEnding(ending, drop) : ending,
  )
  const isSame = pages.every((page, at) => page === content.pages[at]) && endings.every((ending, at) => ending === content.endings[at])
  return isSame ? content : { ...content, pages, endings }
}

const bracket = (names: ReadonlyMap<string, string>) => (text: string) =>
  text.replace(quotePattern, (_, id: string) => `[${names.get(id) ?? noAnswerYet}]`)

/** Names what is quoted, where a field stands for the answers of many people: "How old is [Name]?". */
export function nameQuotes<Named extends Pick<FormContent, 'pages'>>(content: Named): Named {
  const fields = content.pages.flatMap(listFields).map(({ field }) => field)
  if (fields.every((field) => listQuoted(field).length === 0)) return content
  const name = bracket(nameQuotable(fields))
  return { ...content, pages: content.pages.map((page) => ({ ...page, fields: page.fields.map((field) => mapTexts(field, name)) })) }
}

/** The title of an ending in lists of what a form has: "Thank you, [Name]". */
export const nameEnding = ({ pages }: Pick<FormContent, 'pages'>, { title }: Pick<Ending, 'title'>): string =>
  bracket(nameQuotable(pages.flatMap(listFields).map(({ field }) => field)))(title)
