import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlaceEditPage } from '../../domain/places/contract.ts'
import { proposalLifetime } from '../../domain/places/kinds.ts'
import { deleteExpiredProposals } from '../../worker/places/proposal-commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, markDeleted, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addPlace, oakCourts, readPlace, updatePlace } from './places.ts'
import {
  bringBack,
  confirm,
  decline,
  enterLongAgo,
  expectSaved,
  passPause,
  readProposal,
  readRemoved,
  remove,
  restore,
} from './proposals.ts'

collectLog()
holdQueues()

let ana: Person
let bo: Person
let cy: Person

beforeAll(async () => {
  ;[ana, bo, cy] = await enterLongAgo('ana', 'bo', 'cy')
})

beforeEach(async () => {
  for (const table of ['place_proposals', 'place_follows', 'place_check_ins', 'notices', 'jobs', 'blocks']) {
    await env.DB.exec(`DELETE FROM ${table}`)
  }
})

const readEdits = async (id: string) => (await (await ana.ask(`/api/places/${id}/edits`)).json<PlaceEditPage>()).edits
const cellsOf = (id: string) => rowsOf('SELECT DISTINCT lat FROM place_cells WHERE id = ?', id)
const findByName = async (q: string) => (await (await ask(`/api/places/named?q=${q}`)).json<{ places: { id: string }[] }>()).places

describe('A change by a person who did not add the place', () => {
  it('saves the other fields at once, and lets a new name wait for a second person', async () => {
    const place = await addPlace(ana)
    const saved = await expectSaved(await updatePlace(bo, place, { name: 'Elm Courts', courts: 9 }))
    expect(saved).toMatchObject({ name: 'Oak Courts', courts: 9, version: 2 })
    expect(saved.proposals).toMatchObject([
      {
        person: { id: 'bo' },
        changes: [{ field: 'name', before: 'Oak Courts', after: 'Elm Courts' }],
        ...{ isMine: true, canConfirm: false, canDecline: false, confirmableAt: null },
      },
    ])
    const { id, expiresAt, createdAt } = await readProposal(cy, place.id)
    expect(expiresAt - createdAt).toBe(proposalLifetime)
    expect((await readPlace({ ask }, place.id)).proposals).toEqual([])
    await passPause()
    expect((await confirm(cy, place.id, id)).status).toBe(204)
    expect(await readPlace(cy, place.id)).toMatchObject({ name: 'Elm Courts', courts: 9, version: 3, proposals: [] })
    expect((await readEdits(place.id))[0]).toMatchObject({ editor: { id: 'bo' }, confirmer: { id: 'cy' }, changes: [{ field: 'name' }] })
    expect((await readProblem(await confirm(cy, place.id, id))).code).toBe('PlaceProposalNotFound')
    expect((await findByName('elm')).map((found) => found.id)).toContain(place.id)
  })

  it('moves the place at once up to 200 meters, and lets a longer move wait with its city and address', async () => {
    const place = await addPlace(ana)
    const near = await expectSaved(await updatePlace(bo, place, { lat: 30.351 }))
    expect(near).toMatchObject({ lat: 30.351, proposals: [] })
    const far = { lat: 40.7, lng: -74, cityName: 'New York', cityState: 'NY', address: '1 Elm Street', fee: '$2' }
    expect(await expectSaved(await updatePlace(bo, near, far))).toMatchObject({
      ...{ lat: 30.351, cityName: 'Austin', address: '1 Oak Street', fee: '$2', timeZone: 'America/Chicago' },
      proposals: [{ changes: [{ field: 'lat' }, { field: 'lng' }, { field: 'address' }, { field: 'cityName' }, { field: 'cityState' }] }],
    })
    expect((await confirm(ana, place.id, (await readProposal(ana, place.id)).id)).status).toBe(204)
    expect(await readPlace(ana, place.id)).toMatchObject({ lat: 40.7, cityName: 'New York', timeZone: 'America/New_York' })
    expect(await cellsOf(place.id)).toEqual([{ lat: 40.7 }])
  })

  it('shows both coordinates of a move along one of them', async () => {
    const place = await addPlace(ana)
    const { proposals } = await expectSaved(await updatePlace(bo, place, { lat: 31 }))
    expect(proposals).toMatchObject([
      {
        changes: [
          { field: 'lat', before: 30.35, after: 31 },
          { field: 'lng', before: -97.74, after: -97.74 },
        ],
      },
    ])
  })

  it.each([
    ['a link', { description: 'Behind the school. See pills.example/buy' }],
    ['a phone number', { fee: 'Call (512) 555-0101' }],
    ['an email address', { address: 'Write to me@shop.example' }],
  ])('waits if a text names %s', async (_, more) => {
    const place = await addPlace(ana)
    const saved = await expectSaved(await updatePlace(bo, place, more))
    expect(saved).toMatchObject({ description: 'Behind the school.', fee: '', address: '1 Oak Street', version: 1 })
    expect(saved.proposals).toHaveLength(1)
    expect(await expectSaved(await updatePlace(ana, place, more))).toMatchObject(more)
  })

  it('never waits for the person who added the place', async () => {
    const place = await addPlace(ana)
    const saved = await expectSaved(await updatePlace(ana, place, { name: 'Elm Courts', lat: 31 }))
    expect(saved).toMatchObject({ name: 'Elm Courts', lat: 31, version: 2, proposals: [] })
  })

  it('succeeds again for a repeated request', async () => {
    const place = await addPlace(ana)
    await expectSaved(await updatePlace(bo, place, { name: 'Elm Courts', courts: 9 }))
    const { id } = await readProposal(bo, place.id)
    await expectSaved(await updatePlace(bo, place, { name: 'Elm Courts', courts: 9 }))
    expect(await readProposal(bo, place.id)).toMatchObject({ id })
    expect(await readEdits(place.id)).toHaveLength(2)
  })
})

