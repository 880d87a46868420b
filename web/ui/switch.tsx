import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> & {
  label: ReactNode
  /** Shows the label only to screen readers, for tables whose row and column already name the switch. */
  isLabelHidden?: boolean
  hint?: ReactNode
  className?: string
}

/** A setting that changes at once. Use a Checkbox for a choice that waits for the button of a form. */
export function Switch({ label, isLabelHidden = false, hint, className, id, ...rest }: SwitchProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  return (
    <label className={joinClasses('flex min-h-11 items-start justify-between gap-5 py-2.5', className)}>
      <span className={isLabelHidden ? 'sr-only' : 'grid gap-0.5'}>
        <span>{label}</span>
        {hint && (
          <span id={`${controlId}-hint`} className="text-small text-soft">
            {hint}
          </span>
        )}
      </span>
      <span className="relative h-6.5 w-11 flex-none">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the browser exposes the state of a checkbox itself, also with another role.
          role="switch"
          {...rest}
          id={controlId}
          aria-describedby={hint ? `${controlId}-hint` : undefined}
          className="peer absolute inset-0 size-full appearance-none rounded-full bg-edge transition-colors duration-150 checked:bg-court disabled:opacity-55"
        />
        <span className="pointer-events-none absolute left-[3px] top-[3px] size-5 rounded-full bg-card shadow-card transition-transform duration-150 peer-checked:translate-x-[18px]" />
      </span>
    </label>
  )
}
