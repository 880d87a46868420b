import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Link } from 'react-router'
import { maxUnread } from '../../domain/notifications/contract.ts'
import { iconButtonClasses } from '../ui/icon-button.tsx'
import { unreadCount } from './queries.ts'

/** The link to the notifications in the top bar, with the number of unread ones. */
export function Bell() {
  const { data: unread = 0 } = useQuery(unreadCount)
  const countLabel = unread >= maxUnread ? `${maxUnread - 1}+` : String(unread)
  const label = unread > 0 ? `Notifications, ${countLabel} unread` : 'Notifications'
  return (
    <Link to="/notifications" aria-label={label} title={label} className={iconButtonClasses()}>
      <BellIcon size={21} aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 left-6 grid h-4.5 min-w-4.5 place-items-center rounded-full border-[1.5px] border-on-ball bg-ball px-1 text-[0.6875rem] leading-none font-bold text-on-ball"
        >
          {countLabel}
        </span>
      )}
    </Link>
  )
}
