import { createContext, useContext } from 'react'
import type { FormContent } from '../../../domain/forms/content.ts'
import { findField } from '../../../domain/forms/edit-content.ts'
import type { Edit } from './use-editor.ts'

/** What is shown in the middle of the builder. */
export type View =
  | { is: 'page'; page: string; field: string | null }
  | { is: 'ending'; ending: string }
  | { is: 'rules'; rule: string | null }
  | { is: 'payment' | 'texts' }

/** Where something of the form is edited. */
export function findView(content: FormContent, id: string | null): View {
  if (id === null) return { is: 'texts' }
  if (content.rules.some((rule) => rule.id === id)) return { is: 'rules', rule: id }
  if (content.endings.some((ending) => ending.id === id)) return { is: 'ending', ending: id }
  const field = findField(content, id)
  if (field) return { is: 'page', page: field.page.id, field: id }
  return { is: 'page', page: content.pages.find((page) => page.id === id)?.id ?? content.pages[0]?.id ?? '', field: null }
}

/** The view, or the first page if what it shows is gone. */
export function keepView(content: FormContent, view: View): View {
  const hasPage = (id: string) => content.pages.some((page) => page.id === id)
  if (view.is === 'page' && !hasPage(view.page)) return findView(content, content.pages[0]?.id ?? '')
  if (view.is === 'page' && view.field !== null) {
    const found = findField(content, view.field)
    return found?.page.id === view.page ? view : { ...view, field: null }
  }
  if (view.is === 'ending' && !content.endings.some(({ id }) => id === view.ending)) return findView(content, content.pages[0]?.id ?? '')
  return view
}

type Builder = {
  /** Changes the form. Edits with the same key, one soon after the other, are undone together. */
  edit: (edit: Edit, key?: string | null) => void
  show: (view: View) => void
  formId: string
  /** The community that the form belongs to. */
  teamId: string
  /** As YYYY-MM-DD. */
  today: string
  /** What we keep of each payment, which people may have to pay on top. */
  feeBasisPoints: number
}

/** It changes once a day, so reading it draws nothing again. */
export const BuilderContext = createContext<Builder | null>(null)

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext)
  if (!builder) throw new Error('This part belongs into the builder.')
  return builder
}
