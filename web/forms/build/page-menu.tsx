import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { FormContent, Page } from '../../../domain/forms/content.ts'
import { duplicatePage, removePage } from '../../../domain/forms/edit-content.ts'
import { Menu } from '../../ui/menu.tsx'
import { pageName } from '../write-condition.ts'
import { noteDeleted } from './field-list.tsx'
import type { useEditor } from './use-editor.ts'
import { findView, type View } from './view.ts'

type PageMenuProps = {
  content: FormContent
  page: Page
  edit: ReturnType<typeof useEditor>['edit']
  onShow: (view: View) => void
  onRename: () => void
}

const icon = { size: 18, 'aria-hidden': true } as const

export function PageMenu({ content, page, edit, onShow, onRename }: PageMenuProps) {
  return (
    <Menu
      label="More for this page"
      entries={[
        { id: 'rename', label: 'Rename', icon: <Pencil {...icon} />, onPress: onRename },
        { id: 'copy', label: 'Make a copy', icon: <Copy {...icon} />, onPress: () => edit((form) => duplicatePage(form, page.id)) },
        {
          id: 'delete',
          label: 'Delete',
          icon: <Trash2 {...icon} />,
          isDangerous: true,
          isDisabled: content.pages.length === 1,
          startsGroup: true,
          onPress: () => {
            edit((form) => removePage(form, page.id))
            onShow(findView(content, content.pages.find(({ id }) => id !== page.id)?.id ?? ''))
            noteDeleted(pageName(content, page.id))
          },
        },
      ]}
    >
      <Ellipsis size={20} aria-hidden="true" />
    </Menu>
  )
}
