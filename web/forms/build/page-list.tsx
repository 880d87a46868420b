import { GripVertical, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { FormContent } from '../../../domain/forms/content.ts'
import { addPage, movePage, removePage } from '../../../domain/forms/edit-content.ts'
import { newFormId } from '../../../domain/forms/ids.ts'
import { maxPages } from '../../../domain/forms/limits.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { pageName } from '../write-condition.ts'
import { noteDeleted, useRowKeys } from './field-list.tsx'
import { sideLinkClasses } from './side-link.tsx'
import { useBuilder, type View } from './view.ts'

/** The pages of the form in their order. They are moved by their handles, or with Alt and the arrow keys. */
export function PageList({ content, view }: { content: FormContent; view: View }) {
  const { edit, show } = useBuilder()
  const { pages } = content
  const indexOf = (id: string) => pages.findIndex((page) => page.id === id)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': pageName(content, String(key)) })),
    getAllowedDropOperations: () => ['move'],
    onReorder: ({ keys, target }) => {
      const [moved] = [...keys].map(String)
      if (moved === undefined) return
      edit((form) => {
        const others = form.pages.filter(({ id }) => id !== moved)
        const index = others.findIndex(({ id }) => id === target.key) + (target.dropPosition === 'after' ? 1 : 0)
        return movePage(form, moved, index)
      })
    },
  })
  const frame = useRef<HTMLDivElement>(null)
  useRowKeys(frame, (key, id) => {
    if (key === 'Delete' || key === 'Backspace') {
      if (pages.length === 1) return
      edit((form) => removePage(form, id))
      noteDeleted(pageName(content, id))
    } else edit((form) => movePage(form, id, Math.max(0, indexOf(id) + (key === 'ArrowUp' ? -1 : 1))))
  })
  const selected = view.is === 'page' ? view.page : null
  return (
    <div ref={frame} className="grid gap-0.5">
      <GridList
        aria-label="Pages"
        items={pages.map(({ id, title }) => ({ id, title }))}
        dependencies={[selected, pages]}
        dragAndDropHooks={dragAndDropHooks}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={selected === null ? [] : [selected]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys
          if (key !== undefined) show({ is: 'page', page: String(key), field: null })
        }}
        className="grid gap-0.5"
      >
        {({ id }) => (
          <GridListItem
            id={id}
            textValue={pageName(content, id)}
            className={joinClasses(
              sideLinkClasses(id === selected),
              'group cursor-pointer outline-none data-focus-visible:outline-[2.5px] data-focus-visible:outline-court',
            )}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {indexOf(id) + 1} {pageName(content, id)}
            </span>
            <Button
              slot="drag"
              aria-label={`Move ${pageName(content, id)}`}
              className="-mr-1 grid size-7 flex-none cursor-grab place-items-center rounded-control text-soft opacity-0 outline-none group-data-hovered:opacity-100 group-data-focus-visible-within:opacity-100 data-focus-visible:opacity-100 data-focus-visible:outline-[2.5px] data-focus-visible:outline-court pointer-coarse:opacity-100"
            >
              <GripVertical size={15} aria-hidden="true" />
            </Button>
          </GridListItem>
        )}
      </GridList>
      <button
        type="button"
        disabled={pages.length >= maxPages}
        onClick={() => {
          const id = newFormId('p')
          edit((form) => addPage(form, '', id))
          show({ is: 'page', page: id, field: null })
        }}
        className={joinClasses(sideLinkClasses(false), 'text-soft')}
      >
        <Plus size={15} aria-hidden="true" /> Page
      </button>
    </div>
  )
}
