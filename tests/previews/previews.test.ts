import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { activities } from '../../domain/activities.ts'
import { platformIds } from '../../domain/platforms.ts'
import { ownPreviewPath, previewPath } from '../../domain/previews.ts'

const load = (path: string) => env.ASSETS.fetch(new URL(path, 'https://assets.test'))

/** A PNG has eight bytes of signature. Its width and height are in the header, at bytes 16 and 20. */
async function readPng(path: string) {
  const bytes = new Uint8Array(await (await load(path)).arrayBuffer())
  const header = new DataView(bytes.buffer)
  return { signature: String.fromCharCode(...bytes.slice(1, 4)), width: header.getUint32(16), height: header.getUint32(20), bytes }
}

describe('the preview image of a link', () => {
  it.each(activities.map(({ id }) => id))('exists for %s, in the size that chat apps show, as a small file', async (id) => {
    const { signature, width, height, bytes } = await readPng(previewPath(id))
    expect({ signature, width, height }).toEqual({ signature: 'PNG', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(60_000)
  })

  it('is different for each activity', async () => {
    const pictures = await Promise.all(activities.map(async ({ id }) => (await readPng(previewPath(id))).bytes.join()))
    expect(new Set(pictures).size).toBe(activities.length)
  })

  it('is the one of the platform for an unknown activity', async () => {
    expect(previewPath('quidditch')).toBe('/icons/og-gth.png')
    expect(previewPath('quidditch', 'meh')).toBe('/icons/og-meh.png')
    for (const path of platformIds.map(ownPreviewPath))
      expect(await readPng(path)).toMatchObject({ signature: 'PNG', width: 1200, height: 630 })
    expect((await load('/previews/quidditch.png')).status).toBe(404)
  })
})
