import { NavLink, useLocation } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'

const contexts = [
  { to: '/discover', label: 'Games' },
  { to: '/discover/places', label: 'Places' },
] as const

/** What is looked for; where and for which activity stays the same. */
export function ContextLinks() {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  query.delete('show')
  const kept = query.size > 0 ? `?${query}` : ''
  return (
    <nav aria-label="Discover" className="flex gap-5">
      {contexts.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to + kept}
          end
          className={({ isActive }) =>
            joinClasses(
              'inline-flex min-h-11 items-center border-b-2 font-strong',
              isActive ? 'border-court text-ink' : 'border-transparent text-soft hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
