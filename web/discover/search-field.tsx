import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { questionHint } from '../../domain/ask/examples.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'

type SearchFieldProps = { question?: string; isPending?: boolean; className?: string; placeholder?: string }

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)

/** A field for a question in plain language. The slash key focuses it from anywhere on the page. */
export function SearchField({ question = '', isPending = false, className, placeholder = questionHint }: SearchFieldProps) {
  const [text, setText] = useState(question)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      // A page may have its own search field that handles the slash key first.
      if (event.defaultPrevented || event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // A page may contain this field twice, one of them hidden. We only focus the visible one.
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
    const trimmed = text.trim()
    if (trimmed !== '') void navigate(`/discover?${new URLSearchParams({ ask: trimmed.slice(0, 301) })}`)
  }
  return (
    <search className={joinClasses('block', className)}>
      <form onSubmit={ask} className="relative">
        <label htmlFor={id} className="sr-only">
          Search for games
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
