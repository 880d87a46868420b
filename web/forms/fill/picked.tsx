import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useFocusOfPick } from '../../ui/use-focus-of-pick.ts'
import type { textsOf } from './field-props.ts'
import { OptionalMark } from './question.tsx'

type PickedProps = {
  texts: ReturnType<typeof textsOf>
  /** What was picked; null while nothing is. */
  name: string | null
  onClear: () => void
  /** The field in which one is searched for. */
  children: (field: { label: string; hasPickedBefore: boolean }) => ReactNode
}

/** A thing that was found by its name, with a button to choose another, or the field that finds it. */
export function Picked({ texts: { label, isOptional, hint, error }, name, onClear, children }: PickedProps) {
  const id = useId()
  const { button, hasPickedBefore } = useFocusOfPick(name !== null)
  return (
    <div className="grid content-start gap-1.5">
      {name === null ? (
        <OptionalMark isOptional={isOptional}>{children({ label, hasPickedBefore })}</OptionalMark>
      ) : (
        <>
          <p className="flex items-baseline justify-between gap-3 text-small font-strong">
            <span id={id}>{label}</span> {isOptional && <span className="font-normal text-soft">Optional</span>}
          </p>
          <div className="flex min-h-11.5 items-center justify-between gap-3 rounded-control border border-line bg-card pr-1.5 pl-3.5">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Button ref={button} size="small" variant="quiet" aria-describedby={id} onClick={onClear}>
              Choose another
            </Button>
          </div>
        </>
      )}
      {error && <FieldError>{error}</FieldError>}
      {hint && <p className="text-small text-soft">{hint}</p>}
    </div>
  )
}
