import { decodeQR } from 'qr/decode.js'

/** What a code in the picture says; null where there is none. Not the browser's own reader: many have none. */
export function readQr(picture: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  try {
    return decodeQR(picture) || null
  } catch {
    // Throwing is how it says that it found nothing it could read.
    return null
  }
}
