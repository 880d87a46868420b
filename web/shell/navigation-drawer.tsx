import { CircleHelp, LogIn, LogOut, Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { logout } from '../accounts/logout.ts'
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

/** Wide screens have the field itself in the bar. */
const searchItems: readonly NavigationItem[] = [{ page: 'fullSearch', label: 'Search', icon: Search }]

const rowClasses = 'flex min-h-12 w-full items-center gap-3.5 rounded-control px-2.5 text-left font-semibold hover:bg-wash'

export default function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { name } = usePlatform()
  return (
    <Drawer title={name} isOpen={isOpen} onClose={onClose} footer={<ThemeSwitch />}>
      <nav aria-label="More pages" className="-mx-2 grid">
        <Rows items={barItems} onClose={onClose} className={onlyWithoutTabBar} />
        <Rows items={searchItems} onClose={onClose} className="lg:hidden" />
        <Rows items={drawerItems} onClose={onClose} />
      </nav>
      <AccountRows onClose={onClose} />
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

function AccountRows({ onClose }: { onClose: () => void }) {
  const viewer = useViewer()
  const links = useSignInLinks()
  const [isLoggingOut, setLoggingOut] = useState(false)
  if (!viewer && !links) return null
  return (
    <div className="mt-3 -mx-2 grid border-t border-line pt-3">
      {viewer ? (
        <button
          type="button"
          disabled={isLoggingOut}
          className={rowClasses}
          onClick={() => {
            setLoggingOut(true)
            void logout()
          }}
        >
          <LogOut size={20} aria-hidden="true" />
          {isLoggingOut ? 'Logging out' : 'Log out'}
        </button>
      ) : (
        links && (
          <>
            <NavLink to={links.login} onClick={onClose} className={rowClasses}>
              <LogIn size={20} aria-hidden="true" />
              Log in
            </NavLink>
            <NavLink to={links.signUp} onClick={onClose} className={rowClasses}>
              <UserPlus size={20} aria-hidden="true" />
              Sign up
            </NavLink>
          </>
        )
      )}
    </div>
  )
}
