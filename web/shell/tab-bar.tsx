import { Menu } from 'lucide-react'
import { NavLink } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'
import { useNavigation } from './navigation.ts'

const tabClasses = 'grid min-h-13 content-center justify-items-center gap-0.5 text-[0.71875rem] leading-tight'

/** Where the thumb is. On wide screens the top bar has it all. */
export function TabBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-20 in-[body:has([data-bar=action])]:hidden grid auto-cols-fr grid-flow-col border-t border-line bg-card px-2 pt-1.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      {useNavigation().map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) => joinClasses(tabClasses, isActive ? 'font-bold text-court' : 'text-soft')}
        >
          <Icon size={21} aria-hidden="true" />
          {label}
        </NavLink>
      ))}
      <button type="button" onClick={onOpenDrawer} aria-haspopup="dialog" className={joinClasses(tabClasses, 'text-soft')}>
        <Menu size={21} aria-hidden="true" />
        More
      </button>
    </nav>
  )
}
