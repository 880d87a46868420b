import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { joinClasses } from './class-names.ts'

export type FieldWords = {
  label: string
  /** Read by screen readers only; for a field whose place says what it is. */
  isLabelHidden?: boolean
  isOptional?: boolean
  hint?: ReactNode
  error?: string | undefined
}

/** Shared by everything that looks like a box to type or choose in. */
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

/** What people call characters: a family emoji is one, as the contracts count it. */
const countCharacters = (text: string) => [...new Intl.Segmenter().segment(text)].length

/** A form library sets values past React, so the length is read from the box itself after each render and each key. */
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

type Ids = { id: string; describedBy: string | undefined }
type FieldFrameProps = FieldWords & {
  id?: string | undefined
  limit?: number | undefined
  className?: string | undefined
  children: (ids: Ids) => ReactNode
}

/** Label above, hint or error below, a counter at the right when there is a limit. */
function FieldFrame({ label, isLabelHidden, isOptional, hint, error, id, limit, className, children }: FieldFrameProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const box = useRef<HTMLDivElement>(null)
  const { length, read } = useTypedLength(box, limit !== undefined)
  const left = limit === undefined ? 0 : limit - length
  const describedBy = [error && `${controlId}-error`, hint && `${controlId}-hint`, limit !== undefined && `${controlId}-count`]
  return (
    <div ref={box} onInput={limit === undefined ? undefined : read} className={joinClasses('grid gap-1.5', className)}>
      <label htmlFor={controlId} className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3 text-small font-strong'}>
        {label}
        {isOptional && <span className="font-normal text-soft">Optional</span>}
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
            <p id={`${controlId}-count`} className={joinClasses('flex-none text-small', left < 0 ? 'font-strong text-bad' : 'text-soft')}>
              {left < 0 ? `${-left} too many` : left <= 20 ? `${left} left` : `${length} of ${limit}`}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

type TextFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'className' | 'prefix'> & {
    /** Characters that fit. Typing past it is allowed and said, so that nothing pasted is cut in silence. */
    limit?: number
    /** A unit in the box, such as $ or miles. */
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
  const words = { label, hint, error, isLabelHidden: isLabelHidden ?? false, isOptional: isOptional ?? false }
  return (
    <FieldFrame {...words} id={id} limit={limit} className={className}>
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

type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, 'className'> & { limit?: number; className?: string }

/** Grows with what is typed where the browser can, and can be pulled larger everywhere. */
export function TextArea({ label, isLabelHidden, isOptional, hint, error, limit, id, className, rows = 4, ...rest }: TextAreaProps) {
  const words = { label, hint, error, isLabelHidden: isLabelHidden ?? false, isOptional: isOptional ?? false }
  return (
    <FieldFrame {...words} id={id} limit={limit} className={className}>
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
