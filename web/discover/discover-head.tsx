import { NavLink, useLocation } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'

const contexts = [
  { to: '/discover', label: 'Games' },
  { to: '/discover/places', label: 'Places' },
  { to: '/discover/communities', label: 'Communities' },
] as const

/** What is looked for; where and for which activity stays the same. */
export function ContextLinks() {
  const { search } = useLocation()
  const kept = (to: string) => {
    const query = new URLSearchParams(search)
    query.delete('show')
    // A community has games, and nothing else to look for.
    if (to !== '/discover') query.delete('team')
    return query.size > 0 ? `?${query}` : ''
  }
  return (
    <nav aria-label="Discover" className="flex gap-5">
      {contexts.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to + kept(to)}
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