describe('A proposal', () => {
  const propose = async (person = bo, creator = ana) => {
    const place = await addPlace(creator)
    await expectSaved(await updatePlace(person, place, { name: 'Elm Courts' }))
    return { placeId: place.id, id: (await readProposal(person, place.id)).id }
  }

  it('can be confirmed by the person who added the place at once, by others after half a day, and never by its proposer', async () => {
    const { placeId, id } = await propose()
    expect(await readProposal(cy, placeId)).toMatchObject({ canConfirm: false, canDecline: false, confirmableAt: expect.any(Number) })
    expect((await readProblem(await confirm(cy, placeId, id))).code).toBe('PlaceProposalTooNew')
    await passPause()
    expect(await readProposal(cy, placeId)).toMatchObject({ canConfirm: true, confirmableAt: null })
    expect((await readProblem(await confirm(bo, placeId, id))).code).toBe('PlaceProposalNotYours')
    const newcomer = await enter('newcomer')
    expect((await readProblem(await confirm(newcomer, placeId, id))).code).toBe('PlaceProposalNotYours')
    expect(await readProposal(ana, placeId)).toMatchObject({ canConfirm: true, canDecline: true })
    expect((await confirm(ana, placeId, id)).status).toBe(204)
    expect((await readPlace(ana, placeId)).name).toBe('Elm Courts')
  })

  it('can be declined by the person who added the place and by people who were there, and then not be repeated for a week', async () => {
    const { placeId, id } = await propose()
    expect((await readProblem(await decline(cy, placeId, id))).code).toBe('PlaceProposalNotYours')
    await cy.ask(`/api/places/${placeId}/check-in`, { method: 'PUT', json: { position: { lat: oakCourts.lat, lng: oakCourts.lng } } })
    expect(await readProposal(cy, placeId)).toMatchObject({ canDecline: true })
    expect((await decline(cy, placeId, id)).status).toBe(204)
    expect(await readPlace(ana, placeId)).toMatchObject({ name: 'Oak Courts', proposals: [] })
    const again = await updatePlace(bo, await readPlace(bo, placeId), { name: 'Pine Courts' })
    expect((await readProblem(again)).code).toBe('PlaceProposalDeclined')
    await env.DB.exec('UPDATE place_proposals SET expires_at = 1')
    await expectSaved(await updatePlace(bo, await readPlace(bo, placeId), { name: 'Pine Courts' }))
  })

  it('can be withdrawn by its proposer, who may suggest something else', async () => {
    const { placeId, id } = await propose()
    expect((await decline(bo, placeId, id)).status).toBe(204)
    expect((await readProblem(await confirm(ana, placeId, id))).code).toBe('PlaceProposalNotFound')
    await expectSaved(await updatePlace(bo, await readPlace(bo, placeId), { name: 'Pine Courts' }))
    expect(await readProposal(ana, placeId)).toMatchObject({ changes: [{ after: 'Pine Courts' }] })
  })

  it('is decided by others once nobody is left who added the place', async () => {
    const { placeId, id } = await propose()
    await env.DB.prepare('UPDATE places SET creator_id = NULL WHERE id = ?').bind(placeId).run()
    expect(await readProposal(cy, placeId)).toMatchObject({ canDecline: true, canConfirm: false })
    await passPause()
    expect((await confirm(cy, placeId, id)).status).toBe(204)
  })

  it('expires after 30 days, and is deleted then', async () => {
    const { placeId, id } = await propose()
    await env.DB.prepare('UPDATE place_proposals SET expires_at = ?').bind(Date.now()).run()
    expect((await readPlace(ana, placeId)).proposals).toEqual([])
    expect((await readProblem(await confirm(ana, placeId, id))).code).toBe('PlaceProposalNotFound')
    await deleteExpiredProposals(openPrimary(env.DB), Date.now())
    expect(await rowsOf('SELECT id FROM place_proposals')).toEqual([])
  })

  it('does not exist across a block, except for the person who added the place, who does not see the name', async () => {
    const { placeId, id } = await propose()
    await passPause()
    await block('cy', 'bo')
    await block('bo', 'ana')
    expect((await readPlace(cy, placeId)).proposals).toEqual([])
    expect((await readProblem(await confirm(cy, placeId, id))).code).toBe('PlaceProposalNotFound')
    expect(await readProposal(ana, placeId)).toMatchObject({ person: null, canDecline: true })
    expect((await decline(ana, placeId, id)).status).toBe(204)
  })

  it('is not shown after its proposer deleted their account', async () => {
    const dee = await enter('dee')
    const { placeId } = await propose(dee)
    await markDeleted('dee')
    expect((await readPlace(ana, placeId)).proposals).toEqual([])
  })
})

