import { useQuery } from '@tanstack/react-query'
import { Bell, CirclePlus, ListChecks, type LucideIcon, MapPin, Settings, UserRound, Users } from 'lucide-react'
import { Link } from 'react-router'
import { greetingAt } from '../../domain/home/rules.ts'
import { useViewer } from '../app-state.ts'
import { ownProfile } from '../profiles/queries.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { AlertMenu } from './alert-menu.tsx'

type QuickLink = { to: string; label: string; icon: LucideIcon }

/** A link joins with the screen it leads to. */
const quickLinks: readonly QuickLink[] = [
  { to: '/create', label: 'Put up a game', icon: CirclePlus },
  { to: '/connect', label: 'Connect', icon: Users },
  { to: '/notifications', label: 'Notifications', icon: Bell },
  { to: '/user-list', label: 'Your lists', icon: ListChecks },
  { to: '/discover/city-search', label: 'Find your city', icon: MapPin },
  { to: '/settings?tab=general', label: 'Settings', icon: Settings },
  { to: '/profile', label: 'Your profile', icon: UserRound },
]

/** Where a person starts: what is left to set up, and the ways on. */
export default function HomePage() {
  const viewer = useViewer()
  const { data: profile } = useQuery(ownProfile)
  const court = profile?.sportAvailability.find(({ isOn }) => isOn)?.activity ?? 'pickleball'
  const first = (profile?.displayName ?? viewer?.name ?? '').split(' ')[0] ?? ''
  return (
    <div className="mx-auto grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-5 px-4.5 pt-2 sm:px-7 sm:pt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <h1 className="break-words">
          {greetingAt(new Date().getHours())}
          {first && `, ${first}`}
        </h1>
        <div aria-hidden="true">
          <CourtArt activity={court} seed={viewer?.id ?? 'home'} className="block h-30 w-full overflow-hidden rounded-card sm:h-44" />
        </div>
        <nav aria-label="Quick links" className="grid grid-cols-2 gap-2.5 sm:grid-cols-3">
          {quickLinks.map(({ to, label, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className="flex min-h-15 items-center gap-3 rounded-card border border-line bg-card px-4 font-strong leading-snug hover:bg-wash"
            >
              <Icon size={19} aria-hidden="true" className="flex-none text-court" />
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <AlertMenu />
    </div>
  )
}
