import { describe, expect, it } from 'vitest'
import { maxPictureParts, readPicture, splitPicture } from '../../domain/files/picture-format.ts'
import { joinBytes, jpegPart, makePng, pngHead, pngPart, smallJpeg, smallWebp } from '../files/pictures.ts'
import { ask, personA, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const fiveMegabytes = 5_000_000

/** Puts as many copies of a small part into the picture as fit into five megabytes. */
function fill(before: Uint8Array, part: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = Math.floor((fiveMegabytes - before.length - after.length) / part.length)
  const filled = new Uint8Array(before.length + count * part.length + after.length)
  filled.set(before)
  for (let index = 0; index < count; index++) filled.set(part, before.length + index * part.length)
  filled.set(after, before.length + count * part.length)
  return filled
}

const png = makePng(4, 4)
const pngStart = pngHead.length + 25
const emptyWebpPart = joinBytes(new TextEncoder().encode('JUNK'), [0, 0, 0, 0])

function fillWebp(): Uint8Array<ArrayBuffer> {
  const filled = fill(smallWebp.subarray(0, 12), emptyWebpPart, smallWebp.subarray(12))
  new DataView(filled.buffer).setUint32(4, filled.length - 8, true)
  return filled
}

/** A scan of no data: a part that a JPEG may have several times. */
const emptyScan = jpegPart(0xda, [])

const pictures = {
  'a million comments in a JPEG': fill(smallJpeg.subarray(0, 2), jpegPart(0xfe, []), smallJpeg.subarray(2)),
  'a million scans in a JPEG': fill(smallJpeg.subarray(0, -2), emptyScan, smallJpeg.subarray(-2)),
  'empty data in a PNG': fill(png.subarray(0, pngStart), pngPart('IDAT', new Uint8Array()), png.subarray(pngStart)),
  'empty texts in a PNG': fill(png.subarray(0, pngStart), pngPart('tEXt', new Uint8Array()), png.subarray(pngStart)),
  'empty parts in a WebP': fillWebp(),
}

describe.each(Object.entries(pictures))('Five megabytes of %s', (name, bytes) => {
  const format = name.endsWith('JPEG') ? 'jpeg' : name.endsWith('PNG') ? 'png' : 'webp'

  it('need no more memory than any other picture', () => {
    expect(splitPicture(bytes, format).parts.length).toBeLessThanOrEqual(maxPictureParts)
    expect(readPicture(bytes)).toBeNull()
  })

  it('are refused as a picture that we cannot open', async () => {
    const answer = await ask('/api/profiles/me/picture', {
      method: 'PUT',
      viewer: personA,
      headers: { 'content-type': `image/${format}` },
      body: bytes,
    })
    expect(await readProblem(answer)).toMatchObject({ status: 400, code: 'PictureUnreadable' })
  })
})

describe('A picture with many parts that an encoder would write', () => {
  it('is read', () => {
    const manyComments = Array.from({ length: 1000 }, () => jpegPart(0xfe, [1, 2, 3]))
    expect(readPicture(joinBytes(smallJpeg.subarray(0, 2), ...manyComments, smallJpeg.subarray(2)))).toMatchObject({ format: 'jpeg' })
    // Five megabytes in parts of four kilobytes.
    const manyData = Array.from({ length: 1250 }, () => pngPart('IDAT', new Uint8Array(10)))
    const large = joinBytes(png.subarray(0, pngStart), ...manyData, png.subarray(pngStart))
    expect(readPicture(large)).toMatchObject({ format: 'png' })
  })
})
