import { type MouseEvent, type ReactNode, useId } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { TextButton } from '../../ui/text-button.tsx'

type QuestionProps = {
  label: string
  isOptional: boolean
  hint?: string
  error: string | undefined
  /** Takes the answer back. Leave it out while there is none, or where an answer can be changed to nothing. */
  onClear?: (() => void) | undefined
  children: ReactNode
}

/** Moves the focus from a button of a question, which disappears when it is pressed, to the question itself. */
export const focusQuestionOf = ({ currentTarget }: MouseEvent) => currentTarget.closest('fieldset')?.focus({ preventScroll: true })

/** The label, the hint and the error around an input that has several controls. */
export function Question({ label, isOptional, hint, error, onClear, children }: QuestionProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset
      tabIndex={-1}
      aria-describedby={describedBy || undefined}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2"
    >
      <legend className="mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-3 text-small font-strong wrap-anywhere">
        {label} {isOptional && <span className="font-normal text-soft">Optional</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-soft">
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {onClear && (
        <p className="text-small">
          <TextButton
            onClick={(event) => {
              focusQuestionOf(event)
              onClear()
            }}
          >
            Clear<span className="sr-only"> {label}</span>
          </TextButton>
        </p>
      )}
    </fieldset>
  )
}

/** Two fields of half the width stand beside each other. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-x-3 gap-y-5">{children}</div>
)

/** Marks a field whose own label has no place for it. The label is the first part of the field, and leaves room for the mark. */
export const OptionalMark = ({ isOptional, children }: { isOptional: boolean; children: ReactNode }) => (
  <div className={isOptional ? 'relative [&>*>:first-child]:pr-17' : 'relative'}>
    {children}
    {isOptional && <span className="absolute top-0 right-0 text-small text-soft">Optional</span>}
  </div>
)
