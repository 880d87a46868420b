import { Suspense } from 'react'
import { lazyAfterPaint } from '../ui/after-paint.ts'

const UnreadBadge = lazyAfterPaint(async () => (await import('../messages/unread-badge.tsx')).UnreadBadge)

/** The number of unread conversations, loaded after the page. */
export const UnreadMessages = ({ className }: { className: string }) => (
  <Suspense>
    <UnreadBadge className={className} />
  </Suspense>
)
