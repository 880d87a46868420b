import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SavedPhotos } from '../../domain/places/contract.ts'
import { makePng } from '../files/pictures.ts'
import { enter, type Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, readPlace, updatePlace } from './places.ts'

collectLog()

let ana: Person
let bo: Person
let place: string

beforeAll(async () => {
  ;[ana, bo] = [await enter('ana'), await enter('bo')]
  place = (await addPlace(ana)).id
})

let keys = 0
const upload = (person: Person, body: BodyInit, { key = `upload-${++keys}`, type = 'image/png', to = place } = {}) =>
  person.ask(`/api/places/photos?place=${to}&idempotencyKey=${key}`, { method: 'POST', headers: { 'content-type': type }, body })

const readSaved = async (answer: Response): Promise<SavedPhotos> => {
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

const listFiles = async () => (await env.FILES.list({ prefix: 'photos/' })).objects.map(({ key }) => key)

describe('A photo of a place', () => {
  it('is stored uncropped in two widths, and browsers may cache it forever', async () => {
    const { photos, version } = await readSaved(await upload(bo, makePng(2000, 1000)))
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

  it('is added only once if the upload is repeated, and the history shows who added it', async () => {
    const before = await readPlace(ana, place)
    const bytes = makePng(40, 30)
    const first = await readSaved(await upload(bo, bytes, { key: 'same-upload' }))
    expect(await readSaved(await upload(bo, bytes, { key: 'same-upload' }))).toEqual(first)
    expect(first.photos).toHaveLength(before.photos.length + 1)
    const { edits } = await (await ana.ask(`/api/places/${place}/edits`)).json<{ edits: unknown[] }>()
    expect(edits[0]).toMatchObject({ editor: { id: 'bo' }, changes: [{ field: 'photos', before: before.photos, after: first.photos }] })
  })

  it('can be deleted with its files by the person who added the photo or the place', async () => {
    const [cy, mine] = [await enter('cy'), (await addPlace(ana)).id]
    const { photos } = await readSaved(await upload(bo, makePng(20, 20), { to: mine }))
    const [key] = photos
    const remove = (person: Person) => person.ask(`/api/places/${mine}/photos/${key}`, { method: 'DELETE' })
    expect((await readProblem(await remove(cy))).code).toBe('PhotoNotYours')
    expect((await readPlace(cy, mine)).mine?.photos).toEqual([])
    expect(await (await remove(bo)).json()).toMatchObject({ photos: [] })
    expect(await (await remove(ana)).json()).toMatchObject({ photos: [], version: 3 })
    await vi.waitFor(async () => expect(await listFiles()).not.toContain(`photos/${key}/480`))
  })

  it('cannot be deleted by a person who only added another photo or mentioned its key', async () => {
    const [cy, mine] = [await enter('cy'), (await addPlace(ana)).id]
    const [key] = (await readSaved(await upload(bo, makePng(30, 30), { to: mine }))).photos
    const { photos } = await readSaved(await upload(cy, makePng(31, 30), { to: mine }))
    const edited = await updatePlace(cy, await readPlace(cy, mine), { description: `Look at ${key}` })
    expect(edited.status).toBe(200)
    expect((await readPlace(cy, mine)).mine?.photos).toEqual([photos[1]])
    expect((await readProblem(await cy.ask(`/api/places/${mine}/photos/${key}`, { method: 'DELETE' }))).code).toBe('PhotoNotYours')
    expect((await readPlace(ana, mine)).photos).toEqual(photos)
  })

  it('is refused after six others, and leaves no file behind', async () => {
    const full = (await addPlace(ana)).id
    const before = await listFiles()
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => upload(ana, makePng(10 + index, 10), { to: full })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 201, 409, 409, 409])
    const { photos } = await readPlace(ana, full)
    expect(new Set(photos).size).toBe(6)
    const expectedFiles = photos.flatMap((key) => [`photos/${key}/1280`, `photos/${key}/480`])
    await vi.waitFor(async () =>
      expect((await listFiles()).filter((key) => !before.includes(key)).toSorted()).toEqual(expectedFiles.toSorted()),
    )
  })
})

describe('A photo is refused', () => {
  it.each([
    ['if it is an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 415],
    ['if it is an SVG with the type of a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png', 400],
    ['if it is text', 'hello', 'image/jpeg', 400],
    ['if it is empty', '', 'image/png', 400],
    ['if it has 20 MB', new Uint8Array(20 * 1024 * 1024), 'image/jpeg', 413],
  ])('%s', async (_, body, type, status) => {
    const before = await readPlace(ana, place)
    expect((await upload(ana, body as BodyInit, { type })).status).toBe(status)
    expect((await readPlace(ana, place)).photos).toEqual(before.photos)
  })

  it('if the place does not exist', async () => expect((await upload(ana, makePng(4, 4), { to: 'nowhere' })).status).toBe(404))
})
