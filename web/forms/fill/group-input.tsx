import { Plus } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { FieldState } from '../../../domain/forms/decide.ts'
import type { GroupField, InnerField } from '../../../domain/forms/fields.ts'
import { canBeChild, fillChild } from '../../../domain/forms/fill-child.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { rowsOf } from './fit-answers.ts'
import { useAnswerStore, useFormFacts, useGroup } from './form-context.ts'
import { pathOf } from './places.ts'
import { FieldGrid } from './question.tsx'

const chipClasses =
  'inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border px-4 font-medium leading-none transition-colors duration-100'

type GroupInputProps = { field: GroupField; state: FieldState; renderField: (field: InnerField, row: number) => ReactNode }

/** The same questions for each child, player or guest: one chip for each of them, and the questions of the one that is open. */
export function GroupInput({ field, state, renderField }: GroupInputProps) {
  const store = useAnswerStore()
  const { uploads } = useFormFacts()
  const { keys, names, open, error } = useGroup(store, field)
  /** How often a row was added or filled here. */
  const [added, setAdded] = useState(0)
  const noteAdded = () => setAdded(added + 1)
  const openChip = useRef<HTMLButtonElement>(null)
  // The button that removes a row disappears with it, and those that add one when they have done so.
  useFocusAfterRemoval(openChip, keys.length)
  useLayoutEffect(() => {
    if (added > 0 && document.activeElement === document.body) openChip.current?.focus({ preventScroll: true })
  }, [added])
  const minRows = Math.max(field.minRows, state.isRequired ? 1 : 0)
  const name = names[open] ?? ''
  const hasEmptyRow = rowsOf(store.readAnswers(), field.id).some((row) => Object.keys(row).length === 0)
  const remove = () => {
    // What is on its way for this row comes to no other.
    const anchors = field.fields.map((inner) => store.anchorOf(pathOf({ field: inner.id, group: field.id, row: open })))
    const sendAgain = uploads?.setAside(anchors)
    const restore = store.removeRow(field.id, open)
    const onPress = () => {
      restore()
      sendAgain?.()
    }
    showSnackbar(`${name} was removed`, { duration: 5000, action: { label: 'Undo', onPress } })
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <legend className="mb-2 w-full text-small font-strong wrap-anywhere">{field.label}</legend>
      {field.hint !== '' && <p className="text-small text-soft">{field.hint}</p>}
      <div className="flex flex-wrap gap-2">
        {keys.map((key, row) => (
          <button
            key={key}
            ref={row === open ? openChip : undefined}
            type="button"
            aria-pressed={row === open}
            onClick={() => store.openRow(field.id, row)}
            className={joinClasses(chipClasses, row === open ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:bg-wash')}
          >
            <span className="truncate">{names[row]}</span>
          </button>
        ))}
        {(hasEmptyRow || keys.length < field.maxRows) && <ChildChips field={field} names={names} onFill={noteAdded} />}
        {keys.length < field.maxRows && (
          <button
            type="button"
            onClick={() => {
              store.addRow(field.id)
              noteAdded()
            }}
            className={joinClasses(chipClasses, 'border-line bg-card hover:bg-wash')}
          >
            <Plus size={16} aria-hidden="true" />
            <span className="sr-only">Add </span>
            {field.rowLabel}
          </button>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
      {keys.length > 0 && (
        // The inputs begin again in a row that was filled.
        <section key={`${keys[open]} ${added}`} aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <FieldGrid>{field.fields.map((inner) => renderField(inner, open))}</FieldGrid>
          {keys.length > minRows && (
            <p className="text-small">
              <TextButton onClick={remove}>Remove {name}</TextButton>
            </p>
          )}
        </section>
      )}
    </fieldset>
  )
}

/** One tap for each child of the account that has no row yet. */
function ChildChips({ field, names, onFill }: { field: GroupField; names: readonly string[]; onFill: () => void }) {
  const store = useAnswerStore()
  const { children, price } = useFormFacts()
  if (!canBeChild(field)) return null
  const rows = children.map((child) => ({ child, row: fillChild(field, child, price.today) }))
  return rows
    .filter(({ child: { name }, row }) => !names.some((known) => known === name || Object.values(row).includes(known)))
    .map(({ child: { id, name }, row }) => (
      <button
        key={id}
        type="button"
        onClick={() => {
          store.fillRow(field.id, row)
          onFill()
        }}
        className={joinClasses(chipClasses, 'border-court bg-card text-court hover:bg-wash')}
      >
        <Plus size={16} aria-hidden="true" />
        <span className="truncate">Add {name}</span>
      </button>
    ))
}
