import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { errors } from '../../domain/errors.ts'
import { storeAvatar } from '../../worker/files/commands.ts'
import { drawVariants } from '../../worker/files/draw-variants.ts'
import { ask, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import {
  includes,
  joinBytes,
  jpegWithLocation,
  locationInExif,
  makePng,
  pngHead,
  pngPart,
  pngSize,
  smallJpeg,
  smallWebp,
  svgWithScript,
} from './pictures.ts'

const log = collectLog()
const path = '/api/profiles/me/picture'

let people = 0
const makePerson = (): Viewer => {
  people += 1
  return { id: `pictured-${people}`, name: 'Someone', emailVerified: true, profileComplete: true }
}

const sendPicture = (viewer: Viewer | null, body: BodyInit, type = 'image/png') =>
  ask(path, { method: 'PUT', viewer, headers: { 'content-type': type }, body })

async function upload(viewer: Viewer, body: BodyInit, type?: string): Promise<string> {
  const answer = await sendPicture(viewer, body, type)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ pictureUrl: string }>()).pictureUrl
}

const withSize = (url: string, size: number) => url.replace(/\d+$/, String(size))
const getKey = (url: string) => url.split('/')[3] ?? ''
const listFiles = async (url: string) => (await env.FILES.list({ prefix: `avatars/${getKey(url)}/` })).objects.map(({ key }) => key)
const readPictureUrl = async (viewer: Viewer) =>
  (await (await ask('/api/session', { viewer })).json<{ viewer: Viewer }>()).viewer.pictureUrl
const readBytes = async (url: string) => new Uint8Array(await (await ask(url)).arrayBuffer())

