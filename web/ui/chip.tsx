import { ChevronDown, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { joinClasses } from './class-names.ts'

const chipClasses = (isOn: boolean, className?: string) =>
  joinClasses(
    'relative inline-flex min-h-8.5 items-center gap-1.5 whitespace-nowrap rounded-full border px-3.25 text-small font-medium leading-none transition-colors duration-100',
    isOn ? 'border-ink bg-ink text-paper' : 'border-line bg-card text-ink',
    className,
  )

/** Chips look 34 px high. This invisible edge makes the area that reacts to a press 44 px high, which a thumb needs. */
const touchAreaClasses = 'after:absolute after:-inset-y-[5px] after:inset-x-0'

/** A short fact. It cannot be pressed. */
export function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={chipClasses(false, className)}>{children}</span>
}

type ToggleChipProps = {
  isOn: boolean
  onToggle: () => void
  isDisabled?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
  className?: string
}

/** A filter or choice that is on or off. */
export function ToggleChip({ isOn, onToggle, isDisabled = false, ref, children, className }: ToggleChipProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onToggle}
      className={chipClasses(isOn, joinClasses(touchAreaClasses, 'disabled:opacity-55', !isOn && 'hover:bg-wash', className))}
    >
      {children}
    </button>
  )
}

type DropdownChipProps = { isOn: boolean; isOpen: boolean; onOpen: () => void; ref?: Ref<HTMLButtonElement>; children: ReactNode }

/** A filter that shows its value and opens a dialog to change it. */
export function DropdownChip({ isOn, isOpen, onOpen, ref, children }: DropdownChipProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onOpen}
      className={chipClasses(isOn, joinClasses(touchAreaClasses, !isOn && 'hover:bg-wash'))}
    >
      {children}
      {!isOn && <ChevronDown size={14} aria-hidden="true" className="-mr-1 text-soft" />}
    </button>
  )
}

type RemovableChipProps = { children: ReactNode; removeLabel: string; onRemove: () => void; className?: string }

export function RemovableChip({ children, removeLabel, onRemove, className }: RemovableChipProps) {
  return (
    <span className={chipClasses(false, joinClasses('pr-1', className))}>
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        onClick={onRemove}
        className="relative grid size-6.5 place-items-center rounded-full text-soft after:absolute after:-inset-[9px] hover:bg-wash hover:text-ink"
      >
        <X size={15} aria-hidden="true" />
      </button>
    </span>
  )
}
