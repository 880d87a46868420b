import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawFace } from '../world/faces/draw-face.ts'

const seeds = Array.from({ length: 60 }, (_, index) => index)
const options = { hasLongHair: true, mayHaveBeard: false }

describe('The drawn faces of the demo world', () => {
  it('are the same for the same seed, and differ between people', () => {
    expect(drawFace(7, options)).toBe(drawFace(7, options))
    expect(new Set(seeds.map((seed) => drawFace(seed, options))).size).toBe(seeds.length)
  })

  it('are small square pictures', async () => {
    const { data, info } = await sharp(Buffer.from(drawFace(3, options)))
      .webp({ quality: 82, effort: 1 })
      .toBuffer({ resolveWithObject: true })
    expect(info.width).toBe(info.height)
    expect(data.length).toBeLessThan(12_000)
  })
})
