/** We store each picture of a person in these sizes: pixels along each side. */
export const pictureSizes = [96, 256, 640] as const
export type PictureSize = (typeof pictureSizes)[number]

export const maxPictureBytes = 5 * 1024 * 1024
export const maxPicturePixels = 40_000_000
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The URL of a person's picture; null without a picture. */
export const pictureUrl = (photoKey: string | null, size: PictureSize): string | null =>
  photoKey === null ? null : `/files/avatars/${photoKey}/${size}`

/** The URL of the same picture in another size. */
export const resizePictureUrl = (url: string | null | undefined, size: PictureSize): string | null =>
  url?.replace(/^(\/files\/avatars\/[\w-]+)\/\d+$/, `$1/${size}`) ?? null
