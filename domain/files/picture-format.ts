export type PictureFormat = 'jpeg' | 'png' | 'webp'
export type Picture = { format: PictureFormat; width: number; height: number }

/** One piece of a file: what it is called there, and where it stands with its head and all. `body` is where its content begins. */
export type FilePart = { name: string; start: number; body: number; end: number }
type SplitFile = { parts: FilePart[]; isWhole: boolean }

const letters = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What the first bytes say; a name or a declared type proves nothing. */
function formatOf(bytes: Uint8Array): PictureFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (letters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 4) === 'WEBP') return 'webp'
  return null
}

/** `whole` demands the file to its last byte; without it the beginning is enough. Moving pictures are none of ours. */
export function readPicture(bytes: Uint8Array, { whole = true } = {}): Picture | null {
  const format = formatOf(bytes)
  if (format === null) return null
  const { parts, isWhole } = splitPicture(bytes, format)
  if (whole && !isWhole) return null
  const size = measure[format](view(bytes), parts)
  return size && size.width > 0 && size.height > 0 ? { format, ...size } : null
}

export const splitPicture = (bytes: Uint8Array, format: PictureFormat): SplitFile => split[format](bytes)

const split: Record<PictureFormat, (bytes: Uint8Array) => SplitFile> = { jpeg: splitJpeg, png: splitPng, webp: splitWebp }

const endOfJpeg = 0xd9
const startOfScan = 0xda

/** A scan's part goes on to the next marker, so that what hides between or behind scans is a part of its own. */
function splitJpeg(bytes: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  let at = 2
  while (at + 4 <= bytes.length || (bytes[at] === 0xff && bytes[at + 1] === endOfJpeg)) {
    if (bytes[at] !== 0xff) return { parts, isWhole: false }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === endOfJpeg) {
      parts.push({ name: nameOfMarker(marker), start: at, body: at + 2, end: at + 2 })
      return { parts, isWhole: parts.some(({ name }) => name === nameOfMarker(startOfScan)) }
    }
    const length = view(bytes).getUint16(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return { parts, isWhole: false }
    if (marker === startOfScan) end = endOfScan(bytes, end)
    parts.push({ name: nameOfMarker(marker), start: at, body: at + 4, end })
    at = end
  }
  return { parts, isWhole: false }
}

export const nameOfMarker = (marker: number) => marker.toString(16)

function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) return bytes.length
    const next = bytes[at + 1] ?? 0
    // A zero behind it makes it a plain byte; d0 to d7 restart the scan within itself.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

function splitPng(bytes: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view(bytes).getUint32(at)
    const name = letters(bytes, at + 4, 4)
    // The first part tells the size, also of a file whose rest is not there.
    if (end > bytes.length) return { parts, isWhole: false }
    parts.push({ name, start: at, body: at + 8, end })
    if (name === 'IEND') return { parts, isWhole: parts.some((part) => part.name === 'IDAT') }
    at = end
  }
  return { parts, isWhole: false }
}

function splitWebp(bytes: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  if (bytes.length < 12) return { parts, isWhole: false }
  const fileEnd = 8 + view(bytes).getUint32(4, true)
  let at = 12
  while (at + 8 <= Math.min(fileEnd, bytes.length)) {
    const length = view(bytes).getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    // The beginning of the picture's own part tells its size.
    parts.push({ name: letters(bytes, at, 4), start: at, body: at + 8, end: Math.min(end, bytes.length) })
    if (end > Math.min(fileEnd, bytes.length)) return { parts, isWhole: false }
    at = end
  }
  return { parts, isWhole: at === fileEnd && parts.some(({ name }) => name === 'VP8 ' || name === 'VP8L') }
}

type Size = { width: number; height: number }

const measure: Record<PictureFormat, (data: DataView, parts: FilePart[]) => Size | null> = {
  jpeg: (data, parts) => {
    const frame = parts.find(({ name }) => /^c[0-35-79-bd-f]$/.test(name))
    if (!frame || frame.end - frame.body < 5) return null
    return { height: data.getUint16(frame.body + 1), width: data.getUint16(frame.body + 3) }
  },
  png: (data, [first]) => {
    if (first?.name !== 'IHDR' || first.end - first.body < 12) return null
    return { width: data.getUint32(first.body), height: data.getUint32(first.body + 4) }
  },
  webp: (data, parts) => {
    const sizes = parts.flatMap((part) => measureWebpPart(data, part) ?? [])
    const isMoving = parts.some(({ name }) => name === 'ANIM' || name === 'ANMF')
    if (isMoving || sizes.length === 0) return null
    // A canvas and what is painted on it are measured apart: the larger one is what a reader has to make room for.
    return { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) }
  },
}

function measureWebpPart(data: DataView, { name, body, end }: FilePart): Size | null {
  if (end - body < 10) return null
  if (name === 'VP8X') {
    const uint24 = (at: number) => data.getUint16(at, true) + data.getUint8(at + 2) * 65_536
    return { width: 1 + uint24(body + 4), height: 1 + uint24(body + 7) }
  }
  if (name === 'VP8 ') return { width: data.getUint16(body + 6, true) & 0x3fff, height: data.getUint16(body + 8, true) & 0x3fff }
  if (name === 'VP8L') {
    const bits = data.getUint32(body + 1, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return null
}
