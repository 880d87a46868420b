import { type FilePart, nameOfMarker, type PictureFormat, splitPicture } from './picture-format.ts'

/**
 * The same picture without what it tells about its maker: place, device, time, words, a thumbnail, films hung behind it.
 * What says how colors are meant stays. A whole picture is asked for: see readPicture.
 */
export function stripMetadata(bytes: Uint8Array, format: PictureFormat): Uint8Array<ArrayBuffer> {
  const kept = splitPicture(bytes, format).parts.filter((part) => isNeeded[format](part, bytes))
  const heads = { jpeg: 2, png: 8, webp: 12 }
  const stripped = joinBytes([bytes.subarray(0, heads[format]), ...kept.map(({ start, end }) => bytes.subarray(start, end))])
  return format === 'webp' ? correctWebp(stripped) : stripped
}

const isNeeded: Record<PictureFormat, (part: FilePart, bytes: Uint8Array) => boolean> = {
  jpeg: ({ name, body, end }, bytes) => {
    const comment = nameOfMarker(0xfe)
    if (name === comment) return false
    if (!/^e[0-9a-f]$/.test(name)) return true
    const says = String.fromCharCode(...bytes.subarray(body, Math.min(end, body + 12)))
    return (
      (name === 'e0' && says.startsWith('JFIF\0')) ||
      (name === 'e2' && says.startsWith('ICC_PROFILE\0')) ||
      (name === 'ee' && says.startsWith('Adobe'))
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

/** Its head tells how long it is and what it holds. */
function correctWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true)
  const hasExifOrXmp = 0b1100
  const extended = splitPicture(bytes, 'webp').parts.find(({ name }) => name === 'VP8X')
  if (extended) bytes[extended.body] = (bytes[extended.body] ?? 0) & ~hasExifOrXmp
  return bytes
}
