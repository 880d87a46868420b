import { Menu } from 'lucide-react'
import { Link } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { AccountCorner } from './account-corner.tsx'
import { Brand } from './brand.tsx'
import { useHostGame, useNavigation } from './navigation.ts'
import { SearchCorner, SearchLink } from './search-corner.tsx'
import { UnreadMessages } from './unread-messages.tsx'

export function TopBar({ onOpenDrawer }: { onOpenDrawer: () => void }) {
  const hostGame = useHostGame()
  return (
    // On pages with a list next to a map, this bar is sticky, so that the list scrolls under it and the map stays in place. A page that
    // fills the window alone has a bar of its own.
    <header className="border-line [&:has(~main_[data-fills-window=alone])]:hidden print:hidden pt-[env(safe-area-inset-top)] sm:border-b sm:bg-card lg:[&:has(~main_[data-split])]:sticky lg:[&:has(~main_[data-split])]:top-0 lg:[&:has(~main_[data-split])]:z-20">
      <div className="flex h-16 items-center gap-6 px-4.5 sm:px-7">
        <Brand />
        <SearchCorner />
        <nav aria-label="Main" className="ml-auto hidden gap-1 sm:flex">
          {useNavigation().map(({ page, to, label, isCurrent }) => (
            <Link
              key={to}
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className={joinClasses(
                'inline-flex min-h-11 items-center px-2.5 text-[0.9375rem] font-semibold',
                isCurrent ? 'text-ink' : 'text-soft hover:text-ink',
              )}
            >
              {label}
              {page === 'messages' && <UnreadMessages className="ml-1.5" />}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1.5 max-sm:ml-auto">
          {hostGame && (
            <LinkButton
              variant="primary"
              size="small"
              to={hostGame.to}
              aria-label={hostGame.label}
              className="mr-1.5 max-lg:px-2.5! max-sm:hidden"
            >
              <hostGame.icon size={18} aria-hidden="true" className="lg:hidden" />
              <span className="whitespace-nowrap max-lg:hidden">{hostGame.label}</span>
            </LinkButton>
          )}
          <SearchLink />
          <AccountCorner />
          {/* The bar at the bottom of phones has a button for it, except where it makes room for the action of a page. */}
          <IconButton
            label="Menu"
            onClick={onOpenDrawer}
            className="-mr-2 max-sm:in-[body:not(:has([data-bar=action]))]:hidden"
            aria-haspopup="dialog"
          >
            <Menu size={22} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </header>
  )
}
