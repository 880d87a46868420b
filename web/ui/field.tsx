import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'

export type FieldTexts = {
  label: string
  /** Shows the label only to screen readers. Use it where the position of the field makes its meaning clear. */
  isLabelHidden?: boolean
  isOptional?: boolean
  hint?: ReactNode
  error?: string | undefined
}

/** The classes of every box in which the user types or chooses. */
export const controlClasses = (isInvalid: boolean, className?: string) =>
  joinClasses(
    'w-full rounded-control border bg-card text-ink transition-[border-color] duration-100',
    'disabled:cursor-not-allowed disabled:bg-wash disabled:text-soft',
    isInvalid ? 'border-bad' : 'border-edge hover:border-soft',
    className,
  )

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-small font-medium text-bad">
      <svg viewBox="0 0 16 16" className="mt-[3px] size-4 flex-none" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
        <circle cx="8" cy="8" r="6.6" />
        <path d="M8 4.6v4.1M8 11.2v.2" strokeLinecap="round" />
      </svg>
      <span>{children}</span>
    </p>
  )
}

/** Counts characters as people see them, like the contracts do: a family emoji is one character. */
const countCharacters = (text: string) => [...new Intl.Segmenter().segment(text)].length

/** React Hook Form sets values without telling React. So we read the length from the page, after each render and each key press. */
function useTypedLength(box: RefObject<HTMLDivElement | null>, isCounted: boolean) {
  const [length, setLength] = useState(0)
  const read = () => {
    const control = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
    if (control) setLength(countCharacters(control.value))
  }
  useEffect(() => {
    if (isCounted) read()
  })
  return { length, read }
}

type ControlIds = { id: string; describedBy: string | undefined }
type FieldFrameProps = FieldTexts & {
  id?: string | undefined
  limit?: number | undefined
  className?: string | undefined
  children: (ids: ControlIds) => ReactNode
}

/** The label above a field, the hint or error below it, and a counter at the right if there is a limit. */
function FieldFrame({ label, isLabelHidden, isOptional, hint, error, id, limit, className, children }: FieldFrameProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const container = useRef<HTMLDivElement>(null)
  const { length, read } = useTypedLength(container, limit !== undefined)
  const remaining = limit === undefined ? 0 : limit - length
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`, limit !== undefined && `${controlId}-count`]
  return (
    <div ref={container} onInput={limit === undefined ? undefined : read} className={joinClasses('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-small font-strong'}>
        {label} {isOptional && <span className="font-normal text-soft">Optional</span>}
      </label>
      {children({ id: controlId, describedBy: describedBy.filter(Boolean).join(' ') || undefined })}
      {(hint || error || limit !== undefined) && (
        <div className="flex justify-between gap-4">
          <div className="grid gap-1">
            {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
            {hint && (
              <p id={`${controlId}-hint`} className="text-small text-soft">
                {hint}
              </p>
            )}
          </div>
          {limit !== undefined && (
            <p
              id={`${controlId}-count`}
              className={joinClasses('flex-none text-small', remaining < 0 ? 'font-strong text-bad' : 'text-soft')}
            >
              {remaining < 0 ? `${-remaining} too many` : remaining <= 20 ? `${remaining} left` : `${length} of ${limit}`}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'prefix'> & {
    /** The maximum number of characters. The user can type or paste more and sees that it is too much, so nothing is cut off silently. */
    limit?: number
    /** A unit inside the box, such as $ or miles. */
    before?: string
    after?: string
    /** A button at the right end of the box. */
    action?: ReactNode
    className?: string
  }

const unitClasses = 'pointer-events-none absolute inset-y-0 flex items-center text-soft'

export function TextField({
  label,
  isLabelHidden,
  isOptional,
  hint,
  error,
  limit,
  before,
  after,
  action,
  id,
  className,
  ...rest
}: TextFieldProps) {
  const texts = { label, hint, error, isLabelHidden: isLabelHidden ?? false, isOptional: isOptional ?? false }
  return (
    <FieldFrame {...texts} id={id} limit={limit} className={className}>
      {(ids) => (
        <div className="relative">
          {before && <span className={joinClasses(unitClasses, 'left-3.5')}>{before}</span>}
          <input
            type="text"
            {...rest}
            id={ids.id}
            aria-describedby={ids.describedBy}
            aria-invalid={error ? true : undefined}
            className={controlClasses(
              Boolean(error),
              joinClasses('h-11.5', before ? 'pl-8' : 'pl-3.5', after || action ? 'pr-16' : 'pr-3.5'),
            )}
          />
          {after && <span className={joinClasses(unitClasses, 'right-3.5')}>{after}</span>}
          {action && <span className="absolute inset-y-0 right-px flex items-center">{action}</span>}
        </div>
      )}
    </FieldFrame>
  )
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'className'> & { limit?: number; className?: string }

/** Grows with its text in browsers that support it. In all browsers, the user can drag it to make it larger. */
export function TextArea({ label, isLabelHidden, isOptional, hint, error, limit, id, className, rows = 4, ...rest }: TextAreaProps) {
  const texts = { label, hint, error, isLabelHidden: isLabelHidden ?? false, isOptional: isOptional ?? false }
  return (
    <FieldFrame {...texts} id={id} limit={limit} className={className}>
      {(ids) => (
        <textarea
          {...rest}
          rows={rows}
          id={ids.id}
          aria-describedby={ids.describedBy}
          aria-invalid={error ? true : undefined}
          className={controlClasses(Boolean(error), 'field-sizing-content block max-h-96 min-h-28 resize-y px-3.5 py-2.5')}
        />
      )}
    </FieldFrame>
  )
}
