import { NavLink } from 'react-router'
import { usePlatform } from '../app-state.ts'
import { joinClasses } from '../ui/class-names.ts'
import { Drawer } from '../ui/drawer.tsx'
import { useNavigation } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export default function NavigationDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { name } = usePlatform()
  return (
    <Drawer title={name} isOpen={isOpen} onClose={onClose} footer={<ThemeSwitch />}>
      <nav aria-label="All pages" className="-mx-2 grid">
        {useNavigation().map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            end
            onClick={onClose}
            className={({ isActive }) =>
              joinClasses('flex min-h-12 items-center gap-3.5 rounded-control px-2.5 font-semibold hover:bg-wash', isActive && 'text-court')
            }
          >
            <Icon size={20} aria-hidden="true" />
            {label}
          </NavLink>
        ))}
      </nav>
    </Drawer>
  )
}
