import { Search } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { questionHint } from '../../domain/ask/examples.ts'
import { questionPath } from '../../domain/ask/question-path.ts'
import { joinClasses } from '../ui/class-names.ts'
import { isShortcut } from '../ui/is-shortcut.ts'
import { Spinner } from '../ui/spinner.tsx'

type SearchFieldProps = { question?: string; isPending?: boolean; className?: string; placeholder?: string }

/** Fewer letters match almost every name. */
const minLetters = 2

const loadSuggestions = () => import('./suggestions.tsx')
const Suggestions = lazy(loadSuggestions)

/**
 * The field of every bar. Enter asks for games in plain language; below it are games, communities, people and places of that name. The slash
 * key focuses it from anywhere on the page.
 */
export function SearchField({ question = '', isPending = false, className, placeholder = questionHint }: SearchFieldProps) {
  const [text, setText] = useState(question)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const container = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      // A page may have its own search field that handles the slash key first.
      if (event.defaultPrevented || event.key !== '/' || !isShortcut(event)) return
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
    setOpen(false)
    const trimmed = text.trim()
    if (trimmed !== '') void navigate(questionPath(trimmed))
  }
  return (
    <search
      ref={container}
      className={joinClasses('relative block', className)}
      onBlur={({ relatedTarget }) => {
        if (!container.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <form onSubmit={ask} className="relative">
        <label htmlFor={id} className="sr-only">
          Search
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
          onFocus={() => void loadSuggestions()}
          onChange={(event) => {
            setText(event.target.value)
            setOpen(true)
          }}
          className="h-11 w-full truncate rounded-full border border-line bg-paper pr-4 pl-11 text-base placeholder:text-soft hover:border-edge [&::-webkit-search-cancel-button]:hidden"
        />
      </form>
      {isOpen && text.trim().length >= minLetters && (
        <Suspense>
          <Suggestions text={text} field={field} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </search>
  )
}
