import { useQuery } from '@tanstack/react-query'
import { maxUnreadConversations } from '../../domain/messages/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { unreadConversations } from './queries.ts'

/** How many conversations have unread messages. Requests count too, because somebody waits for an answer. */
export function UnreadBadge({ className }: { className: string }) {
  const { data } = useQuery(unreadConversations)
  const count = (data?.unread ?? 0) + (data?.requests ?? 0)
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
