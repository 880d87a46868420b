import { describe, expect, it } from 'vitest'
import { readPicture } from '../../domain/files/picture-format.ts'
import { stripMetadata } from '../../domain/files/strip-metadata.ts'
import {
  includes,
  joinBytes,
  jpegPart,
  jpegWithPlace,
  makePng,
  placeInExif,
  pngHead,
  pngPart,
  pngSize,
  smallJpeg,
  smallWebp,
  svgWithScript,
  webpWithExif,
} from './pictures.ts'

const text = (words: string) => new TextEncoder().encode(words)
const wholes = {
  jpeg: smallJpeg,
  'jpeg with more around it': jpegWithPlace,
  png: makePng(30, 20),
  webp: smallWebp,
  'extended webp': webpWithExif,
}

describe('Reading a picture', () => {
  it('tells what it is and how large', () => {
    expect(readPicture(smallJpeg)).toEqual({ format: 'jpeg', width: 12, height: 8 })
    expect(readPicture(jpegWithPlace)).toEqual({ format: 'jpeg', width: 12, height: 8 })
    expect(readPicture(makePng(30, 20))).toEqual({ format: 'png', width: 30, height: 20 })
    expect(readPicture(smallWebp)).toEqual({ format: 'webp', width: 12, height: 8 })
    expect(readPicture(webpWithExif)).toEqual({ format: 'webp', width: 12, height: 8 })
  })

  it.each(Object.entries(wholes))('of a %s cut anywhere finds none, and never fails', (name, whole) => {
    // What hangs behind a picture may be cut: the picture is whole before it.
    const end = name === 'jpeg with more around it' ? whole.length - 40 : whole.length - 1
    for (let length = 0; length < end; length++) expect(readPicture(whole.slice(0, length)), `${length} bytes`).toBeNull()
  })

  it.each(Object.entries(wholes))('of a %s measures it by its beginning alone', (_, whole) => {
    const beginning = whole.slice(0, Math.round(whole.length * 0.9))
    expect(readPicture(beginning, { whole: false })).toMatchObject({ width: expect.any(Number) })
  })

  it('survives bytes that were changed anywhere', () => {
    for (const whole of Object.values(wholes)) {
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
    ['text', text('Not a picture, whatever its name is.')],
    ['an SVG', svgWithScript],
    ['a GIF', text('GIF89a\x01\0\x01\0\0\0\0;')],
    ['the beginning of a JPEG and text', joinBytes([0xff, 0xd8, 0xff, 0xe0], text('and then words'))],
    ['a PNG without a picture in it', joinBytes(pngHead, pngSize(4, 4), pngPart('IEND', new Uint8Array()))],
    ['a PNG without a side', makePng(0, 0)],
  ])('finds none in %s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull()
  })

  it('does not take a moving WebP', () => {
    const moving = joinBytes(smallWebp, text('ANIM'), [6, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    new DataView(moving.buffer).setUint32(4, moving.length - 8, true)
    expect(readPicture(moving)).toBeNull()
  })

  it('believes the larger of two sizes that a WebP tells', () => {
    const lying = webpWithExif.slice()
    // The canvas says 12 by 8 still; what is painted on it says 16,383 by 16,383.
    const frame = 30 + 8 + 6
    lying.set([0xff, 0x3f, 0xff, 0x3f], frame)
    expect(readPicture(lying)).toMatchObject({ width: 16_383, height: 16_383 })
  })
})

describe('Stripping metadata', () => {
  it('takes place, comments and what hangs behind out of a JPEG and leaves its picture as it was', () => {
    expect(includes(jpegWithPlace, placeInExif)).toBe(true)
    const stripped = stripMetadata(jpegWithPlace, 'jpeg')
    expect(stripped).toEqual(smallJpeg)
  })

  it('keeps how the colors of a JPEG are meant', () => {
    const colors = jpegPart(0xe2, text('ICC_PROFILE\0 of a camera'))
    const adobe = jpegPart(0xee, text('Adobe\0dabcdef'))
    const secrets = [jpegPart(0xe2, text('MPF\0 another picture')), jpegPart(0xed, text('Photoshop 3.0\0 names'))]
    const jpeg = joinBytes(smallJpeg.subarray(0, 2), colors, ...secrets, adobe, smallJpeg.subarray(2))
    expect(stripMetadata(jpeg, 'jpeg')).toEqual(joinBytes(smallJpeg.subarray(0, 2), colors, adobe, smallJpeg.subarray(2)))
  })

  it('takes words and EXIF out of a PNG', () => {
    const extra = [
      pngPart('tEXt', text('Author\0Someone')),
      pngPart('eXIf', text('II*\0')),
      pngPart('gAMA', new Uint8Array([0, 0, 177, 143])),
    ]
    const stripped = stripMetadata(makePng(6, 6, { extra }), 'png')
    expect(stripped).toEqual(makePng(6, 6, { extra: extra.slice(2) }))
  })

  it('takes EXIF out of a WebP, and its head says so', () => {
    expect(includes(webpWithExif, 'Someone')).toBe(true)
    const stripped = stripMetadata(webpWithExif, 'webp')
    expect(includes(stripped, 'Someone')).toBe(false)
    expect(stripped[20]).toBe(0)
    expect(readPicture(stripped)).toEqual({ format: 'webp', width: 12, height: 8 })
    expect(stripMetadata(smallWebp, 'webp')).toEqual(smallWebp)
  })
})
