import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangePlace, PlaceEditPage, PlacePage } from '../../domain/places/contract.ts'
import { changePlace } from '../../worker/places/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, oakCourts, readPlace, toForm, tryToAdd, updatePlace } from './places.ts'

collectLog()

let ana: Person
let bo: Person
const signedOut = { ask }

beforeAll(async () => {
  ;[ana, bo] = [await enter('ana'), await enter('bo')]
  // New accounts may change only a few places per day.
  await env.DB.exec('UPDATE users SET created_at = 0')
})

const readEdits = async (person: Pick<Person, 'ask'>, id: string) => (await person.ask(`/api/places/${id}/edits`)).json<PlaceEditPage>()
const readCells = (id: string) => rowsOf('SELECT DISTINCT activity, lat FROM place_cells WHERE id = ? ORDER BY activity', id)

describe('A new place', () => {
  it('is shown to everyone, with the time zone of its location', async () => {
    const place = await addPlace(ana)
    expect(place).toMatchObject({ ...oakCourts, timeZone: 'America/Chicago', version: 1, photos: [], followers: 0 })
    const seen = await readPlace(signedOut, place.id)
    expect(seen).toMatchObject({ name: 'Oak Courts', mine: null, here: { count: 0, people: [] }, regulars: { count: 0, people: [] } })
    expect((await addPlace(ana, { lat: 34.0101, lng: -118.4962 })).timeZone).toBe('America/Los_Angeles')
  })

  it('is added only once if the request is repeated', async () => {
    const first = await addPlace(ana, { idempotencyKey: 'the-same-key' })
    await updatePlace(ana, first, { lat: 30.5 })
    const again = await addPlace(ana, { idempotencyKey: 'the-same-key', name: 'Another name' })
    expect(again).toMatchObject({ id: first.id, name: 'Oak Courts', lat: 30.5, version: 2 })
    expect(await readCells(first.id)).toEqual(['', 'pickleball', 'tennis'].map((activity) => ({ activity, lat: 30.5 })))
    expect((await addPlace(bo, { idempotencyKey: 'the-same-key' })).id).not.toBe(first.id)
  })

  it('can be added only by people with a complete profile', async () => {
    expect((await ask('/api/places', { method: 'POST', json: { ...oakCourts, idempotencyKey: 'some-key-1' } })).status).toBe(401)
    const half = await enter('half', { profileComplete: false })
    expect(await readProblem(await tryToAdd(half))).toMatchObject({ code: 'ProfileIncomplete' })
  })
})

describe('A place is refused', () => {
  it.each([
    ['at the north pole', { lat: 90, lng: 0 }],
    ['at the south pole', { lat: -90, lng: 0 }],
    ['in the middle of an ocean', { lat: 0, lng: -30 }],
    ['in the sea at the date line', { lat: 0, lng: -180 }],
  ])('%s', async (_, point) => {
    const problem = await readProblem(await tryToAdd(ana, point))
    expect(problem).toMatchObject({ code: 'NotOnLand', title: 'This is water. Put the pin where people play.' })
    expect(problem.issues?.[0]?.path).toBe('lat')
  })

  it.each([
    ['beyond the pole', { lat: 90.1 }],
    ['beyond the date line', { lng: -180.5 }],
    ['without a location', { lat: null, lng: null }],
    ['with a location as text', { lat: '30', lng: '-97' }],
    ['without an activity', { activities: [] }],
    ['with the same activity twice', { activities: ['tennis', 'tennis'] }],
    ['with an unknown activity', { activities: ['quidditch'] }],
    ['with no courts', { courts: 0 }],
    ['with half a court', { courts: 1.5 }],
    ['with an invisible name', { name: ' \u200b ' }],
    ['with a name that is too long', { name: 'x'.repeat(81) }],
    [
      'with hours that end before they start',
      { hours: { monday: { isAvailable: true, timeRanges: [{ startTime: '10:00', endTime: '08:00' }] } } },
    ],
    ['with an unknown amenity', { amenities: ['gold'] }],
  ])('%s', async (_, more) => expect((await readProblem(await tryToAdd(ana, more))).code).toBe('InvalidInput'))
})

describe('An unusual place', () => {
  it('near the date line is found in a view across it', async () => {
    const place = await addPlace(ana, { lat: 51.88, lng: 179.99 })
    expect(place.timeZone).toBe('America/Adak')
    const bounds = 'south=51&north=53&west=179&east=-179'
    const { places } = await (await ask(`/api/places?${bounds}`)).json<PlacePage>()
    expect(places.map(({ id }) => id)).toEqual([place.id])
  })

  it('with HTML in its name shows it as plain text, in the API and on the page', async () => {
    const name = '<img src=x onerror=alert(1)> "Oak"'
    const place = await addPlace(ana, { name })
    expect(place.name).toBe(name)
    const html = await (await ask(`/places/view/${place.id}`)).text()
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x')
  })
})

describe('Characters that change the writing direction', () => {
  it('are removed from the text', async () => {
    const reversed = '\u202Egnihton\u202C \u2066there'
    const { address, fee, description } = await addPlace(ana, { address: reversed, fee: reversed, description: reversed })
    expect([address, fee, description]).toEqual(Array(3).fill('gnihton there'))
  })
})

