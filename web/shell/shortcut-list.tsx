import { Dialog } from '../ui/dialog.tsx'
import type { NavigationItem } from './navigation.ts'
import { listScreenShortcuts, type Shortcut } from './screen-shortcuts.ts'

type ShortcutListProps = { pages: readonly Pick<NavigationItem, 'label' | 'letter'>[]; isOpen: boolean; onClose: () => void }

export default function ShortcutList({ pages, isOpen, onClose }: ShortcutListProps) {
  const ofScreen = listScreenShortcuts()
  const search = { label: 'Search', keys: ['/'] }
  const shortcuts: Shortcut[] = [
    ...ofScreen,
    // A screen may use this key itself.
    ...(ofScreen.some(({ keys }) => keys.length === 1 && keys[0] === '/') ? [] : [search]),
    { label: 'This list', keys: ['?'] },
    ...pages.flatMap(({ label, letter }) => (letter ? [{ label, keys: ['g', letter] }] : [])),
  ]
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} width={420}>
      <dl className="grid pb-4">
        {shortcuts.map(({ label, keys, together }) => (
          <div key={label} className="flex min-h-11 items-center justify-between gap-4 border-t border-line first:border-t-0">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1.5 text-small text-soft">
              {keys.map((key, index) => (
                <span key={key} className="contents">
                  {index > 0 && (together ? '+' : 'then')}
                  <kbd className="grid h-7 min-w-7 place-items-center rounded-[7px] border border-line bg-paper px-1.5 font-sans font-strong text-ink">
                    {key}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
