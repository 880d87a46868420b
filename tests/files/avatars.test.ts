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
  jpegWithPlace,
  makePng,
  placeInExif,
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
const someone = (): Viewer => {
  people += 1
  return { id: `pictured-${people}`, name: 'Someone', emailVerified: true, profileComplete: true }
}

const put = (viewer: Viewer | null, body: BodyInit, type = 'image/png') =>
  ask(path, { method: 'PUT', viewer, headers: { 'content-type': type }, body })

async function upload(viewer: Viewer, body: BodyInit, type?: string): Promise<string> {
  const answer = await put(viewer, body, type)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ pictureUrl: string }>()).pictureUrl
}

const withSize = (url: string, size: number) => url.replace(/\d+$/, String(size))
const keyOf = (url: string) => url.split('/')[3] ?? ''
const filesOf = async (url: string) => (await env.FILES.list({ prefix: `avatars/${keyOf(url)}/` })).objects.map(({ key }) => key)
const pictureOf = async (viewer: Viewer) => (await (await ask('/api/session', { viewer })).json<{ viewer: Viewer }>()).viewer.pictureUrl
const bytesAt = async (url: string) => new Uint8Array(await (await ask(url)).arrayBuffer())

describe('A new picture', () => {
  it('is slowed down for who sends a lot of them', async () => {
    const viewer = someone()
    const limit = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockResolvedValue({ success: false })
    expect(await readProblem(await put(viewer, smallJpeg, 'image/jpeg'))).toMatchObject({ code: 'TooManyRequests' })
    expect(limit).toHaveBeenCalledWith({ key: `picture ${viewer.id}` })
    limit.mockRestore()
  })

  it.each([
    ['JPEG', jpegWithPlace, 'image/jpeg'],
    ['PNG', makePng(700, 500), 'image/png'],
    ['WebP', smallWebp, 'image/webp'],
  ])('from a %s is kept as squares in three sizes and shown with the session', async (_, bytes, type) => {
    const viewer = someone()
    const url = await upload(viewer, bytes, type)
    for (const size of [96, 256, 640]) {
      const file = await ask(withSize(url, size))
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toBe('image/webp')
      expect(await env.IMAGES?.info(file.body ?? new ReadableStream())).toMatchObject({ format: 'image/webp', width: size, height: size })
    }
    expect(await pictureOf(viewer)).toBe(withSize(url, 96))
  })

  it('tells nothing of where it was taken', async () => {
    const url = await upload(someone(), jpegWithPlace, 'image/jpeg')
    for (const size of [96, 256, 640]) {
      const bytes = await bytesAt(withSize(url, size))
      expect(includes(bytes, placeInExif)).toBe(false)
      expect(includes(bytes, 'EXIF')).toBe(false)
      expect(includes(bytes, 'SpyPhone')).toBe(false)
    }
  })

  it('is judged by what it is, not by what it is called', async () => {
    expect(await upload(someone(), smallJpeg, 'image/png')).toMatch(/^\/files\/avatars\//)
  })

  it('takes the place of the one before, whose files go', async () => {
    const viewer = someone()
    const first = await upload(viewer, smallJpeg, 'image/jpeg')
    expect(await filesOf(first)).toHaveLength(3)
    const second = await upload(viewer, makePng(20, 20))
    await vi.waitFor(async () => expect(await filesOf(first)).toEqual([]))
    expect((await ask(first)).status).toBe(404)
    // The same again is a file of its own, so that nothing that is shown is ever taken away.
    const third = await upload(viewer, makePng(20, 20))
    expect(third).not.toBe(second)
    await vi.waitFor(async () => expect(await filesOf(second)).toEqual([]))
    expect(await filesOf(third)).toHaveLength(3)
  })

  it('of the same bytes is a file of its own for each person', async () => {
    const [one, two] = [someone(), someone()]
    const [first, second] = [await upload(one, smallJpeg, 'image/jpeg'), await upload(two, smallJpeg, 'image/jpeg')]
    expect(first).not.toBe(second)
    await ask(path, { method: 'DELETE', viewer: one })
    await vi.waitFor(async () => expect(await filesOf(first)).toEqual([]))
    expect(await pictureOf(two)).toBe(second)
    expect(await filesOf(second)).toHaveLength(3)
  })

  it('is removed with all its files', async () => {
    const viewer = someone()
    const url = await upload(viewer, smallJpeg, 'image/jpeg')
    expect((await ask(path, { method: 'DELETE', viewer })).status).toBe(204)
    expect(await pictureOf(viewer)).toBeNull()
    await vi.waitFor(async () => expect(await filesOf(url)).toEqual([]))
    expect((await ask(path, { method: 'DELETE', viewer })).status).toBe(204)
  })

  it('needs someone signed in', async () => {
    expect((await put(null, smallJpeg, 'image/jpeg')).status).toBe(401)
    expect((await ask(path, { method: 'DELETE' })).status).toBe(401)
  })
})

describe('What is no picture', () => {
  const words = (text: string) => new TextEncoder().encode(text)
  const unreadable: [string, BodyInit, string?][] = [
    ['text named .png', words('Not a picture.')],
    ['an SVG with a script', svgWithScript],
    ['a GIF', words('GIF89a\x01\0\x01\0\0\0\0;')],
    ['a truncated JPEG', jpegWithPlace.slice(0, 500), 'image/jpeg'],
    ['a truncated PNG', makePng(300, 300).slice(0, -20)],
    ['a PNG of noise', joinBytes(pngHead, pngSize(50, 50), pngPart('IDAT', words('noise')), pngPart('IEND', new Uint8Array()))],
    ['nothing at all', new Uint8Array()],
  ]

  it.each(unreadable)('is refused with plain words: %s', async (_, body, type = 'image/png') => {
    const viewer = someone()
    const before = await upload(viewer, smallJpeg, 'image/jpeg')
    const answer = await put(viewer, body, type)
    expect(answer.status).toBe(400)
    expect((await readProblem(answer)).title).toBe(errors.PictureUnreadable.words)
    expect(await pictureOf(viewer)).toBe(before)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it.each(['image/svg+xml', 'image/gif', 'application/json', 'multipart/form-data', 'text/plain'])('cannot be sent as %s', async (type) => {
    const answer = await put(someone(), smallJpeg, type)
    expect(answer.status).toBe(415)
    expect((await readProblem(answer)).title).toBe(errors.PictureUnreadable.words)
  })

  it('is refused above 5 MB, also when it hides its length', async () => {
    const large = joinBytes(smallJpeg, new Uint8Array(5 * 1024 * 1024 + 1 - smallJpeg.length))
    for (const body of [large, new Blob([large]).stream()]) {
      const answer = await put(someone(), body, 'image/jpeg')
      expect(answer.status).toBe(413)
      expect((await readProblem(answer)).title).toBe('This picture is too large. Use one of at most 5 MB.')
    }
    expect((await put(someone(), large.slice(0, -1), 'image/jpeg')).status).toBe(200)
  })

  it('is refused above 40 megapixels before anything is unpacked', async () => {
    const bomb = joinBytes(pngHead, pngSize(30_000, 30_000), pngPart('IDAT', words('small')), pngPart('IEND', new Uint8Array()))
    const answer = await put(someone(), bomb)
    expect(answer.status).toBe(413)
    expect((await readProblem(answer)).title).toContain('40 megapixels')
  })

  it('changes no bound of any other address', async () => {
    const answer = await ask('/api/accounts/lookup', { method: 'POST', headers: { 'content-type': 'image/png' }, body: smallJpeg })
    expect(answer.status).toBe(415)
  })
})

describe('A picture’s file', () => {
  it('may be kept forever, does nothing by itself, and is not sent twice', async () => {
    const url = await upload(someone(), smallJpeg, 'image/jpeg')
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

  it('is not found by another size, another key or a way around', async () => {
    const url = await upload(someone(), smallJpeg, 'image/jpeg')
    const key = keyOf(url)
    const ways = [
      withSize(url, 97),
      `/files/avatars/${key}`,
      `/files/avatars/${'A'.repeat(43)}/96`,
      `/files/avatars/..%2Favatars%2F${key}/96`,
      `/files/${key}/96`,
    ]
    for (const way of ways) expect((await ask(way)).status, way).toBe(404)
    expect((await ask(withSize(url, 96), { method: 'POST' })).status).toBe(405)
  })
})

describe('Without the Images binding', () => {
  const upTo640 = makePng(640, 640)

  it('what the browser sent is kept, without what it tells', async () => {
    const key = await storeAvatar({ FILES: env.FILES }, { userId: 'a', uploadId: 'b', bytes: jpegWithPlace })
    for (const size of [96, 256, 640]) {
      const file = await ask(`/files/avatars/${key}/${size}`)
      expect(file.headers.get('content-type')).toBe('image/jpeg')
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(smallJpeg)
    }
  })

  it('only what is small enough to be shown as it is', async () => {
    const variants = await drawVariants(undefined, upTo640, { format: 'png', width: 640, height: 640 })
    expect(variants.map(({ size, type }) => [size, type])).toEqual([96, 256, 640].map((size) => [size, 'image/png']))
    await expect(drawVariants(undefined, upTo640, { format: 'png', width: 641, height: 640 })).rejects.toMatchObject({
      code: 'PictureTooWide',
    })
  })

  it('the same holds while the service is used up, and the log says so', async () => {
    const usedUp = { info: () => Promise.reject(Object.assign(new Error('limit reached'), { code: 9422 })) } as unknown as ImagesBinding
    const variants = await drawVariants(usedUp, smallJpeg, { format: 'jpeg', width: 12, height: 8 })
    expect(variants.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg', 'image/jpeg'])
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', event: 'images-unavailable' }))
  })
})

describe('A picture whose person is gone', () => {
  it('is kept nowhere', async () => {
    const viewer = someone()
    const before = (await env.FILES.list({ prefix: 'avatars/' })).objects.length
    const cookie = await signIn(viewer)
    await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE id = ?').bind(viewer.id).run()
    const answer = await ask(path, { method: 'PUT', headers: { cookie, 'content-type': 'image/jpeg' }, body: smallJpeg })
    expect(answer.status).toBe(401)
    await vi.waitFor(async () => expect((await env.FILES.list({ prefix: 'avatars/' })).objects.length).toBe(before))
  })
})