describe('The notice of a proposal', () => {
  const readNotices = () => rowsOf('SELECT user_id, title, text, path, actor_id FROM notices ORDER BY user_id')
  const visit = async (person: Person, id: string) => {
    await person.ask(`/api/places/${id}/follow`, { method: 'PUT' })
    await person.ask(`/api/places/${id}/check-in`, { method: 'PUT', json: { position: { lat: oakCourts.lat, lng: oakCourts.lng } } })
  }

  it('goes to the person who added the place and to followers who were there, without the suggested text', async () => {
    const place = await addPlace(ana)
    const dee = await enter('dee-follows')
    await dee.ask(`/api/places/${place.id}/follow`, { method: 'PUT' })
    for (const person of [bo, cy]) await visit(person, place.id)
    await updatePlace(bo, place, { name: 'Buy pills here' })
    await deliverAll()
    const notice = {
      title: 'Is this change of Oak Courts right?',
      text: 'Someone wants to give it another name. Take a look and help to decide.',
      path: `/places/view/${place.id}`,
    }
    expect(await readNotices()).toEqual([
      { user_id: 'ana', actor_id: null, ...notice },
      { user_id: 'cy', actor_id: 'bo', ...notice },
    ])
    const mails = await rowsOf("SELECT body FROM outbox WHERE queue = 'mail' AND body LIKE '%Is this change%'")
    expect(mails.length).toBeLessThanOrEqual(1)
    expect(JSON.stringify(mails)).not.toContain('pills')
  })

  it('comes once a day per place, five times a day in all, and to twenty followers', async () => {
    const place = await addPlace(ana)
    const many = crowd('fan', 30)
    await addCrowd(many)
    await env.DB.prepare('INSERT INTO place_follows SELECT ?, value, key FROM json_each(?)').bind(place.id, JSON.stringify(many)).run()
    await env.DB.prepare('INSERT INTO place_check_ins SELECT ?, value, key + 1, 1, 1 FROM json_each(?)')
      .bind(place.id, JSON.stringify(many))
      .run()
    for (const name of ['Elm Courts', 'Pine Courts']) await expectSaved(await updatePlace(bo, place, { name }))
    await deliverAll()
    expect(await rowsOf("SELECT count(*) AS count FROM notices WHERE user_id = 'ana'")).toEqual([{ count: 1 }])
    expect(await rowsOf("SELECT user_id FROM notices WHERE user_id LIKE 'fan-%' ORDER BY user_id")).toEqual(
      many
        .slice(10)
        .toSorted()
        .map((user_id) => ({ user_id })),
    )
    for (let more = 0; more < 7; more++) {
      await expectSaved(await updatePlace(bo, await addPlace(ana), { name: 'Elm Courts' }))
      await deliverAll()
    }
    expect(await rowsOf("SELECT count(*) AS count FROM notices WHERE user_id = 'ana'")).toEqual([{ count: 5 }])
  })
})

