import { type FilePart, formatMarker, type PictureFormat, splitPicture } from './picture-format.ts'

/**
 * Removes metadata that tells something about the photographer: location, device, time, texts, thumbnails and attached
 * videos. Color information stays. The picture must be complete: see readPicture.
 */
export function stripMetadata(bytes: Uint8Array, format: PictureFormat): Uint8Array<ArrayBuffer> {
  const neededParts = splitPicture(bytes, format).parts.filter((part) => isNeededByFormat[format](part, bytes))
  const headerLengths = { jpeg: 2, png: 8, webp: 12 }
  const stripped = joinBytes([bytes.subarray(0, headerLengths[format]), ...neededParts.map(({ start, end }) => bytes.subarray(start, end))])
  return format === 'webp' ? correctWebp(stripped) : stripped
}

const isNeededByFormat: Record<PictureFormat, (part: FilePart, bytes: Uint8Array) => boolean> = {
  jpeg: ({ name, body, end }, bytes) => {
    const comment = formatMarker(0xfe)
    if (name === comment) return false
    if (!/^e[0-9a-f]$/.test(name)) return true
    const identifier = String.fromCharCode(...bytes.subarray(body, Math.min(end, body + 12)))
    return (
      (name === 'e0' && identifier.startsWith('JFIF\0')) ||
      (name === 'e2' && identifier.startsWith('ICC_PROFILE\0')) ||
      (name === 'ee' && identifier.startsWith('Adobe'))
    )
  },
  png: ({ name }) => ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'pHYs'].includes(name),
  webp: ({ name }) => ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'].includes(name),
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** The header of a WebP file states its length and its contents, so both must be corrected. */
function correctWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  const exifAndXmpBits = 0b1100
  const extended = splitPicture(bytes, 'webp').parts.find(({ name }) => name === 'VP8X')
  if (extended) bytes[extended.body] = (bytes[extended.body] ?? 0) & ~exifAndXmpBits
  return bytes
}
