import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { joinClasses } from './class-names.ts'
import { optionClasses, popoverClasses } from './overlay-classes.ts'
import type { SearchSelectProps } from './search-select.tsx'
import { isTypingKey } from './typing-key.ts'

type SearchSelectListProps = SearchSelectProps & {
  trigger: RefObject<HTMLElement | null>
  query: string
  onQueryChange: (query: string) => void
  onPick: (value: string) => void
  onClose: () => void
}

export function SearchSelectList(props: SearchSelectListProps) {
  const { label, value, getOptions, placeholder, emptyText, trigger, query, onQueryChange, onPick, onClose } = props
  const [initialQuery] = useState(query)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const options = getOptions(query)
  const [first] = options
  const isTyping = query.trim() !== ''

  useEffect(() => {
    if (initialQuery !== '') input.current?.focus()
  }, [initialQuery])

  // The list opens with the chosen option in its middle. We wait for one frame, because the popover has its height only then.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const chosen = list.current?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')
      const scroller = list.current?.parentElement
      if (chosen && scroller) scroller.scrollTop = chosen.offsetTop - (scroller.clientHeight - chosen.offsetHeight) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  const handleInputKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (first && isTyping) onPick(first.value)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      const chosen = list.current?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]')
      const next = chosen ?? list.current?.querySelector<HTMLElement>('[role="option"]')
      next?.focus()
    }
  }
  // A user who types while the list has the focus wants to search it, so we move the key and the focus to the search field.
  const handleListKey = (event: KeyboardEvent) => {
    if (!isTypingKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    onQueryChange(query + event.key)
    input.current?.focus()
  }

  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      placement="bottom start"
      offset={6}
      maxHeight={372}
      className={popoverClasses(
        'flex min-w-[max(var(--trigger-width),13rem)] max-w-[min(22rem,calc(100vw-1.5rem))] flex-col overflow-hidden p-0!',
      )}
    >
      <Dialog aria-label={label} className="flex min-h-0 flex-1 flex-col outline-none">
        <div className="flex flex-none items-center gap-2 border-b border-line px-3.5 focus-within:border-court">
          <Search size={16} aria-hidden="true" className="flex-none text-soft" />
          <input
            ref={input}
            type="text"
            aria-label={placeholder}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            value={query}
            onChange={(event) => onQueryChange(event.target.value)}
            onKeyDown={handleInputKey}
            className="h-11.5 w-full min-w-0 bg-transparent outline-none focus-visible:outline-none"
          />
        </div>
        <span role="status" className="sr-only">
          {isTyping && (first ? `Press Enter to choose ${first.label}.` : emptyText)}
        </span>
        {/* We capture the keys here, because React Aria's own type-ahead would handle them first. */}
        <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5" onKeyDownCapture={handleListKey}>
          <ListBox
            ref={list}
            aria-label={label}
            autoFocus={initialQuery === ''}
            items={options}
            selectionMode="single"
            selectedKeys={value === null ? [] : [value]}
            // Picking the chosen option again empties the selection. We keep the value and close the list anyway.
            onSelectionChange={(keys) => {
              const [picked = value] = keys === 'all' ? [] : [...keys]
              if (picked !== null) onPick(String(picked))
            }}
            renderEmptyState={() => <p className="px-3 py-2.5 text-soft">{emptyText}</p>}
            className="outline-none"
          >
            {(option) => (
              <ListBoxItem
                id={option.value}
                textValue={option.label}
                className={optionClasses(joinClasses('scroll-my-1.5 justify-between', isTyping && option === first && 'bg-court-wash'))}
              >
                {({ isSelected }) => (
                  <>
                    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-4">
                      <span className={joinClasses('min-w-0', isSelected && 'font-strong')}>{option.label}</span>
                      {option.hint && <span className="flex-none text-small text-soft">{option.hint}</span>}
                    </span>
                    {isSelected && <Check size={17} aria-hidden="true" className="flex-none text-court" />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </div>
      </Dialog>
    </Popover>
  )
}
