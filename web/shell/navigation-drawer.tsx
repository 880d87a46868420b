import { CircleHelp, LogIn, Search, UserPlus, Users } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { usePlatform, useViewer } from '../app-state.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Drawer } from '../ui/drawer.tsx'
import { barItems, type NavigationItem, useNavigation } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useSignInLinks } from './use-sign-in-links.ts'

/** Pages that the bars do not lead to. */
const drawerItems: readonly NavigationItem[] = [
  { page: 'connect', label: 'Connect', icon: Users },
  { page: 'faqs', label: 'Help & Faqs', icon: CircleHelp },
]

/** Phones show the items of the bars here only where the bar at the bottom makes room for the action of a page. */
const onlyWithoutTabBar = 'sm:hidden in-[body:not(:has([data-bar=action]))]:hidden'

/** On phones the bar has no room for it beside the buttons to sign in. */
const searchItems: readonly NavigationItem[] = [{ page: 'fullSearch', label: 'Search', icon: Search }]

const rowClasses = 'flex min-h-12 w-full items-center gap-3.5 rounded-control px-2.5 text-left font-semibold hover:bg-wash'

export default function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { name } = usePlatform()
  const viewer = useViewer()
  return (
    <Drawer title={name} isOpen={isOpen} onClose={onClose} footer={<ThemeSwitch />}>
      <nav aria-label="More pages" className="-mx-2 grid">
        <Rows items={barItems} onClose={onClose} className={onlyWithoutTabBar} />
        {!viewer && <Rows items={searchItems} onClose={onClose} className="sm:hidden" />}
        <Rows items={drawerItems} onClose={onClose} />
      </nav>
      {!viewer && <SignInRows onClose={onClose} />}
    </Drawer>
  )
}

function Rows({ items, onClose, className }: { items: readonly NavigationItem[]; onClose: () => void; className?: string }) {
  return useNavigation(items).map(({ to, label, icon: Icon, isCurrent }) => (
    <Link
      key={to}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClose}
      className={joinClasses(rowClasses, isCurrent && 'text-court', className)}
    >
      <Icon size={20} aria-hidden="true" />
      {label}
    </Link>
  ))
}

/** Whoever is signed in finds their account, and the way out of it, behind their picture in the bar. */
function SignInRows({ onClose }: { onClose: () => void }) {
  const links = useSignInLinks()
  if (!links) return null
  return (
    <div className="mt-3 -mx-2 grid border-t border-line pt-3">
      <NavLink to={links.login} onClick={onClose} className={rowClasses}>
        <LogIn size={20} aria-hidden="true" />
        Log in
      </NavLink>
      <NavLink to={links.signUp} onClick={onClose} className={rowClasses}>
        <UserPlus size={20} aria-hidden="true" />
        Sign up
      </NavLink>
    </div>
  )
}
