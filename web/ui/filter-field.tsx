import { Search } from 'lucide-react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'

type FilterFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (typed: string) => void
  /** Called on Enter, to pick the first item that matches. */
  onEnter?: () => void
  isInvalid?: boolean
  className?: string
}

/** Filters the list below it by the typed text. */
export function FilterField({ label, placeholder, value, onChange, onEnter, isInvalid = false, className }: FilterFieldProps) {
  return (
    <span className={joinClasses('relative', className)}>
      <Search size={18} aria-hidden="true" className="pointer-events-none absolute top-3.5 left-3.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter picks the first match here, so it must not submit the form.
          event.preventDefault()
          onEnter?.()
        }}
        className={controlClasses(isInvalid, 'h-11.5 pr-3.5 pl-10.5')}
      />
    </span>
  )
}
