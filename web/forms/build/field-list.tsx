import { GripVertical } from 'lucide-react'
import { memo, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { FormContent, Page } from '../../../domain/forms/content.ts'
import { findField, moveField, type Place, removeField } from '../../../domain/forms/edit-content.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { listFields } from '../../../domain/forms/index-content.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { type FieldNames, writeCondition } from '../write-condition.ts'
import { describeField, describeLimits } from './kinds.ts'
import { useBuilder } from './view.ts'

type FieldListProps = {
  content: FormContent
  page: Page
  selected: string | null
  fields: FieldNames
  /** What is wrong with a field, by its id. */
  problems: ReadonlyMap<string, string>
}

/** Where a field lands that is dropped before or after a row. After a group is inside of it. */
function findPlace(content: FormContent, moved: Field, targetId: string, position: 'before' | 'after'): Place | null {
  const target = findField(content, targetId)
  if (!target || target.field.id === moved.id) return null
  const isInner = target.group !== null && moved.kind !== 'group'
  if (target.field.kind === 'group' && position === 'after' && moved.kind !== 'group')
    return { page: target.page.id, group: target.field.id, index: 0 }
  const siblings: readonly Field[] = (isInner ? target.group?.fields : target.page.fields) ?? []
  const others = siblings.filter(({ id }) => id !== moved.id)
  // A group does not go into another group, but next to it.
  const anchor = target.group && !isInner ? target.group.id : targetId
  const isAfter = position === 'after' || anchor !== targetId
  const index = others.findIndex(({ id }) => id === anchor) + (isAfter ? 1 : 0)
  return { page: target.page.id, group: isInner ? (target.group?.id ?? null) : null, index }
}

/** The fields of a page. They are moved by their handles, or with Alt and the arrow keys. */
export function FieldList({ content, page, selected, fields, problems }: FieldListProps) {
  const { edit, show } = useBuilder()
  const rows = listFields(page)

  const move = (id: string, targetId: string, position: 'before' | 'after') =>
    edit((form) => {
      const moved = findField(form, id)
      const place = moved && findPlace(form, moved.field, targetId, position)
      return place ? moveField(form, id, place) : form
    })

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': fields.get(String(key))?.label ?? '' })),
    getAllowedDropOperations: () => ['move'],
    onReorder: ({ keys, target }) => {
      const [key] = keys
      if (key !== undefined && target.dropPosition !== 'on') move(String(key), String(target.key), target.dropPosition)
    },
  })

  /** Steps over the neighbor in the same page or group. */
  const step = (id: string, by: -1 | 1) => {
    const found = findField(content, id)
    if (!found) return
    const siblings: readonly Field[] = found.group ? found.group.fields : page.fields
    const index = siblings.findIndex((one) => one.id === id) + by
    if (index < 0 || index >= siblings.length) return
    edit((form) => moveField(form, id, { page: page.id, group: found.group?.id ?? null, index }))
  }

  const frame = useRef<HTMLDivElement>(null)
  useRowKeys(frame, (key, id) => {
    if (key === 'Delete' || key === 'Backspace') {
      edit((form) => removeField(form, id))
      noteDeleted(fields.get(id)?.label)
    } else step(id, key === 'ArrowUp' ? -1 : 1)
  })

  if (rows.length === 0)
    return <p className="border-t border-line py-8 text-soft">This page asks nothing yet. Add its first field below.</p>
  return (
    <div ref={frame}>
      <GridList
        aria-label="Fields of this page"
        items={rows.map(({ field, group }) => ({ id: field.id, field, group }))}
        dependencies={[selected, problems, content.rules, content.payment, fields]}
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="single"
        selectionBehavior="toggle"
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys
          show({ is: 'page', page: page.id, field: key === undefined ? null : String(key) })
        }}
        className="border-y border-line"
      >
        {({ id, field, group }) => (
          <GridListItem
            id={id}
            textValue={fields.get(id)?.label || 'Without a label'}
            className={joinClasses(
              'cursor-pointer border-t border-line outline-none first:border-t-0 data-hovered:bg-wash data-dragging:opacity-50',
              'data-focus-visible:outline-[2.5px] data-focus-visible:-outline-offset-2 data-focus-visible:outline-court',
              'data-selected:rounded-control data-selected:bg-card data-selected:ring-2 data-selected:ring-court',
              group && 'ml-7',
            )}
          >
            <FieldRow field={fields.get(id) ?? field} condition={writeShown(content, id, fields)} problem={problems.get(id) ?? null} />
          </GridListItem>
        )}
      </GridList>
    </div>
  )
}

export const noteDeleted = (name: string | undefined) => void showSnackbar(`${name || 'The field'} is deleted. Undo brings it back.`)

/** Delete and Alt with an arrow key do something with the focused row. The list itself has no room for such keys. */
export function useRowKeys(frame: RefObject<HTMLElement | null>, onKey: (key: string, id: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, target } = event
    const id = target instanceof HTMLElement && target.role === 'row' ? target.dataset.key : undefined
    const isOurs = altKey ? key === 'ArrowUp' || key === 'ArrowDown' : key === 'Delete' || key === 'Backspace'
    if (id === undefined || !isOurs) return
    event.preventDefault()
    event.stopPropagation()
    onKey(key, id)
  })
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('keydown', press, { capture: true })
    return () => element?.removeEventListener('keydown', press, { capture: true })
  })
}

/** "If Division is chosen"; null if the field is always shown. */
function writeShown(content: FormContent, id: string, fields: FieldNames): string | null {
  const shown = content.rules.filter(({ actions }) => actions.some((action) => action.do === 'show' && action.field === id))
  return shown.length === 0 ? null : `If ${shown.map(({ when }) => writeCondition(when, content, fields)).join(', or if ')}`
}

type FieldRowProps = { field: Field; condition: string | null; problem: string | null }

/** Drawn again only if this field, its condition or its problem changes. */
const FieldRow = memo(function FieldRow({ field, condition, problem }: FieldRowProps) {
  const limits = describeLimits(field)
  return (
    <div className="flex min-h-18 items-center gap-2 py-3 pr-2 pl-1">
      <Button
        slot="drag"
        aria-label={`Move ${field.label || 'this field'}`}
        className="grid size-9 flex-none cursor-grab place-items-center rounded-control text-soft outline-none data-focus-visible:outline-[2.5px] data-focus-visible:outline-court"
      >
        <GripVertical size={17} aria-hidden="true" />
      </Button>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="wrap-anywhere">
          <span className="font-strong">{field.label || 'Without a label'}</span>{' '}
          <span className="text-[0.9375rem] text-soft">{describeField(field)}</span>
        </p>
        {problem !== null ? (
          <p className="text-small font-medium text-warn">{problem}</p>
        ) : (
          (limits || field.hint) && <p className="line-clamp-1 text-small text-soft wrap-anywhere">{limits || field.hint}</p>
        )}
      </div>
      <div className="flex max-w-[45%] flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {condition !== null && (
          <span className="max-w-52 truncate rounded-full border border-line bg-card px-3 py-1 text-small font-medium" title={condition}>
            {condition}
          </span>
        )}
        {field.isRequired && <span className="text-small text-soft">required</span>}
      </div>
    </div>
  )
})
