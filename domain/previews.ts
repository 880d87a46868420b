import { findActivity } from './activities.ts'
import { defaultPlatform, type PlatformId } from './platforms.ts'

/** What chats and search engines show of a link. The build draws one for each activity: scripts/preview-pictures.ts. */
export const previewSize = { width: 1200, height: 630 } as const

/** Our own picture, with the platform's name and what it promises: scripts/make-icons.ts. */
export const ownPreviewPath = (platform: PlatformId) => `/icons/og-${platform}.png`

/** An activity's court, or our own picture for one we do not know. */
export const previewPath = (activity: string, platform: PlatformId = defaultPlatform) =>
  findActivity(activity) ? `/previews/${activity}.png` : ownPreviewPath(platform)
