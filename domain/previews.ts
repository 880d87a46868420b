import { findActivity } from './activities.ts'
import { defaultPlatform, type PlatformId } from './platforms.ts'

/** The size of the picture that chats and search engines show for a link. scripts/preview-pictures.ts draws one for each activity. */
export const previewSize = { width: 1200, height: 630 } as const

/** The picture of the platform, with its name and slogan. scripts/make-icons.ts draws it. */
export const ownPreviewPath = (platform: PlatformId) => `/icons/og-${platform}.png`

/** The picture of the activity's court, or the platform's picture for an unknown activity. */
export const previewPath = (activity: string, platform: PlatformId = defaultPlatform) =>
  findActivity(activity) ? `/previews/${activity}.png` : ownPreviewPath(platform)
