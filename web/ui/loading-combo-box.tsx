import { type LucideIcon, MapPin, Search } from 'lucide-react'
import { useId } from 'react'
import { joinClasses } from './class-names.ts'
import { controlClasses } from './field.tsx'

type LoadingComboBoxProps = {
  label: string
  isLabelHidden?: boolean | undefined
  placeholder?: string | undefined
  size?: 'normal' | 'large' | undefined
  icon?: LucideIcon | undefined
  value: string
  onChange: (text: string) => void
  onFocusChange: (isFocused: boolean) => void
}

/** Looks like the combo box, and accepts typed text while the code of the combo box still loads. */
export function LoadingComboBox({
  label,
  isLabelHidden = false,
  placeholder,
  size = 'normal',
  icon,
  value,
  onChange,
  onFocusChange,
}: LoadingComboBoxProps) {
  const id = useId()
  const isLarge = size === 'large'
  const Icon = icon ?? (isLarge ? Search : MapPin)
  const focusClasses = 'focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court'
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-small font-strong'}>
        {label}
      </label>
      <div
        className={
          isLarge
            ? joinClasses('flex h-15 items-center gap-3 rounded-full border border-line bg-card pr-5 pl-5.5 shadow-card', focusClasses)
            : controlClasses(false, joinClasses('flex h-11.5 items-center gap-2.5 px-3.5', focusClasses))
        }
      >
        <Icon size={isLarge ? 21 : 18} aria-hidden="true" className="flex-none text-soft" />
        <input
          id={id}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
          className={joinClasses(
            'h-full min-w-0 flex-1 truncate bg-transparent outline-none focus-visible:outline-none',
            isLarge && 'text-lead',
          )}
        />
      </div>
    </div>
  )
}
