import { TextQuote } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import type { Field } from '../../../domain/forms/fields.ts'
import { nameQuotable, readShownQuotes, showQuotes } from '../../../domain/forms/name-quotes.ts'
import { Menu } from '../../ui/menu.tsx'

type Shown = { value: string; onChange: (event: { target: { value: string } }) => void }
type QuotingTextProps = {
  /** What the text is, such as "label". */
  what: string
  text: string
  /** The fields that can be quoted here. */
  quotable: readonly Field[]
  onChange: (text: string) => void
  children: (shown: Shown) => ReactElement
}

/** A text that can quote earlier answers. It is kept with ids, and people see names: "How old is {{Name}}?". */
export function QuotingText({ what, text, quotable, onChange, children }: QuotingTextProps) {
  const names = nameQuotable(quotable)
  const frame = useRef<HTMLDivElement>(null)
  const change = (shown: string) => onChange(readShownQuotes(shown, names))
  const insert = (id: string) => {
    const input = frame.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    const shown = showQuotes(text, names)
    const at = input?.selectionEnd ?? shown.length
    change(`${shown.slice(0, at)}{{${names.get(id) ?? ''}}}${shown.slice(at)}`)
  }
  return (
    <div ref={frame} className="grid justify-items-stretch gap-1">
      {children({ value: showQuotes(text, names), onChange: ({ target }) => change(target.value) })}
      {quotable.length > 0 && (
        <Menu
          label={`Add an earlier answer to the ${what}`}
          variant="quiet"
          size="small"
          className="justify-self-start"
          entries={[...names].map(([id, label]) => ({ id, label, onPress: () => insert(id) }))}
        >
          <TextQuote size={16} aria-hidden="true" /> Add an answer
        </Menu>
      )}
    </div>
  )
}
