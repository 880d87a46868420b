export const pictureSizes = [96, 256, 640] as const
export type PictureSize = (typeof pictureSizes)[number]
export const pictureUrl = (photoKey: string | null, size: PictureSize): string | null =>
  photoKey === null ? null : `/files/avatars/${photoKey}/${size}`