describe('An older version', () => {
  it('can be restored, which is a change in the history and follows the same rules', async () => {
    const place = await addPlace(ana)
    const second = await expectSaved(await updatePlace(ana, place, { name: 'Elm Courts', courts: 9, hours: null, hasLights: false }))
    await expectSaved(await updatePlace(ana, second, { courts: 3, description: 'New.' }))
    expect(await expectSaved(await restore(bo, place.id, 1))).toMatchObject({
      ...{ name: 'Elm Courts', courts: 4, description: 'Behind the school.', hasLights: true, version: 4 },
      proposals: [{ changes: [{ field: 'name', before: 'Elm Courts', after: 'Oak Courts' }] }],
    })
    expect((await readEdits(place.id))[0]).toMatchObject({ version: 4, editor: { id: 'bo' } })
    expect(await expectSaved(await restore(ana, place.id, 2))).toMatchObject({ name: 'Elm Courts', courts: 9, version: 5 })
    expect(await expectSaved(await restore(ana, place.id, 1))).toMatchObject({ name: 'Oak Courts', courts: 4, version: 6, proposals: [] })
  })

  it('does not exist if it is the newest, or of another place', async () => {
    const place = await addPlace(ana)
    for (const version of [1, 2, 999]) {
      expect((await readProblem(await restore(ana, place.id, version))).code).toBe('PlaceVersionNotFound')
    }
    expect((await readProblem(await restore(ana, 'nowhere', 1))).code).toBe('PlaceNotFound')
    expect((await restore(ana, place.id, 0)).status).toBe(400)
  })

  it('keeps the photos of now and the time zone of its location', async () => {
    const place = await addPlace(ana)
    const moved = await expectSaved(await updatePlace(ana, place, { lat: 40.7, lng: -74 }))
    expect(moved.timeZone).toBe('America/New_York')
    await env.DB.prepare(`UPDATE places SET photos = '["key"]' WHERE id = ?`).bind(place.id).run()
    expect(await expectSaved(await restore(ana, place.id, 1))).toMatchObject({ lat: 30.35, timeZone: 'America/Chicago', photos: ['key'] })
  })
})

describe('Removing a place', () => {
  it('is done at once for the person who added it, who can bring it back', async () => {
    const place = await addPlace(ana, { name: 'Vanishing Courts' })
    expect(await (await remove(ana, place.id)).json()).toEqual({ isDone: true })
    for (const path of ['', '/edits']) expect((await ask(`/api/places/${place.id}${path}`)).status).toBe(404)
    expect(await cellsOf(place.id)).toEqual([])
    expect(await findByName('vanishing')).toEqual([])
    expect((await updatePlace(ana, place, { fee: '$2' })).status).toBe(404)
    expect(await readRemoved(ana, place.id)).toMatchObject({ name: 'Vanishing Courts', isCreator: true, proposals: [] })
    expect(await (await bringBack(ana, place.id)).json()).toEqual({ isDone: true })
    expect(await readPlace(ana, place.id)).toMatchObject({ name: 'Vanishing Courts', version: 3 })
    expect((await findByName('vanishing')).map(({ id }) => id)).toEqual([place.id])
    expect(await readRemoved(ana, place.id)).toBeNull()
  })

  it('waits for a second person if someone else removes it or brings it back', async () => {
    const place = await addPlace(ana)
    expect(await (await remove(bo, place.id)).json()).toEqual({ isDone: false })
    expect(await (await remove(bo, place.id)).json()).toEqual({ isDone: false })
    const removal = await readProposal(cy, place.id)
    expect(removal.changes).toEqual([{ field: 'isDeleted', before: false, after: true }])
    await passPause()
    expect((await confirm(cy, place.id, removal.id)).status).toBe(204)
    expect((await ask(`/api/places/${place.id}`)).status).toBe(404)
    expect(await (await bringBack(bo, place.id)).json()).toEqual({ isDone: false })
    const removed = await readRemoved(cy, place.id)
    expect(removed).toMatchObject({ isCreator: false, proposals: [{ canConfirm: false }] })
    await passPause()
    expect((await confirm(cy, place.id, removed?.proposals[0]?.id ?? '')).status).toBe(204)
    expect((await readPlace(cy, place.id)).name).toBe('Oak Courts')
    expect((await readEdits(place.id)).map(({ changes }) => changes)).toMatchObject([
      [{ field: 'isDeleted', before: true, after: false }],
      [{ field: 'isDeleted', before: false, after: true }],
      [],
    ])
  })

  it('answers with nothing for a place that is not removed or does not exist', async () => {
    expect(await readRemoved(ana, (await addPlace(ana)).id)).toBeNull()
    expect(await readRemoved(ana, 'nowhere')).toBeNull()
    expect((await bringBack(ana, 'nowhere')).status).toBe(404)
  })
})
