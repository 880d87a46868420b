import { Search } from 'lucide-react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'

type FilterFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (typed: string) => void
  /** Takes the first that fits. */
  onEnter: () => void
  isInvalid?: boolean
  className?: string
}

/** Shortens the list below it to what fits the typed words. */
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
          // Not the form's Enter: the first that fits is meant.
          event.preventDefault()
          onEnter()
        }}
        className={controlClasses(isInvalid, 'h-11.5 pr-3.5 pl-10.5')}
      />
    </span>
  )
}
