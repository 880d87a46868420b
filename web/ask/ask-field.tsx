import { ArrowRight, Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { questionHint } from '../../domain/ask/examples.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'

type AskFieldProps = {
  /** The text the field starts with. If it can change from outside, give the field a `key`. */
  initialQuestion?: string
  label?: string
  isLabelHidden?: boolean
  isPending?: boolean
  onAsk: (question: string) => void
  className?: string
}

/** A one-line field for a question in plain language, sent with Enter or the arrow button. */
export function AskField({
  initialQuestion = '',
  label = 'What do you want to play?',
  isLabelHidden = false,
  isPending = false,
  onAsk,
  className,
}: AskFieldProps) {
  const [text, setText] = useState(initialQuestion)
  const id = useId()
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAsk(text.trim())
  }
  return (
    <search className={joinClasses('block', className)}>
      <form onSubmit={ask} className="grid gap-1.5">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-small font-strong'}>
          {label}
        </label>
        <div className="flex h-15 items-center gap-3 rounded-full border border-line bg-card pr-2 pl-5.5 shadow-card transition-[border-color] duration-100 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court hover:border-edge">
          <Search size={21} aria-hidden="true" className="flex-none text-soft max-sm:hidden" />
          <input
            id={id}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={questionHint}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-full min-w-0 flex-1 truncate bg-transparent text-lead outline-none focus-visible:outline-none [&::-webkit-search-cancel-button]:hidden"
          />
          <button
            type="submit"
            aria-label="Ask"
            className="grid size-11 flex-none place-items-center rounded-full bg-ink text-paper transition-[filter] duration-100 hover:brightness-125 active:brightness-90"
          >
            {isPending ? <Spinner /> : <ArrowRight size={20} aria-hidden="true" />}
          </button>
        </div>
      </form>
    </search>
  )
}