describe('Changing a place', () => {
  it('is limited to a number of changes per minute', async () => {
    const [place, eager] = [await addPlace(ana), await enter('eager')]
    // More than twice the limit, because a new minute may start in the middle.
    const answers = await Promise.all(
      Array.from({ length: 410 }, () => eager.ask(`/api/places/${place.id}`, { method: 'PUT', json: { ...toForm(place), version: 1 } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  it('records who changed what, and the old values', async () => {
    const place = await addPlace(ana)
    const answer = await updatePlace(bo, place, { fee: '$2', courts: 6, hasLights: false })
    expect(await answer.json()).toMatchObject({ fee: '$2', version: 2, proposals: [] })
    const { edits } = await readEdits(ana, place.id)
    expect(edits).toMatchObject([
      {
        version: 2,
        editor: { id: 'bo' },
        changes: [
          { field: 'courts', before: 4, after: 6 },
          { field: 'hasLights', before: true, after: false },
          { field: 'fee', before: '', after: '$2' },
        ],
      },
      { version: 1, editor: { id: 'ana' }, changes: [] },
    ])
  })

  it('hides the editor from signed-out viewers and across a block', async () => {
    const place = await addPlace(ana)
    const [cy] = [await enter('cy')]
    await block('ana', 'cy')
    expect((await readEdits(signedOut, place.id)).edits[0]?.editor).toBeNull()
    expect((await readEdits(cy, place.id)).edits[0]?.editor).toBeNull()
    expect((await readEdits(bo, place.id)).edits[0]?.editor).toMatchObject({ id: 'ana' })
  })

  it('can move it on the map and then updates its time zone', async () => {
    const place = await addPlace(ana)
    expect(await (await updatePlace(ana, place, { lat: 40.7, lng: -74, activities: ['tennis'] })).json()).toMatchObject({
      timeZone: 'America/New_York',
    })
    expect(await readCells(place.id)).toEqual(['', 'tennis'].map((activity) => ({ activity, lat: 40.7 })))
  })

  it('is refused if someone else has changed it since, and keeps their change', async () => {
    const place = await addPlace(ana)
    expect((await updatePlace(bo, place, { fee: '$2' })).status).toBe(200)
    expect((await readProblem(await updatePlace(ana, place, { fee: '$3' }))).code).toBe('PlaceVersionConflict')
    expect(await readPlace(ana, place.id)).toMatchObject({ fee: '$2', version: 2 })
    expect((await readEdits(ana, place.id)).edits).toHaveLength(2)
  })

  it('succeeds again for a repeated request, without another history entry', async () => {
    const place = await addPlace(ana)
    expect((await updatePlace(bo, place, { fee: '$2' })).status).toBe(200)
    expect(await (await updatePlace(bo, place, { fee: '$2' })).json()).toMatchObject({ version: 2 })
    expect((await readEdits(ana, place.id)).edits).toHaveLength(2)
  })

  it('succeeds for only one of ten requests at the same time', async () => {
    const place = await addPlace(ana)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => updatePlace(ana, place, { fee: `$${index}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const [row] = await rowsOf('SELECT count(*) AS edits FROM place_edits WHERE place_id = ?', place.id)
    expect(row).toEqual({ edits: 2 })
  })

  it('is refused even if both requests read the same version before one of them wrote', async () => {
    const place = await addPlace(ana)
    const readVersion = { ...toForm(place), version: 1 } as ChangePlace
    // Each save uses a database session of its own, as if from different locations.
    const save = (fee: string) =>
      changePlace(openPrimary(env.DB), { now: 5, newId: () => 'unused' }, 'bo', place.id, { ...readVersion, fee })
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => save(`$${index}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PlaceVersionConflict' })
    expect(await readPlace(ana, place.id)).toMatchObject({ version: 2 })
    expect((await readEdits(ana, place.id)).edits).toHaveLength(2)
  })

  it('has a history that is read page by page', async () => {
    const place = await addPlace(ana)
    await env.DB.prepare(
      `INSERT INTO place_edits (place_id, version, editor_id, changes, created_at) SELECT ?, key + 2, 'bo', '{"fee":["",1]}', 5 FROM json_each('[' || substr(replace(hex(zeroblob(50)), '00', ',0'), 2) || ']')`,
    )
      .bind(place.id)
      .run()
    const first = await readEdits(ana, place.id)
    expect(first.edits).toHaveLength(20)
    const second = await (await ana.ask(`/api/places/${place.id}/edits?cursor=${first.next}`)).json<PlaceEditPage>()
    expect(second.edits[0]?.version).toBe((first.edits.at(-1)?.version ?? 0) - 1)
  })

  it('answers "not found" for a place that does not exist', async () => {
    const place = await addPlace(ana)
    expect((await ana.ask('/api/places/nowhere', { method: 'PUT', json: { ...toForm(place), version: 1 } })).status).toBe(404)
    expect((await ask('/api/places/nowhere')).status).toBe(404)
    expect((await ask('/api/places/nowhere/edits')).status).toBe(404)
    expect((await ask('/api/places/no%20id')).status).toBe(400)
  })
})

describe('The page of a place', () => {
  it('describes the place in its HTML and includes its data', async () => {
    const place = await addPlace(ana, { name: 'Linked Courts' })
    const answer = await ask(`/places/view/${place.id}?from=chat`)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('<title>Linked Courts, Austin, TX · Gather</title>')
    expect(html).toContain('Tennis and Pickleball in Austin, TX. 4 courts, hard court, lights. Free.')
    expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/places/view/${place.id}">`)
    expect(html).toContain(`["places","${place.id}"]`)
  })

  it('has the status 404 if the place does not exist', async () => {
    for (const id of ['nowhere', 'no%20id']) expect((await ask(`/places/view/${id}`)).status).toBe(404)
  })
})
