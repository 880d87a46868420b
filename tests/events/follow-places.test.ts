import { beforeAll, expect, it } from 'vitest'
import { consume, holdQueues } from '../notifications/post-office.ts'
import { addPlace, change as mend, readPlace } from '../places/places.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { cancel, join, lookAt, putUp } from './games.ts'

collectLog()
const office = holdQueues()

let host: Person
let mender: Person
let player: Person

beforeAll(async () => {
  host = await enter('host')
  mender = await enter('mender')
  player = await enter('player')
})

const workIsDone = async () => consume('work', office.work.splice(0))
const cellsOf = (id: string) => rowsOf('SELECT DISTINCT lat, lng FROM event_cells WHERE id = ?', id)
const wordsOf = async (id: string) =>
  (await rowsOf("SELECT word FROM search_words WHERE kind = 'event' AND id = ?", id)).map(({ word }) => word)

it('what is to come at a place takes over its name and spot, and is found there at the same time', async () => {
  const place = await addPlace(host)
  const at = { placeId: place.id, name: 'Oak Courts', address: '', lat: 0, lng: 0 }
  const id = await putUp(host, { title: '', where: at })
  const own = await putUp(host, { title: 'Ladder night', where: at })
  const off = await putUp(host, { title: 'Called off', where: at })
  await cancel(host, off)
  expect((await join(player, id)).status).toBe(200)
  await workIsDone()
  office.notices.length = 0
  const before = await lookAt(host, id)
  expect(before).toMatchObject({ title: 'Pickleball at Oak Courts', where: { address: '1 Oak Street, Austin, TX' } })

  expect((await mend(mender, place, { name: 'Elm Courts', lat: place.lat + 0.001 })).status).toBe(200)
  await workIsDone()
  const after = await lookAt(host, id)
  expect(after).toMatchObject({ title: 'Pickleball at Elm Courts', where: { name: 'Elm Courts', lat: 30.351 } })
  expect([after.startsAt, after.endsAt]).toEqual([before.startsAt, before.endsAt])
  expect(await lookAt(host, own)).toMatchObject({ title: 'Ladder night', where: { name: 'Elm Courts' } })
  expect(await lookAt(host, off)).toMatchObject({ where: { name: 'Oak Courts' } })
  expect(await cellsOf(id)).toEqual([{ lat: 30.351, lng: place.lng }])
  expect(await wordsOf(id)).toContain('elm')
  // A correction of some steps is no news.
  expect(office.notices).toEqual([])

  expect((await mend(mender, await readPlace(host, place.id), { lat: 30.36 })).status).toBe(200)
  await workIsDone()
  await workIsDone()
  expect(await lookAt(host, id)).toMatchObject({ where: { lat: 30.36 } })
  expect(office.notices.map(({ body }) => body)).toMatchObject([{ title: 'Pickleball at Elm Courts has changed', to: ['player'] }])
})

it('no game goes along to what is a place of its own', async () => {
  const place = await addPlace(host)
  const id = await putUp(host, { where: { placeId: place.id, name: 'Oak Courts', address: '', lat: 0, lng: 0 } })
  expect((await mend(mender, place, { name: 'Far Courts', lat: 32.7 })).status).toBe(200)
  await workIsDone()
  expect(await lookAt(host, id)).toMatchObject({ where: { name: 'Oak Courts', lat: place.lat } })
  expect(await cellsOf(id)).toEqual([{ lat: place.lat, lng: place.lng }])
})
