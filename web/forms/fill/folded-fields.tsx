import { useCallback, useId, useState } from 'react'
import type { Page } from '../../../domain/forms/content.ts'
import { type Field, takesAnswer } from '../../../domain/forms/fields.ts'
import { fillQuotes } from '../../../domain/forms/quotes.ts'
import { Button } from '../../ui/button.tsx'
import { FieldCell } from './field-cell.tsx'
import { useAnswerStore, useFormFacts, useStored } from './form-context.ts'
import { countKnown } from './known-answers.ts'
import { FieldGrid } from './question.tsx'

const maxNamed = 4

/** What of a page is hidden: the folded fields, and the headings above which nothing else stands. */
function listHidden(fields: readonly Field[], isFolded: (field: Field) => boolean): ReadonlySet<string> {
  const hidden = new Set(fields.filter(isFolded).map(({ id }) => id))
  for (const [at, { id, kind }] of fields.entries()) {
    if (kind !== 'heading') continue
    const next = fields.slice(at + 1)
    const end = next.findIndex((field) => field.kind === 'heading')
    const below = (end === -1 ? next : next.slice(0, end)).filter((field) => takesAnswer(field) && field.kind !== 'hidden')
    if (below.length > 0 && below.every((field) => hidden.has(field.id))) hidden.add(id)
  }
  return hidden
}

/** The fields of a page of which some need no look. What goes wrong with one of them opens it, and it stays open. */
export function FoldedFields({ page: { fields } }: { page: Page }) {
  const store = useAnswerStore()
  const { renewal } = useFormFacts()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const known = fields.filter((field) => renewal?.folded.has(field.id))
  const faulty = useStored(
    store,
    useCallback(() => {
      const folded = fields.filter((field) => renewal?.folded.has(field.id))
      return folded.flatMap((field) => (store.isFaulty(field.id) ? [field.id] : [])).join()
    }, [store, fields, renewal]),
  )
  const [opened, setOpened] = useState<readonly string[]>([])
  const more = faulty.split(',').filter((one) => one !== '' && !opened.includes(one))
  if (more.length > 0) setOpened([...opened, ...more])
  const shut = known.filter((field) => !opened.includes(field.id) && !more.includes(field.id))
  const count = useStored(store, () => countKnown(shut, store.readDecision()))
  const hidden = isOpen ? new Set<string>() : listHidden(fields, (field) => shut.includes(field))
  const named = shut.filter((field) => countKnown([field], store.readDecision()) > 0).map(({ label }) => fillQuotes(label, {}))
  const names = named.length > maxNamed ? [...named.slice(0, maxNamed - 1), `${named.length - maxNamed + 1} more`] : named
  return (
    <>
      {count > 0 && (
        <section
          aria-labelledby={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-card py-3 pr-3 pl-4"
        >
          <div className="grid min-w-0 flex-[1_1_14rem] gap-0.5 wrap-anywhere">
            <p id={id} className="font-strong">
              We know {count === 1 ? '1 answer' : `${count} answers`} from “{renewal?.title}”
            </p>
            <p className="text-small text-soft">{names.join(' · ')}</p>
          </div>
          <Button size="small" aria-expanded={isOpen} aria-describedby={id} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Show and change'}
          </Button>
        </section>
      )}
      <FieldGrid>
        {fields.map((field) => (hidden.has(field.id) ? null : <FieldCell key={field.id} field={field} group={null} row={null} />))}
      </FieldGrid>
    </>
  )
}