describe('A new picture', () => {
  it('is limited per user', async () => {
    const viewer = makePerson()
    const limit = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockResolvedValue({ success: false })
    expect(await readProblem(await sendPicture(viewer, smallJpeg, 'image/jpeg'))).toMatchObject({ code: 'TooManyRequests' })
    expect(limit).toHaveBeenCalledWith({ key: `picture ${viewer.id}` })
    limit.mockRestore()
  })

  it.each([
    ['JPEG', jpegWithLocation, 'image/jpeg'],
    ['PNG', makePng(700, 500), 'image/png'],
    ['WebP', smallWebp, 'image/webp'],
  ])('from a %s is stored as a square in three sizes and is in the session', async (_, bytes, type) => {
    const viewer = makePerson()
    const url = await upload(viewer, bytes, type)
    for (const size of [96, 256, 640]) {
      const file = await ask(withSize(url, size))
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe('image/webp')
      expect(await env.IMAGES?.info(file.body ?? new ReadableStream())).toMatchObject({ format: 'image/webp', width: size, height: size })
    }
    expect(await readPictureUrl(viewer)).toBe(withSize(url, 96))
  })

  it('does not contain the location where it was taken', async () => {
    const url = await upload(makePerson(), jpegWithLocation, 'image/jpeg')
    for (const size of [96, 256, 640]) {
      const bytes = await readBytes(withSize(url, size))
      expect(includes(bytes, locationInExif)).toBe(false)
      expect(includes(bytes, 'EXIF')).toBe(false)
      expect(includes(bytes, 'SpyPhone')).toBe(false)
    }
  })

  it('is recognized by its content, not by its declared type', async () => {
    expect(await upload(makePerson(), smallJpeg, 'image/png')).toMatch(/^\/files\/avatars\//)
  })

  it('replaces the one before, whose files are deleted', async () => {
    const viewer = makePerson()
    const first = await upload(viewer, smallJpeg, 'image/jpeg')
    expect(await listFiles(first)).toHaveLength(3)
    const second = await upload(viewer, makePng(20, 20))
    await vi.waitFor(async () => expect(await listFiles(first)).toEqual([]))
    expect((await ask(first)).status).toBe(404)
    // The same picture again has new files, so that a picture in use is never deleted.
    const third = await upload(viewer, makePng(20, 20))
    expect(third).not.toBe(second)
    await vi.waitFor(async () => expect(await listFiles(second)).toEqual([]))
    expect(await listFiles(third)).toHaveLength(3)
  })

  it('with the same bytes has separate files for each person', async () => {
    const [one, two] = [makePerson(), makePerson()]
    const [first, second] = [await upload(one, smallJpeg, 'image/jpeg'), await upload(two, smallJpeg, 'image/jpeg')]
    expect(first).not.toBe(second)
    await ask(path, { method: 'DELETE', viewer: one })
    await vi.waitFor(async () => expect(await listFiles(first)).toEqual([]))
    expect(await readPictureUrl(two)).toBe(second)
    expect(await listFiles(second)).toHaveLength(3)
  })

  it('is removed with all its files', async () => {
    const viewer = makePerson()
    const url = await upload(viewer, smallJpeg, 'image/jpeg')
    expect((await ask(path, { method: 'DELETE', viewer })).status).toBe(204)
    expect(await readPictureUrl(viewer)).toBeNull()
    await vi.waitFor(async () => expect(await listFiles(url)).toEqual([]))
    expect((await ask(path, { method: 'DELETE', viewer })).status).toBe(204)
  })

  it('requires a signed-in user', async () => {
    expect((await sendPicture(null, smallJpeg, 'image/jpeg')).status).toBe(401)
    expect((await ask(path, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('An upload that is not a valid picture', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const unreadable: [string, BodyInit, string?][] = [
    ['text named .png', encode('Not a picture.')],
    ['an SVG with a script', svgWithScript],
    ['a GIF', encode('GIF89a\x01\0\x01\0\0\0\0;')],
    ['a truncated JPEG', jpegWithLocation.slice(0, 500), 'image/jpeg'],
    ['a truncated PNG', makePng(300, 300).slice(0, -20)],
    ['a PNG of noise', joinBytes(pngHead, pngSize(50, 50), pngPart('IDAT', encode('noise')), pngPart('IEND', new Uint8Array()))],
    ['nothing at all', new Uint8Array()],
  ]

  it.each(unreadable)('is refused with a clear message: %s', async (_, body, type = 'image/png') => {
    const viewer = makePerson()
    const before = await upload(viewer, smallJpeg, 'image/jpeg')
    const answer = await sendPicture(viewer, body, type)
    expect(answer.status).toBe(400)
    expect((await readProblem(answer)).title).toBe(errors.PictureUnreadable.message)
    expect(await readPictureUrl(viewer)).toBe(before)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each(['image/svg+xml', 'image/gif', 'application/json', 'multipart/form-data', 'text/plain'])('cannot be sent as %s', async (type) => {
    const answer = await sendPicture(makePerson(), smallJpeg, type)
    expect(answer.status).toBe(415)
    expect((await readProblem(answer)).title).toBe(errors.PictureUnreadable.message)
  })

  it('is refused above 5 MB, even if its length is not declared', async () => {
    const large = joinBytes(smallJpeg, new Uint8Array(5 * 1024 * 1024 + 1 - smallJpeg.length))
    for (const body of [large, new Blob([large]).stream()]) {
      const answer = await sendPicture(makePerson(), body, 'image/jpeg')
      expect(answer.status).toBe(413)
      expect((await readProblem(answer)).title).toBe('This picture is too large. The maximum is 5 MB.')
    }
    expect((await sendPicture(makePerson(), large.slice(0, -1), 'image/jpeg')).status).toBe(200)
  })

  it('is refused above 40 megapixels before it is decoded', async () => {
    const hugePicture = joinBytes(pngHead, pngSize(30_000, 30_000), pngPart('IDAT', encode('small')), pngPart('IEND', new Uint8Array()))
    const answer = await sendPicture(makePerson(), hugePicture)
    expect(answer.status).toBe(413)
    expect((await readProblem(answer)).title).toContain('40 megapixels')
  })

  it('does not change the limits of other routes', async () => {
    const answer = await ask('/api/accounts/lookup', { method: 'POST', headers: { 'content-type': 'image/png' }, body: smallJpeg })
    expect(answer.status).toBe(415)
  })
})

describe('The file of a picture', () => {
  it('can be cached forever, cannot run scripts, and is not sent again if it is cached', async () => {
    const url = await upload(makePerson(), smallJpeg, 'image/jpeg')
    const file = await ask(url)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(file.headers.get('set-cookie')).toBeNull()
    const etag = file.headers.get('etag') ?? ''
    expect(etag).toMatch(/^".+"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await ask(url, { headers: { 'if-none-match': tag } })
      expect(again.status, tag).toBe(304)
      expect(await again.text()).toBe('')
      expect(again.headers.get('cache-control')).toContain('immutable')
    }
    expect((await ask(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await ask(url, { method: 'HEAD' })).status).toBe(200)
  })

  it('is not found by another size, another key or another path', async () => {
    const url = await upload(makePerson(), smallJpeg, 'image/jpeg')
    const key = getKey(url)
    const wrongPaths = [
      withSize(url, 97),
      `/files/avatars/${key}`,
      `/files/avatars/${'A'.repeat(43)}/96`,
      `/files/avatars/..%2Favatars%2F${key}/96`,
      `/files/${key}/96`,
    ]
    for (const wrongPath of wrongPaths) expect((await ask(wrongPath)).status, wrongPath).toBe(404)
    expect((await ask(withSize(url, 96), { method: 'POST' })).status).toBe(405)
  })
})

describe('Without the Images binding', () => {
  const upTo640 = makePng(640, 640)

  it('the upload is stored without its metadata', async () => {
    const key = await storeAvatar({ FILES: env.FILES }, { userId: 'a', uploadId: 'b', bytes: jpegWithLocation })
    for (const size of [96, 256, 640]) {
      const file = await ask(`/files/avatars/${key}/${size}`)
      expect(file.headers.get('content-type')).toBe('image/jpeg')
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(smallJpeg)
    }
  })

  it('an upload is accepted only if the browser has scaled it down', async () => {
    const variants = await drawVariants(undefined, upTo640, { format: 'png', width: 640, height: 640 })
    expect(variants.map(({ size, type }) => [size, type])).toEqual([96, 256, 640].map((size) => [size, 'image/png']))
    await expect(drawVariants(undefined, upTo640, { format: 'png', width: 641, height: 640 })).rejects.toMatchObject({
      code: 'PictureTooWide',
    })
  })

  it('and also if the service is over its quota, uploads still work, and the log has an error', async () => {
    const overQuota = { info: () => Promise.reject(Object.assign(new Error('limit reached'), { code: 9422 })) } as unknown as ImagesBinding
    const variants = await drawVariants(overQuota, smallJpeg, { format: 'jpeg', width: 12, height: 8 })
    expect(variants.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg'])
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', event: 'images-unavailable' }))
  })
})

describe('A picture of a deleted account', () => {
  it('is not stored', async () => {
    const viewer = makePerson()
    const before = (await env.FILES.list({ prefix: 'avatars/' })).objects.length
    const cookie = await signIn(viewer)
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(viewer.id).run()
    const answer = await ask(path, { method: 'PUT', headers: { cookie, 'content-type': 'image/jpeg' }, body: smallJpeg })
    expect(answer.status).toBe(401)
    await vi.waitFor(async () => expect((await env.FILES.list({ prefix: 'avatars/' })).objects.length).toBe(before))
  })
})
