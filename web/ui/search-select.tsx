import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'
import { isTypingKey } from './typing-key.ts'

export type SearchOption = { value: string; label: string; hint?: string }

export type SearchSelectProps = {
  /** The name of the button and the list for screen readers. The name of the button also includes `valueText`. */
  label: string
  value: string | null
  /** The text of the value on the button. */
  valueText: ReactNode
  /** Returns the options that match the typed text, and all options for ''. Enter picks the first one. */
  getOptions: (query: string) => SearchOption[]
  onChange: (value: string) => void
  placeholder: string
  emptyText: string
  isInvalid?: boolean
  /** `pill` is for selects that only change how something is shown, such as a time zone. */
  look?: 'box' | 'pill'
  describedBy?: string | undefined
  className?: string
}

// The area that reacts to a press is higher than the pill looks.
const pillClasses =
  'relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full border border-line bg-card pr-3 pl-4 text-small font-medium transition-colors duration-100 after:absolute after:-inset-y-1 after:inset-x-0 hover:bg-wash'

const loadList = () => import('./search-select-list.tsx')
const SearchSelectList = lazy(async () => ({ default: (await loadList()).SearchSelectList }))

/**
 * A select with a long list, which the user scrolls or searches. On a phone, it opens without the keyboard. The list and its
 * code load only when needed, so that a screen can have dozens of these.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, valueText, getOptions, onChange, isInvalid = false, look = 'box', describedBy, className } = props
  /** The typed text while the list is open or still loads; null while it is closed. */
  const [query, setQuery] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setQuery(null)
  const pick = (picked: string) => {
    close()
    if (picked !== value) onChange(picked)
  }
  // While the list still loads, the button handles the keys, so that the user can type at once.
  const handleButtonKey = (event: KeyboardEvent) => {
    if (isTypingKey(event)) setQuery((query ?? '') + event.key)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setQuery('')
    else if (event.key === 'Enter' && query) {
      const [first] = getOptions(query)
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
        aria-expanded={query !== null}
        aria-describedby={describedBy}
        onClick={() => setQuery('')}
        onKeyDown={handleButtonKey}
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
      {query !== null && (
        <Suspense>
          <SearchSelectList {...props} trigger={button} query={query} onQueryChange={setQuery} onPick={pick} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
