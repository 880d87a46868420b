import { decodeQR } from 'qr/decode.js'

/** Reads the QR code in a picture, and returns null if there is none. We do not use `BarcodeDetector`, because many browsers lack it. */
export function readQr(picture: Pick<ImageData, 'data' | 'width' | 'height'>): string | null {
  try {
    return decodeQR(picture) || null
  } catch {
    // The decoder throws when it finds no code that it can read.
    return null
  }
}
