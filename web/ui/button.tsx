import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** `primary` is the main action of a screen. Each screen has at most one. */
export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'small'

const looks: Record<ButtonVariant, string> = {
  primary: 'border-court bg-court text-on-court hover:brightness-94 active:brightness-88',
  plain: 'border-line bg-card text-ink hover:bg-wash active:brightness-97',
  quiet: 'border-transparent text-court hover:bg-court-wash active:brightness-97',
  danger: 'border-bad bg-bad text-on-bad hover:brightness-94 active:brightness-88',
}

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-11.5 px-5',
  // The button looks lower than 44 px. The area that reacts to a press is still 44 px high.
  small: 'min-h-9.5 px-3.5 text-small after:absolute after:-inset-y-1 after:inset-x-0',
}

/** Exported for React Aria's own buttons, which open menus and selects. */
export const buttonClasses = (variant: ButtonVariant = 'plain', size: ButtonSize = 'normal', className?: string) =>
  joinClasses(
    'relative inline-flex select-none items-center justify-center gap-2 rounded-control border text-center font-strong leading-tight',
    'transition-[background-color,filter] duration-100 disabled:opacity-55',
    sizes[size],
    looks[variant],
    className,
  )

type Look = { variant?: ButtonVariant; size?: ButtonSize; className?: string; children: ReactNode }

export type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & Look & { isPending?: boolean; pendingLabel?: string }

/** While the button is pending, it keeps its width and its focus, and presses do nothing. */
export function Button({ variant, size, className, children, isPending = false, pendingLabel = 'Working', onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isPending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(isPending ? { 'aria-disabled': true, 'aria-busy': true } : {})}
      onClick={handleClick}
      className={buttonClasses(variant, size, className)}
    >
      {isPending ? (
        <>
          <span className="invisible inline-flex items-center gap-2">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
          <VisuallyHidden>{pendingLabel}</VisuallyHidden>
        </>
      ) : (
        children
      )}
    </button>
  )
}

type LinkButtonProps = Look & Omit<ComponentProps<typeof Link>, 'className' | 'children'>

export function LinkButton({ variant, size, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClasses(variant, size, className)}>
      {children}
    </Link>
  )
}
