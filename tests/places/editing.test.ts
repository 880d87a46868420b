import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangePlace, PlaceEditPage, PlacePage } from '../../domain/places/contract.ts'
import { changePlace } from '../../worker/places/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, change, formOf, oakCourts, readPlace, tryToAdd } from './places.ts'

collectLog()

let ana: Person
let bo: Person
const stranger = { ask }

beforeAll(async () => {
  ;[ana, bo] = [await enter('ana'), await enter('bo')]
})

const editsOf = async (person: Pick<Person, 'ask'>, id: string) => (await person.ask(`/api/places/${id}/edits`)).json<PlaceEditPage>()
const cellsOf = (id: string) => rowsOf('SELECT DISTINCT activity, lat FROM place_cells WHERE id = ? ORDER BY activity', id)

describe('A new place', () => {
  it('is there for everyone, with the zone of where it lies', async () => {
    const place = await addPlace(ana)
    expect(place).toMatchObject({ ...oakCourts, timeZone: 'America/Chicago', version: 1, photos: [], followers: 0 })
    const seen = await readPlace(stranger, place.id)
    expect(seen).toMatchObject({ name: 'Oak Courts', mine: null, here: { count: 0, people: [] }, regulars: { count: 0, people: [] } })
    expect((await addPlace(ana, { lat: 34.0101, lng: -118.4962 })).timeZone).toBe('America/Los_Angeles')
  })

  it('is one, however often it is sent', async () => {
    const first = await addPlace(ana, { idempotencyKey: 'the-same-key' })
    await change(bo, first, { lat: 30.5 })
    const again = await addPlace(ana, { idempotencyKey: 'the-same-key', name: 'Another name' })
    expect(again).toMatchObject({ id: first.id, name: 'Oak Courts', lat: 30.5, version: 2 })
    expect(await cellsOf(first.id)).toEqual(['', 'pickleball', 'tennis'].map((activity) => ({ activity, lat: 30.5 })))
    expect((await addPlace(bo, { idempotencyKey: 'the-same-key' })).id).not.toBe(first.id)
  })

  it('is for whoever is set up', async () => {
    expect((await ask('/api/places', { method: 'POST', json: { ...oakCourts, idempotencyKey: 'some-key-1' } })).status).toBe(401)
    const half = await enter('half', { profileComplete: false })
    expect(await readProblem(await tryToAdd(half))).toMatchObject({ code: 'ProfileIncomplete' })
  })
})

describe('What is no place', () => {
  it.each([
    ['the north pole', { lat: 90, lng: 0 }],
    ['the south pole', { lat: -90, lng: 0 }],
    ['the middle of an ocean', { lat: 0, lng: -30 }],
    ['the open sea at the date line', { lat: 0, lng: -180 }],
  ])('%s', async (_, spot) => {
    const problem = await readProblem(await tryToAdd(ana, spot))
    expect(problem).toMatchObject({ code: 'NotOnLand', title: 'This is water. Put the pin where people play.' })
    expect(problem.issues?.[0]?.path).toBe('lat')
  })

  it.each([
    ['beyond the pole', { lat: 90.1 }],
    ['beyond the date line', { lng: -180.5 }],
    ['nowhere', { lat: null, lng: null }],
    ['in words', { lat: '30', lng: '-97' }],
    ['without an activity', { activities: [] }],
    ['with one twice', { activities: ['tennis', 'tennis'] }],
    ['with one nobody knows', { activities: ['quidditch'] }],
    ['with no courts', { courts: 0 }],
    ['with half a court', { courts: 1.5 }],
    ['without letters', { name: ' \u200b ' }],
    ['with a name too long', { name: 'x'.repeat(81) }],
    [
      'with hours the wrong way round',
      { hours: { monday: { isAvailable: true, timeRanges: [{ startTime: '10:00', endTime: '08:00' }] } } },
    ],
    ['with an amenity nobody knows', { amenities: ['gold'] }],
  ])('%s', async (_, more) => expect((await readProblem(await tryToAdd(ana, more))).code).toBe('InvalidInput'))

  it('a place across the date line is one', async () => {
    const place = await addPlace(ana, { lat: 51.88, lng: 179.99 })
    expect(place.timeZone).toBe('America/Adak')
    const bounds = 'south=51&north=53&west=179&east=-179'
    const { places } = await (await ask(`/api/places?${bounds}`)).json<PlacePage>()
    expect(places.map(({ id }) => id)).toEqual([place.id])
  })

  it('HTML in a name is letters, in the answer and in the page', async () => {
    const name = '<img src=x onerror=alert(1)> "Oak"'
    const place = await addPlace(ana, { name })
    expect(place.name).toBe(name)
    const html = await (await ask(`/places/view/${place.id}`)).text()
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x')
  })
})

describe('Words that turn what follows them', () => {
  it('are kept without doing so', async () => {
    const turned = '\u202Egnihton\u202C \u2066there'
    const { address, fee, description } = await addPlace(ana, { address: turned, fee: turned, description: turned })
    expect([address, fee, description]).toEqual(Array(3).fill('gnihton there'))
  })
})

