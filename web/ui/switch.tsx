import { type ComponentProps, type ReactNode, useId } from 'react'
import { joinClasses } from './class-names.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> & {
  label: ReactNode
  /** For a table whose row and column say it. */
  isLabelHidden?: boolean
  hint?: ReactNode
  className?: string
}

/** For what takes effect at once. A choice that waits for a form's button is a Checkbox. */
export function Switch({ label, isLabelHidden = false, hint, className, id, ...rest }: SwitchProps) {
  const ownId = useId()
  const controlId = id ?? ownId
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
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state, whatever role it has.
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
