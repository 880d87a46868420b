import { LogOut } from 'lucide-react'
import type { Viewer } from '../../domain/access/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { logout } from './logout.ts'

/** Loaded when the face in the top bar is pressed. */
export default function AccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <Menu
      opensAtOnce
      label="Your account"
      entries={[{ id: 'logout', label: 'Log out', icon: <LogOut size={18} aria-hidden="true" />, onPress: () => void logout() }]}
    >
      <Avatar face={viewer} isDecorative />
    </Menu>
  )
}
