import { Monitor, Moon, Sun } from 'lucide-react'
import type { Theme } from '../../domain/themes.ts'
import { joinClasses } from '../ui/class-names.ts'
import { useTheme } from './theme.ts'

const options: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
  { theme: 'system', label: 'Device', icon: Monitor },
]

export function ThemeSwitch() {
  const [current, choose] = useTheme()
  return (
    <fieldset className="grid grid-cols-3 rounded-control border border-line bg-paper p-1">
      <legend className="sr-only">Light or dark</legend>
      {options.map(({ theme, label, icon: Icon }) => (
        <label
          key={theme}
          className={joinClasses(
            'flex min-h-11 items-center justify-center gap-2 rounded-[6px] text-small font-strong has-focus-visible:outline-2 has-focus-visible:outline-court',
            theme === current ? 'bg-card text-ink shadow-card' : 'text-soft hover:text-ink',
          )}
        >
          <input type="radio" name="theme" className="sr-only" checked={theme === current} onChange={() => choose(theme)} />
          <Icon size={16} aria-hidden="true" />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
