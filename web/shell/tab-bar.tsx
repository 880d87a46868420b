import { Menu } from 'lucide-react'
import { Link } from 'react-router'
import { joinClasses } from '../ui/class-names.ts'
import { type NavigationItem, useHostGame, useNavigation } from './navigation.ts'
import { UnreadMessages } from './unread-messages.tsx'

const tabClasses = 'grid min-h-13 content-center justify-items-center gap-0.5 text-[0.71875rem] leading-tight'

/** The bar at the bottom of phones, in reach of the thumb. On wide screens the top bar has the same links. */
export function TabBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const items = useNavigation()
  const hostGame = useHostGame()
  const middle = Math.ceil((items.length + 1) / 2)
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-20 in-[body:has([data-bar=action])]:hidden grid auto-cols-fr grid-flow-col border-t border-line bg-card px-2 pt-1.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      {items.slice(0, middle).map((item) => (
        <Tab key={item.to} {...item} />
      ))}
      {hostGame && (
        <Link to={hostGame.to} aria-label={hostGame.label} className="grid place-items-center">
          <span className="grid size-12 place-items-center rounded-full bg-court text-on-court">
            <hostGame.icon size={24} aria-hidden="true" />
          </span>
        </Link>
      )}
      {items.slice(middle).map((item) => (
        <Tab key={item.to} {...item} />
      ))}
      <button type="button" onClick={onOpenDrawer} aria-haspopup="dialog" className={joinClasses(tabClasses, 'text-soft')}>
        <Menu size={21} aria-hidden="true" />
        More
      </button>
    </nav>
  )
}

function Tab({ page, to, label, icon: Icon, isCurrent }: NavigationItem & { to: string; isCurrent: boolean }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={joinClasses(tabClasses, isCurrent ? 'font-bold text-court' : 'text-soft')}
    >
      <span className="relative">
        <Icon size={21} aria-hidden="true" />
        {page === 'messages' && <UnreadMessages className="absolute -top-1.5 left-3.5" />}
      </span>
      {label}
    </Link>
  )
}
