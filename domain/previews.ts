import { findActivity } from './activities.ts'

/** What chats and search engines show of a link. The build draws one for each activity: scripts/preview-pictures.ts. */
export const previewSize = { width: 1200, height: 630 } as const

/** An activity's court, or our own picture for one we do not know. */
export const previewPath = (activity: string) => (findActivity(activity) ? `/previews/${activity}.png` : '/icons/og.png')