describe('Changing a place', () => {
  it('is done a few times a minute, not by a program all day', async () => {
    const [place, eager] = [await addPlace(ana), await enter('eager')]
    // More than twice as many as a minute allows: it may be over among them.
    const answers = await Promise.all(
      Array.from({ length: 410 }, () => eager.ask(`/api/places/${place.id}`, { method: 'PUT', json: { ...formOf(place), version: 1 } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  it('keeps who changed what, and what stood there', async () => {
    const place = await addPlace(ana)
    const answer = await change(bo, place, { name: 'Oak Street Courts', courts: 6, hasLights: false })
    expect(await answer.json()).toMatchObject({ name: 'Oak Street Courts', version: 2 })
    const { edits } = await editsOf(ana, place.id)
    expect(edits).toMatchObject([
      {
        version: 2,
        editor: { id: 'bo' },
        changes: [
          { field: 'name', before: 'Oak Courts', after: 'Oak Street Courts' },
          { field: 'courts', before: 4, after: 6 },
          { field: 'hasLights', before: true, after: false },
        ],
      },
      { version: 1, editor: { id: 'ana' }, changes: [] },
    ])
  })

  it('tells nobody’s name to strangers, nor across a block', async () => {
    const place = await addPlace(ana)
    const [cy] = [await enter('cy')]
    await block('ana', 'cy')
    expect((await editsOf(stranger, place.id)).edits[0]?.editor).toBeNull()
    expect((await editsOf(cy, place.id)).edits[0]?.editor).toBeNull()
    expect((await editsOf(bo, place.id)).edits[0]?.editor).toMatchObject({ id: 'ana' })
  })

  it('moves it on the map, with another zone where clocks are others', async () => {
    const place = await addPlace(ana)
    expect(await (await change(ana, place, { lat: 40.7, lng: -74, activities: ['tennis'] })).json()).toMatchObject({
      timeZone: 'America/New_York',
    })
    expect(await cellsOf(place.id)).toEqual(['', 'tennis'].map((activity) => ({ activity, lat: 40.7 })))
  })

  it('refuses what someone changed meanwhile, and keeps theirs', async () => {
    const place = await addPlace(ana)
    expect((await change(bo, place, { fee: '$2' })).status).toBe(200)
    expect((await readProblem(await change(ana, place, { fee: '$3' }))).code).toBe('PlaceVersionConflict')
    expect(await readPlace(ana, place.id)).toMatchObject({ fee: '$2', version: 2 })
    expect((await editsOf(ana, place.id)).edits).toHaveLength(2)
  })

  it('sent again after its answer was lost is saved already, and nothing new is no edit', async () => {
    const place = await addPlace(ana)
    expect((await change(bo, place, { fee: '$2' })).status).toBe(200)
    expect(await (await change(bo, place, { fee: '$2' })).json()).toMatchObject({ version: 2 })
    expect((await editsOf(ana, place.id)).edits).toHaveLength(2)
  })

  it('by ten at once is done by one', async () => {
    const place = await addPlace(ana)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => change(ana, place, { fee: `$${index}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const [row] = await rowsOf('SELECT count(*) AS edits FROM place_edits WHERE place_id = ?', place.id)
    expect(row).toEqual({ edits: 2 })
  })

  it('is refused also where both had read the same before either wrote', async () => {
    const place = await addPlace(ana)
    const read = { ...formOf(place), version: 1 } as ChangePlace
    // Each comes from elsewhere: what one has read says nothing of what the other is about to write.
    const save = (fee: string) => changePlace(openPrimary(env.DB), 5, 'bo', place.id, { ...read, fee })
    const saved = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => save(`$${index}`)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of saved) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'PlaceVersionConflict' })
    expect(await readPlace(ana, place.id)).toMatchObject({ version: 2 })
    expect((await editsOf(ana, place.id)).edits).toHaveLength(2)
  })

  it('comes in pages', async () => {
    const place = await addPlace(ana)
    await env.DB.prepare(
      `INSERT INTO place_edits SELECT ?, key + 2, 'bo', '{"fee":["",1]}', 5 FROM json_each('[' || substr(replace(hex(zeroblob(50)), '00', ',0'), 2) || ']')`,
    )
      .bind(place.id)
      .run()
    const first = await editsOf(ana, place.id)
    expect(first.edits).toHaveLength(20)
    const second = await (await ana.ask(`/api/places/${place.id}/edits?cursor=${first.next}`)).json<PlaceEditPage>()
    expect(second.edits[0]?.version).toBe((first.edits.at(-1)?.version ?? 0) - 1)
  })

  it('of no place is told so', async () => {
    const place = await addPlace(ana)
    expect((await ana.ask('/api/places/nowhere', { method: 'PUT', json: { ...formOf(place), version: 1 } })).status).toBe(404)
    expect((await ask('/api/places/nowhere')).status).toBe(404)
    expect((await ask('/api/places/nowhere/edits')).status).toBe(404)
    expect((await ask('/api/places/no%20id')).status).toBe(400)
  })
})

describe('The page of a place', () => {
  it('says in its HTML what it is, and brings the answer along', async () => {
    const place = await addPlace(ana, { name: 'Linked Courts' })
    const answer = await ask(`/places/view/${place.id}?from=chat`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<title>Linked Courts, Austin, TX · Gather</title>')
    expect(html).toContain('Tennis and Pickleball in Austin, TX. 4 courts, hard court, lights. Free.')
    expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/places/view/${place.id}">`)
    expect(html).toContain(`["places","${place.id}"]`)
  })

  it('is a lost page with its status where there is none', async () => {
    for (const id of ['nowhere', 'no%20id']) expect((await ask(`/places/view/${id}`)).status).toBe(404)
  })
})
