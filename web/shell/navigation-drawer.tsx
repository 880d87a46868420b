import { Bell, CircleHelp, LogIn, LogOut, Search, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { logout } from '../accounts/logout.ts'
import { usePlatform, useViewer } from '../app-state.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Drawer } from '../ui/drawer.tsx'
import { barItems, type NavigationItem, useNavigation } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'
import { useSignInLinks } from './use-sign-in-links.ts'

/** All items of the bars, and pages that are opened less often. */
const drawerItems: readonly NavigationItem[] = [
  ...barItems,
  { page: 'fullSearch', label: 'Search', icon: Search },
  { page: 'connect', label: 'Connect', icon: Users },
  { page: 'notifications', label: 'Notifications', icon: Bell },
  { page: 'faqs', label: 'Help & Faqs', icon: CircleHelp },
]

const rowClasses = 'flex min-h-12 w-full items-center gap-3.5 rounded-control px-2.5 text-left font-semibold hover:bg-wash'

export default function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { name } = usePlatform()
  return (
    <Drawer title={name} isOpen={isOpen} onClose={onClose} footer={<ThemeSwitch />}>
      <nav aria-label="All pages" className="-mx-2 grid">
        {useNavigation(drawerItems).map(({ to, label, icon: Icon, isCurrent }) => (
          <Link
            key={to}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            onClick={onClose}
            className={joinClasses(rowClasses, isCurrent && 'text-court')}
          >
            <Icon size={20} aria-hidden="true" />
            {label}
          </Link>
        ))}
      </nav>
      <AccountRows onClose={onClose} />
    </Drawer>
  )
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
