import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export const iconButtonClasses = (className?: string) =>
  joinClasses(
    'relative inline-grid size-11 flex-none place-items-center rounded-full text-ink transition-colors duration-100 hover:bg-wash disabled:opacity-55',
    className,
  )

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> & {
  /** Says what the button does, for screen readers and in the tooltip. */
  label: string
  children: ReactNode
  className?: string
}

export function IconButton({ label, children, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={iconButtonClasses(className)}>
      {children}
    </button>
  )
}
