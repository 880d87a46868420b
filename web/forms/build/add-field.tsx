import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import type { FieldKind } from '../../../domain/forms/fields.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { findKinds, kindWords } from './kinds.ts'

type AddFieldProps = { canBeGroup: boolean; onAdd: (kind: FieldKind) => void; ref?: Ref<HTMLInputElement> }

/** Finds a kind of field by what is typed, and adds it. The list is part of the page, so it is never cut off at an edge of the window. */
export function AddField({ canBeGroup, onAdd, ref }: AddFieldProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const kinds = findKinds(text, canBeGroup)
  const current = kinds[Math.min(active, kinds.length - 1)]
  const optionId = (kind: FieldKind) => `${id}-${kind}`

  const add = (kind: FieldKind) => {
    onAdd(kind)
    setText('')
    setOpen(false)
    setActive(0)
  }
  const moveTo = (index: number) => {
    setOpen(true)
    const next = (index + kinds.length) % Math.max(kinds.length, 1)
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const index = current ? kinds.indexOf(current) : 0
    if (event.key === 'ArrowDown') moveTo(isOpen ? index + 1 : index)
    else if (event.key === 'ArrowUp') moveTo(isOpen ? index - 1 : index)
    else if (event.key === 'Enter' && isOpen && current) add(current)
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="rounded-card border border-dashed border-edge focus-within:border-solid focus-within:border-court">
      <div className="flex items-center gap-1.5 px-4">
        <span aria-hidden="true" className="font-bold">
          /
        </span>
        <input
          ref={ref}
          role="combobox"
          aria-label="Add a field"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && current ? optionId(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Type to add a field: text, choice, waiver, signature, product …"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setActive(0)
            setOpen(true)
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={pressKey}
          className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-soft focus-visible:outline-none"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Kinds of fields"
        hidden={!isOpen || kinds.length === 0}
        className="max-h-72 overflow-y-auto border-t border-line p-1.5"
      >
        {isOpen &&
          kinds.map((kind) => {
            const { name, icon: Icon } = kindWords[kind]
            return (
              <button
                type="button"
                key={kind}
                id={optionId(kind)}
                role="option"
                tabIndex={-1}
                aria-selected={kind === current}
                // The field would lose its focus, and the list would close before the press ends.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => add(kind)}
                className={joinClasses(
                  'flex min-h-11 w-full items-center gap-3 rounded-[7px] px-3 text-left hover:bg-court-wash',
                  kind === current && 'bg-court-wash',
                )}
              >
                <Icon size={18} aria-hidden="true" className="flex-none text-soft" />
                {name}
              </button>
            )
          })}
      </div>
      {isOpen && kinds.length === 0 && (
        <p role="status" className="border-t border-line px-4 py-3 text-soft">
          There is no such field. Try text, choice, date or price.
        </p>
      )}
    </div>
  )
}
