import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'

export type SearchOption = { value: string; label: string; hint?: string }

export type SearchSelectProps = {
  /** Names the button together with what it shows, and the list. */
  label: string
  value: string | null
  /** What the button shows of the value. */
  valueText: ReactNode
  /** The list for what was typed; all there is to choose from for ''. The first is what Enter takes. */
  getOptions: (typed: string) => SearchOption[]
  onChange: (value: string) => void
  placeholder: string
  emptyText: string
  isInvalid?: boolean
  /** `pill` is for what only changes how something is looked at. */
  look?: 'box' | 'pill'
  describedBy?: string | undefined
  className?: string
}

// Drawn lower than it is pressed.
const pillClasses =
  'relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line bg-card pr-3 pl-4 text-small font-medium transition-colors duration-100 after:absolute after:-inset-y-1 after:inset-x-0 hover:bg-wash'

const loadList = () => import('./search-select-list.tsx')
const SearchSelectList = lazy(async () => ({ default: (await loadList()).SearchSelectList }))

/**
 * A long list that is picked from with a thumb, or by typing. On a phone it opens without the keyboard in the way. The
 * list and its code come when they are asked for, so that a screen can have dozens of these.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { label, valueText, isInvalid = false, look = 'box', describedBy, className } = props
  const [opened, setOpened] = useState<{ typed: string } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const openByKey = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isLetter && event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpened({ typed: isLetter ? event.key : '' })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        aria-describedby={describedBy}
        onClick={() => setOpened({ typed: '' })}
        onKeyDown={openByKey}
        onPointerEnter={() => void loadList()}
        className={joinClasses(
          look === 'pill' ? pillClasses : controlClasses(isInvalid, 'flex h-11.5 items-center justify-between gap-1.5 px-3 text-left'),
          className,
        )}
      >
        <span className="sr-only">{label}: </span>
        <span className="min-w-0 truncate">{valueText}</span>
        <ChevronDown size={16} aria-hidden="true" className="flex-none text-soft" />
      </button>
      {opened && (
        <Suspense>
          <SearchSelectList {...props} trigger={button} typedAtFirst={opened.typed} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}
