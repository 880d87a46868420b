import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { type Field, isPrivate } from '../../../domain/forms/fields.ts'
import { listQuoted, type Quotes } from '../../../domain/forms/quotes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FieldInput } from './field-input.tsx'
import { useAnswerStore, useCell, useFormFacts } from './form-context.ts'
import { GroupInput } from './group-input.tsx'
import type { FieldMark } from './known-answers.ts'
import { pathOf } from './places.ts'

/** Writing answers in words is large, so it is loaded only if a form quotes some. */
const Quoting = lazy(async () => ({ default: (await import('./quoting.tsx')).Quoting }))

const noneLeft: ReadonlyMap<string, number> = new Map()

const markWords: Record<FieldMark, string> = { new: 'New', changed: 'Changed', expired: 'Expired' }

const privateHint = 'Only the owner of the community and people they choose see this answer.'

/** Whoever answers knows who reads it. */
const withReaders = (field: Field): Field =>
  isPrivate(field) ? { ...field, hint: [field.hint, privateHint].filter(Boolean).join(' ') } : field

/** A field with its place among the answers. It reads only what it shows. */
export function FieldCell({ field: plain, group, row }: { field: Field; group: string | null; row: number | null }) {
  const field = useMemo(() => withReaders(plain), [plain])
  const store = useAnswerStore()
  const { left, marks } = useFormFacts()
  const place = { field: field.id, group, row }
  const { state, value, error } = useCell(store, place)
  const { id } = field
  const change = useCallback((next: unknown) => store.setAnswer({ field: id, group, row }, next), [store, id, group, row])
  if (!state.isAsked || field.kind === 'hidden') return null
  const mark = Object.hasOwn(marks, id) && !state.isSigned ? marks[id] : undefined
  const draw = (shown: Field, quotes?: Quotes): ReactNode => {
    if (shown.kind === 'group')
      return (
        <GroupInput
          field={shown}
          state={state}
          renderField={(inner, innerRow) => <FieldCell key={inner.id} field={inner} group={id} row={innerRow} />}
        />
      )
    if (state.isLeft === true) return <LeftField label={shown.label} isRequired={state.isRequired} />
    return (
      <FieldInput
        field={shown}
        state={state}
        path={pathOf(place)}
        value={value}
        onChange={change}
        left={left.get(id) ?? noneLeft}
        error={error}
        {...(quotes && { quotes })}
      />
    )
  }
  return (
    <div data-answer={pathOf(place)} className={`min-w-0 ${field.width === 'half' ? 'col-span-2 min-[22rem]:col-span-1' : 'col-span-2'}`}>
      {mark && <p className="mb-1 text-tiny font-bold text-court">{markWords[mark]}</p>}
      <Suspense fallback={<Skeleton className="h-18" />}>
        {listQuoted(field).length > 0 ? (
          <Quoting field={field} row={row}>
            {draw}
          </Quoting>
        ) : (
          draw(field)
        )}
      </Suspense>
    </div>
  )
}

/** What an organizer cannot say for somebody else. */
const LeftField = ({ label, isRequired }: { label: string; isRequired: boolean }) => (
  <div className="grid gap-0.5 rounded-card border border-line bg-wash px-4 py-3">
    <p className="text-small font-strong wrap-anywhere">{label}</p>
    <p className="text-small text-soft">
      {isRequired ? 'They are asked for it when you have saved.' : 'Only they can say this. It is optional.'}
    </p>
  </div>
)

/** Moves the focus to the field of an answer. Returns whether it has something that takes it. */
export function focusAnswer(path: string): boolean {
  const field = document.querySelector(`[data-answer="${CSS.escape(path)}"]`)
  const control = field?.querySelector<HTMLElement>(
    'input:not([type=file]):not(:disabled), textarea, [role=spinbutton], button, [tabindex]:not(fieldset)',
  )
  control?.focus()
  return control !== undefined && control !== null
}

/** The answer that somebody leaves, by where the focus was and where it goes. */
export function findLeftAnswer({ target, relatedTarget }: { target: Element; relatedTarget: EventTarget | null }): string | null {
  // The button checks all fields. An error that appears before it is released would move it away.
  if (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit') return null
  const field = target.closest<HTMLElement>('[data-answer]')
  return field && !(relatedTarget instanceof Node && field.contains(relatedTarget)) ? (field.dataset.answer ?? null) : null
}
