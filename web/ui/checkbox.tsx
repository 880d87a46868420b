import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'
import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string
}

export function Checkbox({ label, hint, error, className, id, ...rest }: CheckboxProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <span className="relative mt-px grid size-5.5 flex-none place-items-center">
          <input
            type="checkbox"
            {...rest}
            id={controlId}
            aria-describedby={describedBy || undefined}
            aria-invalid={error ? true : undefined}
            className={joinClasses(
              'peer absolute inset-0 appearance-none rounded-[6px] border bg-card transition-colors duration-100 checked:border-court checked:bg-court disabled:opacity-55',
              error ? 'border-bad' : 'border-edge',
            )}
          />
          <svg viewBox="0 0 16 16" className="relative hidden size-4 text-on-court peer-checked:block" fill="none" aria-hidden="true">
            <path d="m3 8.4 3.3 3.2L13 4.9" stroke="currentColor" strokeWidth="2.3" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
        <span className="grid gap-0.5">
          <span>{label}</span>
          {hint && (
            <span id={`${controlId}-hint`} className="text-small text-soft">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
    </div>
  )
}
