import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormContent, Page } from '../../../domain/forms/content.ts'
import { addField, findField } from '../../../domain/forms/edit-content.ts'
import type { FieldKind } from '../../../domain/forms/fields.ts'
import { makeField } from '../../../domain/forms/make-field.ts'
import { type Shortcut, useScreenShortcuts } from '../../shell/screen-shortcuts.ts'
import type { mapFields } from '../write-condition.ts'
import { AddField } from './add-field.tsx'
import { FieldList } from './field-list.tsx'
import { kindWords } from './kinds.ts'
import { PageLogic } from './logic.tsx'
import type { useEditor } from './use-editor.ts'
import { isText } from './use-undo-keys.ts'
import type { View } from './view.ts'

type PageViewProps = {
  content: FormContent
  page: Page
  selected: string | null
  fields: ReturnType<typeof mapFields>
  problems: ReadonlyMap<string, string>
  today: string
  edit: ReturnType<typeof useEditor>['edit']
  onShow: (view: View) => void
}

const shortcuts: Shortcut[] = [{ label: 'Add a field', keys: ['/'] }]

/** The fields of one page, with a place to add some, and what follows after it. */
export function PageView({ content, page, selected, fields, problems, today, edit, onShow }: PageViewProps) {
  const input = useRef<HTMLInputElement>(null)
  const focus = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isText(event.target)) return
    event.preventDefault()
    input.current?.focus()
  })
  useEffect(() => {
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])
  useScreenShortcuts(shortcuts)
  const found = selected === null ? null : findField(content, selected)
  const group = found && (found.field.kind === 'group' ? found.field : found.group)
  /** Below the selected field, in its group if it has one, or at the end of the page. */
  const add = (kind: FieldKind) => {
    const field = makeField(kind, { label: kindWords[kind].label })
    const intoGroup = kind !== 'group' && kind !== 'hidden' && group ? group : null
    const siblings = intoGroup ? intoGroup.fields : page.fields
    const above = siblings.findIndex(({ id }) => id === (intoGroup ? selected : (group?.id ?? selected)))
    const index = above < 0 ? siblings.length : above + 1
    edit((form) => addField(form, field, { page: page.id, group: intoGroup?.id ?? null, index }))
    onShow({ is: 'page', page: page.id, field: field.id })
  }
  return (
    <>
      <FieldList content={content} page={page} selected={selected} fields={fields} problems={problems} />
      <AddField ref={input} canBeGroup onAdd={add} />
      {group && <p className="-mt-3 text-small text-soft">It is added to the group “{group.label}”.</p>}
      <PageLogic content={content} page={page} today={today} />
    </>
  )
}
