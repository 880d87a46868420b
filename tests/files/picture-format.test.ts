import { describe, expect, it } from 'vitest'
import { readPicture } from '../../domain/files/picture-format.ts'
import { stripMetadata } from '../../domain/files/strip-metadata.ts'
import {
  includes,
  joinBytes,
  jpegPart,
  jpegWithLocation,
  locationInExif,
  makePng,
  pngHead,
  pngPart,
  pngSize,
  smallJpeg,
  smallWebp,
  svgWithScript,
  webpWithExif,
} from './pictures.ts'

const encode = (words: string) => new TextEncoder().encode(words)
const completePictures = {
  jpeg: smallJpeg,
  'jpeg with metadata': jpegWithLocation,
  png: makePng(30, 20),
  webp: smallWebp,
  'extended webp': webpWithExif,
}

describe('Reading a picture', () => {
  it('returns its format and size', () => {
    expect(readPicture(smallJpeg)).toEqual({ format: 'jpeg', width: 12, height: 8 })
    expect(readPicture(jpegWithLocation)).toEqual({ format: 'jpeg', width: 12, height: 8 })
    expect(readPicture(makePng(30, 20))).toEqual({ format: 'png', width: 30, height: 20 })
    expect(readPicture(smallWebp)).toEqual({ format: 'webp', width: 12, height: 8 })
    expect(readPicture(webpWithExif)).toEqual({ format: 'webp', width: 12, height: 8 })
  })

  it.each(Object.entries(completePictures))('refuses a %s that is cut off anywhere', (name, whole) => {
    // Data after the end of the picture may be cut off, because the picture itself is complete.
    const end = name === 'jpeg with metadata' ? whole.length - 40 : whole.length - 1
    for (let length = 0; length < end; length++) expect(readPicture(whole.slice(0, length)), `${length} bytes`).toBeNull()
  })

  it.each(Object.entries(completePictures))('measures a %s by its start only', (_, whole) => {
    const start = whole.slice(0, Math.round(whole.length * 0.9))
    expect(readPicture(start, { whole: false })).toMatchObject({ width: expect.any(Number) })
  })

  it('does not fail if any byte was changed', () => {
    for (const whole of Object.values(completePictures)) {
      for (let at = 0; at < whole.length; at++) {
        const broken = whole.slice()
        broken[at] = 255 - (broken[at] ?? 0)
        const picture = readPicture(broken)
        if (picture) expect(stripMetadata(broken, picture.format).length).toBeLessThanOrEqual(broken.length)
      }
    }
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['text', encode('Not a picture, whatever its name is.')],
    ['an SVG', svgWithScript],
    ['a GIF', encode('GIF89a\x01\0\x01\0\0\0\0;')],
    ['the start of a JPEG with text after it', joinBytes([0xff, 0xd8, 0xff, 0xe0], encode('and then words'))],
    ['a PNG without image data', joinBytes(pngHead, pngSize(4, 4), pngPart('IEND', new Uint8Array()))],
    ['a PNG of size zero', makePng(0, 0)],
  ])('finds none in %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull()
  })

  it('refuses an animated WebP', () => {
    const animated = joinBytes(smallWebp, encode('ANIM'), [6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    new DataView(animated.buffer).setUint32(4, animated.length - 8, true)
    expect(readPicture(animated)).toBeNull()
  })

  it('uses the larger one of two sizes in a WebP', () => {
    const contradictory = webpWithExif.slice()
    // The canvas still has 12 by 8 pixels, but the image on it says 16,383 by 16,383.
    const frame = 30 + 8 + 6
    contradictory.set([0xff, 0x3f, 0xff, 0x3f], frame)
    expect(readPicture(contradictory)).toMatchObject({ width: 16_383, height: 16_383 })
  })
})

describe('Stripping metadata', () => {
  it('removes the location, comments and attached data from a JPEG, but does not change the image', () => {
    expect(includes(jpegWithLocation, locationInExif)).toBe(true)
    const stripped = stripMetadata(jpegWithLocation, 'jpeg')
    expect(stripped).toEqual(smallJpeg)
  })

  it('keeps the color information of a JPEG', () => {
    const colors = jpegPart(0xe2, encode('ICC_PROFILE\0 of a camera'))
    const adobe = jpegPart(0xee, encode('Adobe\0dabcdef'))
    const secrets = [jpegPart(0xe2, encode('MPF\0 another picture')), jpegPart(0xed, encode('Photoshop 3.0\0 names'))]
    const jpeg = joinBytes(smallJpeg.subarray(0, 2), colors, ...secrets, adobe, smallJpeg.subarray(2))
    expect(stripMetadata(jpeg, 'jpeg')).toEqual(joinBytes(smallJpeg.subarray(0, 2), colors, adobe, smallJpeg.subarray(2)))
  })

  it('removes texts and EXIF from a PNG', () => {
    const extra = [
      pngPart('tEXt', encode('Author\0Someone')),
      pngPart('eXIf', encode('II*\0')),
      pngPart('gAMA', new Uint8Array([0, 0, 177, 143])),
    ]
    const stripped = stripMetadata(makePng(6, 6, { extra }), 'png')
    expect(stripped).toEqual(makePng(6, 6, { extra: extra.slice(2) }))
  })

  it('removes EXIF from a WebP and updates its header', () => {
    expect(includes(webpWithExif, 'Someone')).toBe(true)
    const stripped = stripMetadata(webpWithExif, 'webp')
    expect(includes(stripped, 'Someone')).toBe(false)
    expect(stripped[20]).toBe(0)
    expect(readPicture(stripped)).toEqual({ format: 'webp', width: 12, height: 8 })
    expect(stripMetadata(smallWebp, 'webp')).toEqual(smallWebp)
  })
})
