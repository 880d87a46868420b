import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'
import { isTypingKey } from './typing-key.ts'

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
  const { label, value, valueText, getOptions, onChange, isInvalid = false, look = 'box', describedBy, className } = props
  /** What was typed, while the list is open or on its way. */
  const [typed, setTyped] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setTyped(null)
  const pick = (picked: string) => {
    close()
    if (picked !== value) onChange(picked)
  }
  // Who types does not wait for the list: their keys land here until it has the focus.
  const keyOnButton = (event: KeyboardEvent) => {
    if (isTypingKey(event)) setTyped((typed ?? '') + event.key)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setTyped('')
    else if (event.key === 'Enter' && typed) {
      const [first] = getOptions(typed)
      if (first) pick(first.value)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={typed !== null}
        aria-describedby={describedBy}
        onClick={() => setTyped('')}
        onKeyDown={keyOnButton}
        onFocus={() => void loadList()}
        onPointerEnter={() => void loadList()}
        className={joinClasses(
          look === 'pill' ? pillClasses : controlClasses(isInvalid, 'flex h-11.5 items-center justify-between gap-1.5 px-3 text-left'),
          className,
        )}
      >
        <span className="sr-only">{label}: </span>
        <span className="min-w-0 truncate">{valueText}</span>
        <ChevronDown size={16} aria-hidden="true" className="flex-none text-soft max-[21.5rem]:hidden" />
      </button>
      {typed !== null && (
        <Suspense>
          <SearchSelectList {...props} trigger={button} typed={typed} onType={setTyped} onPick={pick} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
