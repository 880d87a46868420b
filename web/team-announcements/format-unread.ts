import { maxUnreadAnnouncements } from '../../domain/team-announcements/limits.ts'

/** The count stops at its maximum, so more than that is shown as "9+". */
export const formatUnread = (count: number): string => (count >= maxUnreadAnnouncements ? `${maxUnreadAnnouncements - 1}+` : String(count))
