import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SavedPhotos } from '../../domain/places/contract.ts'
import { makePng } from '../files/pictures.ts'
import { enter, type Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, change, readPlace } from './places.ts'

collectLog()

let ana: Person
let bo: Person
let place: string

beforeAll(async () => {
  ;[ana, bo] = [await enter('ana'), await enter('bo')]
  place = (await addPlace(ana)).id
})

let keys = 0
const put = (person: Person, body: BodyInit, { key = `upload-${++keys}`, type = 'image/png', to = place } = {}) =>
  person.ask(`/api/places/photos?place=${to}&idempotencyKey=${key}`, { method: 'POST', headers: { 'content-type': type }, body })

const saved = async (answer: Response): Promise<SavedPhotos> => {
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

const keptFiles = async () => (await env.FILES.list({ prefix: 'photos/' })).objects.map(({ key }) => key)

describe('A photo of a place', () => {
  it('is kept in two widths, whole, for as long as a browser likes', async () => {
    const { photos, version } = await saved(await put(bo, makePng(2000, 1000)))
    const [key] = photos
    expect(version).toBe(2)
    for (const width of [480, 1280]) {
      const file = await ask(`/files/photos/${key}/${width}`)
      expect(file.headers.get('cache-control')).toContain('immutable')
      expect(file.headers.get('content-type')).toBe('image/webp')
      const info = await env.IMAGES?.info(file.body as ReadableStream<Uint8Array>)
      expect(info).toMatchObject({ width, height: width / 2 })
    }
    expect((await ask(`/files/photos/${key}/640`)).status).toBe(404)
    expect((await readPlace(ana, place)).mine?.photos).toEqual([key])
    expect((await readPlace(bo, place)).mine?.photos).toEqual([key])
  })

  it('sent again is one, and the history says who', async () => {
    const before = await readPlace(ana, place)
    const bytes = makePng(40, 30)
    const first = await saved(await put(bo, bytes, { key: 'same-upload' }))
    expect(await saved(await put(bo, bytes, { key: 'same-upload' }))).toEqual(first)
    expect(first.photos).toHaveLength(before.photos.length + 1)
    const { edits } = await (await ana.ask(`/api/places/${place}/edits`)).json<{ edits: unknown[] }>()
    expect(edits[0]).toMatchObject({ editor: { id: 'bo' }, changes: [{ field: 'photos', before: before.photos, after: first.photos }] })
  })

  it('is taken away by who added it, or who added the place, with its files', async () => {
    const [cy, mine] = [await enter('cy'), (await addPlace(ana)).id]
    const { photos } = await saved(await put(bo, makePng(20, 20), { to: mine }))
    const [key] = photos
    const remove = (person: Person) => person.ask(`/api/places/${mine}/photos/${key}`, { method: 'DELETE' })
    expect((await readProblem(await remove(cy))).code).toBe('PhotoNotYours')
    expect((await readPlace(cy, mine)).mine?.photos).toEqual([])
    expect(await (await remove(bo)).json()).toMatchObject({ photos: [] })
    expect(await (await remove(ana)).json()).toMatchObject({ photos: [], version: 3 })
    await vi.waitFor(async () => expect(await keptFiles()).not.toContain(`photos/${key}/480`))
  })

  it('stays out of the hands of who adds another beside it, or writes its name down', async () => {
    const [cy, mine] = [await enter('cy'), (await addPlace(ana)).id]
    const [key] = (await saved(await put(bo, makePng(30, 30), { to: mine }))).photos
    const { photos } = await saved(await put(cy, makePng(31, 30), { to: mine }))
    const named = await change(cy, await readPlace(cy, mine), { description: `Look at ${key}` })
    expect(named.status).toBe(200)
    expect((await readPlace(cy, mine)).mine?.photos).toEqual([photos[1]])
    expect((await readProblem(await cy.ask(`/api/places/${mine}/photos/${key}`, { method: 'DELETE' }))).code).toBe('PhotoNotYours')
    expect((await readPlace(ana, mine)).photos).toEqual(photos)
  })

  it('finds no room behind six others, and leaves no file behind', async () => {
    const full = (await addPlace(ana)).id
    const before = await keptFiles()
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => put(ana, makePng(10 + index, 10), { to: full })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 201, 409, 409, 409])
    const { photos } = await readPlace(ana, full)
    expect(new Set(photos).size).toBe(6)
    const wanted = photos.flatMap((key) => [`photos/${key}/1280`, `photos/${key}/480`])
    await vi.waitFor(async () => expect((await keptFiles()).filter((key) => !before.includes(key)).toSorted()).toEqual(wanted.toSorted()))
  })
})

describe('What is no photo', () => {
  it.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 415],
    ['a drawing that says it is a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', 400],
    ['words', 'hello', 'image/jpeg', 400],
    ['nothing', '', 'image/png', 400],
    ['20 MB', new Uint8Array(20 * 1024 * 1024), 'image/jpeg', 413],
  ])('%s', async (_, body, type, status) => {
    const before = await readPlace(ana, place)
    expect((await put(ana, body as BodyInit, { type })).status).toBe(status)
    expect((await readPlace(ana, place)).photos).toEqual(before.photos)
  })

  it('one of no place', async () => expect((await put(ana, makePng(4, 4), { to: 'nowhere' })).status).toBe(404))
})
