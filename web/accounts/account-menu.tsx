import { Flag, LogOut, Plus, ReceiptText, Settings, UserRound, UsersRound } from 'lucide-react'
import type { Viewer } from '../../domain/access/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { logout } from './logout.ts'

/** This code is loaded when the user presses their picture in the top bar. */
export default function AccountMenu({ viewer }: { viewer: Viewer }) {
  return (
    <Menu
      opensOnMount
      label="Your account"
      entries={[
        { id: 'profile', label: 'Profile', icon: <UserRound size={18} aria-hidden="true" />, to: '/profile' },
        { id: 'communities', label: 'Your communities', icon: <UsersRound size={18} aria-hidden="true" />, to: '/my-communities' },
        { id: 'start', label: 'Start a community', icon: <Flag size={18} aria-hidden="true" />, to: '/teams/create' },
        { id: 'create', label: 'Create', icon: <Plus size={18} aria-hidden="true" />, to: '/create' },
        { id: 'payments', label: 'Payments', icon: <ReceiptText size={18} aria-hidden="true" />, to: '/settings?tab=payments' },
        { id: 'settings', label: 'Settings', icon: <Settings size={18} aria-hidden="true" />, to: '/settings?tab=general' },
        {
          id: 'logout',
          label: 'Log out',
          icon: <LogOut size={18} aria-hidden="true" />,
          startsGroup: true,
          onPress: () => void logout(),
        },
      ]}
    >
      <Avatar face={viewer} isDecorative />
    </Menu>
  )
}
