import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'

type SearchFieldProps = { question?: string; isPending?: boolean; className?: string; placeholder?: string }

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)

/** Asks in one's own words, from anywhere: a slash puts one here. */
export function SearchField({
  question = '',
  isPending = false,
  className,
  placeholder = 'Pickleball near me on Saturday',
}: SearchFieldProps) {
  const [text, setText] = useState(question)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      // A page may have a search of its own that comes first.
      if (event.defaultPrevented || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      // Of the fields of a page, the one that is in sight.
      if (!field.current || field.current.offsetParent === null) return
      event.preventDefault()
      field.current.focus()
      field.current.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const asked = text.trim()
    if (asked !== '') void navigate(`/discover?${new URLSearchParams({ ask: asked.slice(0, 301) })}`)
  }
  return (
    <search className={joinClasses('block', className)}>
      <form onSubmit={ask} className="relative">
        <label htmlFor={id} className="sr-only">
          Search for a game
        </label>
        <span className="pointer-events-none absolute inset-y-0 left-4 grid place-items-center text-soft">
          {isPending ? <Spinner /> : <Search size={17} aria-hidden="true" />}
        </span>
        <input
          ref={field}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          aria-keyshortcuts="/"
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full truncate rounded-full border border-line bg-paper pr-4 pl-11 text-base placeholder:text-soft hover:border-edge [&::-webkit-search-cancel-button]:hidden"
        />
      </form>
    </search>
  )
}
