import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { activities } from '../../domain/activities.ts'
import { platformIds } from '../../domain/platforms.ts'
import { ownPreviewPath, previewPath } from '../../domain/previews.ts'

const load = (path: string) => env.ASSETS.fetch(new URL(path, 'https://assets.test'))

/** Width and height stand in the header, sixteen bytes after the file's eight of its own. */
async function readPng(path: string) {
  const bytes = new Uint8Array(await (await load(path)).arrayBuffer())
  const header = new DataView(bytes.buffer)
  return { mark: String.fromCharCode(...bytes.slice(1, 4)), width: header.getUint32(16), height: header.getUint32(20), bytes }
}

describe('the picture of a link', () => {
  it.each(activities.map(({ id }) => id))('is there for %s, in the size that chats show and small', async (id) => {
    const { mark, width, height, bytes } = await readPng(previewPath(id))
    expect({ mark, width, height }).toEqual({ mark: 'PNG', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(60_000)
  })

  it('is another one for each activity', async () => {
    const pictures = await Promise.all(activities.map(async ({ id }) => (await readPng(previewPath(id))).bytes.join()))
    expect(new Set(pictures).size).toBe(activities.length)
  })

  it('is ours for what we do not know', async () => {
    expect(previewPath('quidditch')).toBe('/icons/og-gth.png')
    expect(previewPath('quidditch', 'meh')).toBe('/icons/og-meh.png')
    for (const path of platformIds.map(ownPreviewPath)) expect(await readPng(path)).toMatchObject({ mark: 'PNG', width: 1200, height: 630 })
    expect((await load('/previews/quidditch.png')).status).toBe(404)
  })
})
