import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { maxUnreadConversations } from '../../domain/messages/contract.ts'
import { unreadCount } from '../notifications/queries.ts'
import { joinClasses } from '../ui/class-names.ts'
import { unreadConversations } from './queries.ts'

/** How many conversations have unread messages. Requests count too, because somebody waits for an answer. */
export function UnreadBadge({ className }: { className: string }) {
  const { data } = useQuery(unreadConversations)
  const count = (data?.unread ?? 0) + (data?.requests ?? 0)
  useAppBadge(count)
  if (count === 0) return null
  return (
    <span
      className={joinClasses(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-court px-1 text-[0.6875rem] leading-none font-bold text-on-court',
        className,
      )}
    >
      {count >= maxUnreadConversations ? `${maxUnreadConversations - 1}+` : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}

/** Keeps the number on the icon of the app in step with the page. A system that shows none refuses, which changes nothing. */
function useAppBadge(conversations: number): void {
  const { data: notices = 0 } = useQuery(unreadCount)
  const count = conversations + notices
  useEffect(() => {
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}
