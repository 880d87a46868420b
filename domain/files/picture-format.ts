export type PictureFormat = 'jpeg' | 'png' | 'webp'
export type Picture = { format: PictureFormat; width: number; height: number }

/** One part of a file: its name and its position, including its header. The content starts at `body`. */
export type FilePart = { name: string; start: number; body: number; end: number }
type SplitFile = { parts: FilePart[]; isWhole: boolean }

/**
 * Pictures have far fewer parts. Encoders write a PNG in parts of 8 kB or more, and a JPEG has a part for each scan and each 64 kB of
 * metadata. A file of a million empty parts would need a lot of memory for the list alone.
 */
export const maxPictureParts = 4_000

const readLetters = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
const makeView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Reads the format from the first bytes, because the file name and the declared type can be wrong. */
function detectFormat(bytes: Uint8Array): PictureFormat | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (readLetters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (readLetters(bytes, 0, 4) === 'RIFF' && readLetters(bytes, 8, 4) === 'WEBP') return 'webp'
  return null
}

/** With `whole`, the file must be complete. Otherwise its start is enough. Returns null for animated pictures and too many parts. */
export function readPicture(bytes: Uint8Array, { whole = true } = {}): Picture | null {
  const format = detectFormat(bytes)
  if (format === null) return null
  const { parts, isWhole } = splitPicture(bytes, format)
  if (whole && !isWhole) return null
  const size = measureByFormat[format](makeView(bytes), parts)
  return size && size.width > 0 && size.height > 0 ? { format, ...size } : null
}

export const splitPicture = (bytes: Uint8Array, format: PictureFormat): SplitFile => splitByFormat[format](bytes)

const splitByFormat: Record<PictureFormat, (bytes: Uint8Array) => SplitFile> = { jpeg: splitJpeg, png: splitPng, webp: splitWebp }

const jpegEndMarker = 0xd9
const scanStartMarker = 0xda

/** A scan ends at the next marker, so that data hidden between or after scans becomes a separate part. */
function splitJpeg(bytes: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  const view = makeView(bytes)
  let at = 2
  while (parts.length < maxPictureParts && (at + 4 <= bytes.length || (bytes[at] === 0xff && bytes[at + 1] === jpegEndMarker))) {
    if (bytes[at] !== 0xff) return { parts, isWhole: false }
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === jpegEndMarker) {
      parts.push({ name: formatMarker(marker), start: at, body: at + 2, end: at + 2 })
      return { parts, isWhole: parts.some(({ name }) => name === formatMarker(scanStartMarker)) }
    }
    const length = view.getUint16(at + 2)
    let end = at + 2 + length
    if (length < 2 || end > bytes.length) return { parts, isWhole: false }
    if (marker === scanStartMarker) end = findScanEnd(bytes, end)
    parts.push({ name: formatMarker(marker), start: at, body: at + 4, end })
    at = end
  }
  return { parts, isWhole: false }
}

export const formatMarker = (marker: number) => marker.toString(16)

function findScanEnd(bytes: Uint8Array, from: number): number {
  let at = from
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1) return bytes.length
    const next = bytes[at + 1] ?? 0
    // 0xff followed by zero is plain data. 0xff followed by d0 to d7 restarts the same scan.
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

function splitPng(bytes: Uint8Array): SplitFile {
  const parts: FilePart[] = []
  const view = makeView(bytes)
  let at = 8
  while (parts.length < maxPictureParts && at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at)
    const name = readLetters(bytes, at + 4, 4)
    // The first part has the size, so a cut-off file can still be measured.
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
  const view = makeView(bytes)
  const fileEnd = 8 + view.getUint32(4, true)
  let at = 12
  while (parts.length < maxPictureParts && at + 8 <= Math.min(fileEnd, bytes.length)) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    // The size is at the start of the image part, so this part is kept even if it is cut off.
    parts.push({ name: readLetters(bytes, at, 4), start: at, body: at + 8, end: Math.min(end, bytes.length) })
    if (end > Math.min(fileEnd, bytes.length)) return { parts, isWhole: false }
    at = end
  }
  return { parts, isWhole: at === fileEnd && parts.some(({ name }) => name === 'VP8 ' || name === 'VP8L') }
}

type Size = { width: number; height: number }

const measureByFormat: Record<PictureFormat, (data: DataView, parts: FilePart[]) => Size | null> = {
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
    const isAnimated = parts.some(({ name }) => name === 'ANIM' || name === 'ANMF')
    if (isAnimated || sizes.length === 0) return null
    // The canvas and the image on it have separate sizes. A decoder needs memory for the larger one.
    return { width: Math.max(...sizes.map(({ width }) => width)), height: Math.max(...sizes.map(({ height }) => height)) }
  },
}

function measureWebpPart(data: DataView, { name, body, end }: FilePart): Size | null {
  if (end - body < 10) return null
  if (name === 'VP8X') {
    const readUint24 = (at: number) => data.getUint16(at, true) + data.getUint8(at + 2) * 65_536
    return { width: 1 + readUint24(body + 4), height: 1 + readUint24(body + 7) }
  }
  if (name === 'VP8 ') return { width: data.getUint16(body + 6, true) & 0x3fff, height: data.getUint16(body + 8, true) & 0x3fff }
  if (name === 'VP8L') {
    const bits = data.getUint32(body + 1, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return null
}
