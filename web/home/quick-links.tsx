import { CircleHelp, ClipboardList, Compass, Flag, Heart, type LucideIcon, ReceiptText, Users, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { followedDiscoverPath } from '../../domain/discover/state.ts'
import { hasPage } from './paths.ts'

type QuickLink = { label: string; page: string; query?: string; icon: LucideIcon }

/** Links appear once the page they lead to exists. */
const quickLinks: readonly QuickLink[] = [
  { label: 'Your Communities', page: 'my-communities', icon: UsersRound },
  { label: 'Start a community', page: 'teams/create', icon: Flag },
  { label: 'Your Forms', page: 'form', icon: ClipboardList },
  { label: 'Hosts You Follow', page: 'discover', query: followedDiscoverPath.replace(/^[^?]*/, ''), icon: Heart },
  { label: 'Help & Faqs', page: 'faqs', icon: CircleHelp },
  { label: 'Discover', page: 'discover', icon: Compass },
  { label: 'Connect', page: 'connect', icon: Users },
  { label: 'Invoices & Payments', page: 'invoices', icon: ReceiptText },
].filter(({ page }) => hasPage(page))

export function QuickLinks() {
  return (
    <nav aria-label="Quick links" className="grid grid-cols-2 gap-2.5">
      {quickLinks.map(({ label, page, query = '', icon: Icon }) => (
        <Link
          key={label}
          to={`/${page}${query}`}
          className="flex min-h-14 items-center gap-3 rounded-card border border-line bg-card px-3.5 py-3 font-strong leading-snug last:odd:col-span-2 hover:bg-wash"
        >
          <Icon size={19} aria-hidden="true" className="flex-none text-court" />
          {label}
        </Link>
      ))}
    </nav>
  )
}
