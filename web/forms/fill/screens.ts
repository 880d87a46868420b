import type { FormContent, Page } from '../../../domain/forms/content.ts'
import type { Decision } from '../../../domain/forms/decide.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import type { FormLayout } from '../../../domain/forms/settings.ts'
import type { Folded } from './known-answers.ts'

/** What of a form is shown at once: all pages, a page, or a question. */
export type Screen = {
  /** In the address: the id of the page or of the question. */
  id: string
  pages: readonly string[]
  /** The fields that it shows of them; null: all. */
  fields: readonly string[] | null
}

/** The screens on the way to the end. A form has at least one. */
export function listScreens({ pages }: FormContent, decision: Decision, layout: FormLayout, folded: Folded): Screen[] {
  if (layout === 'whole') return [{ id: decision.pages[0] ?? '', pages: decision.pages, fields: null }]
  const eachPage = decision.pages.map((id): Screen => ({ id, pages: [id], fields: null }))
  if (layout === 'pages') return eachPage
  const questions = pages.filter(({ id }) => decision.pages.includes(id)).flatMap((page) => listQuestions(page, decision, folded))
  return questions.length > 0 ? questions : eachPage.slice(0, 1)
}

/** The questions of a page. A heading, a text or a picture stands above the question that follows it; what is known already is on one screen. */
function listQuestions({ id: page, fields }: Page, { fields: states }: Decision, folded: Folded): Screen[] {
  const asked = fields.filter(({ id, kind }) => kind !== 'hidden' && states.get(id)?.isAsked)
  const known = asked.filter(({ id }) => folded.has(id))
  const questions: { id: string; fields: string[] }[] = []
  let above: Field[] = []
  for (const field of asked) {
    // Nobody needs the heading of what they are not asked.
    if (folded.has(field.id)) above = above.filter(({ kind }) => kind !== 'heading')
    else if (!takesAnswer(field)) above.push(field)
    else {
      questions.push({ id: field.id, fields: [...above, field].map(({ id }) => id) })
      above = []
    }
  }
  const below = above.map(({ id }) => id)
  const last = questions.at(-1)
  if (last) last.fields.push(...below)
  else if (below.length > 0) questions.push({ id: below[0] ?? '', fields: below })
  const screens = questions.map((question): Screen => ({ ...question, pages: [page] }))
  return known.length > 0 ? [{ id: page, pages: [page], fields: known.map(({ id }) => id) }, ...screens] : screens
}

/** Where what is wrong keeps people on a screen: on its pages, or at its questions. */
export const partsOf = ({ pages, fields }: Screen): readonly string[] => fields ?? pages

/** What is drawn of the pages of a form. A page that is shown whole stays the same object. */
export const drawScreen = ({ pages }: FormContent, screen: Screen): Page[] =>
  pages
    .filter(({ id }) => screen.pages.includes(id))
    .map((page) => (screen.fields ? { ...page, fields: page.fields.filter(({ id }) => screen.fields?.includes(id)) } : page))
