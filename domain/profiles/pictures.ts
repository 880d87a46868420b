/** Pixels along each side of what is kept of a person's picture. */
export const pictureSizes = [96, 256, 640] as const
export type PictureSize = (typeof pictureSizes)[number]

export const largestPictureBytes = 5 * 1024 * 1024
export const maxPicturePixels = 40_000_000
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Where a person's picture is, as far as there is one. */
export const pictureUrl = (photoKey: string | null, size: PictureSize): string | null =>
  photoKey === null ? null : `/files/avatars/${photoKey}/${size}`

/** The same picture in another size: an answer names one, a screen may show it larger. */
export const pictureAt = (url: string | null | undefined, size: PictureSize): string | null =>
  url?.replace(/^(\/files\/avatars\/[\w-]+)\/\d+$/, `$1/${size}`) ?? null
