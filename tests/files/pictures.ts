import { zlibSync } from 'fflate'

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const fromText = (text: string) => new TextEncoder().encode(text)

export function joinBytes(...pieces: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0)
  return ~crc >>> 0
}

export function pngPart(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const nameAndBody = joinBytes(fromText(name), body)
  return joinBytes(uint32(body.length), nameAndBody, uint32(crc32(nameAndBody)))
}

export const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
export const pngSize = (width: number, height: number) => pngPart('IHDR', joinBytes(uint32(width), uint32(height), [8, 2, 0, 0, 0]))

type PngOptions = { color?: (x: number, y: number) => readonly [number, number, number]; level?: 0 | 9; extra?: Uint8Array[] }

/** Makes a PNG with these colors. Level 0 does not compress it. */
export function makePng(width: number, height: number, { color = () => [200, 120, 40], level = 9, extra = [] }: PngOptions = {}) {
  const line = 1 + width * 3
  const pixels = new Uint8Array(line * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(color(x, y), y * line + 1 + x * 3)
  return joinBytes(
    pngHead,
    pngSize(width, height),
    ...extra,
    pngPart('IDAT', zlibSync(pixels, { level })),
    pngPart('IEND', new Uint8Array()),
  )
}

/** 12 by 8 pixels, progressive: several scans in one file. */
export const smallJpeg = fromBase64(
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAIAAwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAADBP/aAAwDAQACEAMQAAABjnLX/8QAGBAAAgMAAAAAAAAAAAAAAAAAAAIDEyL/2gAIAQEAAQUCaTNh/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAECBBP/2gAIAQMBAT8BuwWh/8QAGREAAQUAAAAAAAAAAAAAAAAAAQACBBNx/9oACAECAQE/AYDRWdX/xAAVEAEBAAAAAAAAAAAAAAAAAAAAMf/aAAgBAQAGPwKI/8QAGBAAAgMAAAAAAAAAAAAAAAAAABEhwfD/2gAIAQEAAT8hmWMM/9oADAMBAAIAAwAAABAP/8QAGREAAQUAAAAAAAAAAAAAAAAAAAERIUHB/9oACAEDAQE/EGKK1T//xAAYEQACAwAAAAAAAAAAAAAAAAAAATFBsf/aAAgBAgEBPxCHWxH/xAAZEAABBQAAAAAAAAAAAAAAAAAAcZGh8PH/2gAIAQEAAT8QZMkL4P/Z',
)

/** 12 by 8 pixels, lossless. */
export const smallWebp = fromBase64('UklGRkIAAABXRUJQVlA4TDYAAAAvC8ABAB8gJCBk60w1VyCQRLI/xWwCgSS2/RGGmf+wB86AmgBIGBqQDhwRLelHhoj+x63CEwE=')

/** 12 by 8 pixels, with an EXIF block that names "Someone". */
export const webpWithExif = fromBase64(
  'UklGRkIBAABXRUJQVlA4WAoAAAAIAAAACwAABwAAVlA4IE4AAACwAgCdASoMAAgAAoBCJbACdHIAqgDJAP0ABSivZTgA+esn2xS2PGpDy0Xw1Or//XFQ0o6nj1sNPf8YX/y5Ey4uGne12ylkf/wd2tcG1ABFWElGzgAAAEV4aWYAAElJKgAIAAAABwASAQMAAQAAAAEAAAAaAQUAAQAAAGIAAAAbAQUAAQAAAGoAAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAACYggIACAAAAHIAAABphwQAAQAAAHoAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAFNvbWVvbmUABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAwAAAADoAQAAQAAAAgAAAAAAAAA',
)

export const jpegPart = (marker: number, body: Uint8Array | readonly number[]) =>
  joinBytes([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255], body)

/** The EXIF data of a phone: maker, orientation, and the location in degrees, minutes and seconds. */
function exifWithPlace(): Uint8Array<ArrayBuffer> {
  const words = (...values: number[]) => values.flatMap((value) => [value & 255, value >> 8])
  const longs = (...values: number[]) => values.flatMap((value) => words(value & 0xffff, value >>> 16))
  const maker = fromText('SpyPhone\0\0')
  const [makerAt, gpsAt, latitudeAt, longitudeAt] = [50, 60, 114, 138]
  return joinBytes(
    fromText('Exif\0\0II'),
    words(42),
    longs(8),
    // Three entries: maker, orientation (6: rotated to the right), and the position of the location data.
    words(3),
    [...words(0x010f, 2), ...longs(10, makerAt)],
    [...words(0x0112, 3), ...longs(1), ...words(6, 0)],
    [...words(0x8825, 4), ...longs(1, gpsAt)],
    longs(0),
    maker,
    words(4),
    [...words(1, 2), ...longs(2), ...fromText('N\0\0\0')],
    [...words(2, 5), ...longs(3, latitudeAt)],
    [...words(3, 2), ...longs(2), ...fromText('W\0\0\0')],
    [...words(4, 5), ...longs(3, longitudeAt)],
    longs(0),
    longs(30, 1, 16, 1, 1234, 100),
    longs(97, 1, 44, 1, 5678, 100),
  )
}

/** The bytes of the location in the file, so that tests can search for them: 16 minutes and 12.34 seconds of latitude. */
export const locationInExif = [16, 0, 0, 0, 1, 0, 0, 0, 0xd2, 0x04, 0, 0, 100, 0, 0, 0]

/** A photo of a phone with a location, a comment, and a video after the end of the picture. */
export const jpegWithLocation = joinBytes(
  smallJpeg.subarray(0, 2),
  jpegPart(0xe1, exifWithPlace()),
  jpegPart(0xfe, fromText('taken at home')),
  smallJpeg.subarray(2),
  fromText('ftypmp42 a film of the same moment'),
)

export function includes(bytes: Uint8Array, wanted: readonly number[] | string): boolean {
  const wantedBytes = typeof wanted === 'string' ? [...fromText(wanted)] : wanted
  for (let at = bytes.indexOf(wantedBytes[0] ?? 0); at !== -1; at = bytes.indexOf(wantedBytes[0] ?? 0, at + 1)) {
    if (wantedBytes.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

export const svgWithScript = fromText('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
