import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { metersInMile, milesBetween } from '../../domain/geo/distance.ts'
import { maxEditsPerDay, maxProposalsPerDay, maxProposalsPerPlace, minMoveMeters } from '../../domain/places/kinds.ts'
import { makePng } from '../files/pictures.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace, readPlace, updatePlace } from '../places/places.ts'
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
} from '../places/proposals.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
holdQueues()

let owner: Person
let vandal: Person
let puppet: Person

beforeAll(async () => {
  ;[owner, vandal, puppet] = await enterLongAgo('owner', 'vandal', 'puppet')
})

beforeEach(async () => {
  for (const table of ['place_proposals', 'place_check_ins', 'blocks']) await env.DB.exec(`DELETE FROM ${table}`)
  await env.DB.exec('UPDATE place_edits SET created_at = 0')
})

const ad = 'Buy pills here'
const readCode = async (answer: Response) => (await readProblem(answer)).code

describe('A place cannot walk away', () => {
  it('in small steps by several people', async () => {
    const start = await addPlace(owner)
    let place = start
    for (let step = 0; step < 12; step++) {
      const walker = step % 2 ? vandal : puppet
      place = await expectSaved(await updatePlace(walker, place, { lat: place.lat + 0.0009 }))
    }
    expect(milesBetween(start, place) * metersInMile).toBeLessThanOrEqual(minMoveMeters)
    expect(place.proposals.length).toBeGreaterThan(0)
  })

  it('in small steps between which other fields, photos and versions change', async () => {
    const start = await addPlace(owner)
    let place = await expectSaved(await updatePlace(vandal, start, { lat: start.lat + 0.0017 }))
    place = await expectSaved(await updatePlace(puppet, place, { courts: 11 }))
    await puppet.ask(`/api/places/photos?place=${place.id}&idempotencyKey=between-steps`, {
      ...{ method: 'POST', headers: { 'content-type': 'image/png' }, body: makePng(10, 10) },
    })
    await expectSaved(await restore(puppet, place.id, 2))
    place = await expectSaved(await updatePlace(puppet, await readPlace(puppet, place.id), { lat: place.lat + 0.0017 }))
    expect(place.lat).toBe(start.lat + 0.0017)
    expect(place.proposals).toHaveLength(1)
  })

  it('along with another change that was confirmed', async () => {
    const start = await addPlace(owner)
    const place = await expectSaved(await updatePlace(vandal, start, { lat: start.lat + 0.0017, name: 'Oak Street Courts' }))
    await passPause()
    await confirm(puppet, place.id, (await readProposal(puppet, place.id)).id)
    const moved = await expectSaved(await updatePlace(vandal, await readPlace(vandal, place.id), { lat: place.lat + 0.0017 }))
    expect(moved.lat).toBe(place.lat)
  })

  it('to a point that combines two proposals', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { lat: 40 }))
    await expectSaved(await updatePlace(owner, place, { lng: -80 }))
    await confirm(owner, place.id, (await readProposal(owner, place.id)).id)
    expect(await readPlace(owner, place.id)).toMatchObject({ lat: 40, lng: -97.74 })
  })
})

describe('A name cannot become an ad', () => {
  it('by one person, in whatever field it is shown', async () => {
    const place = await addPlace(owner)
    const saved = await expectSaved(await updatePlace(vandal, place, { name: ad, cityName: ad, cityState: '' }))
    expect(saved).toMatchObject({ name: 'Oak Courts', cityName: 'Austin', cityState: 'TX' })
  })

  it('by two accounts of one person within a minute', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    const { id } = await readProposal(puppet, place.id)
    expect(await readCode(await confirm(puppet, place.id, id))).toBe('PlaceProposalTooNew')
    expect((await readPlace(owner, place.id)).name).toBe('Oak Courts')
    expect((await decline(owner, place.id, id)).status).toBe(204)
    await passPause()
    expect(await readCode(await confirm(puppet, place.id, id))).toBe('PlaceProposalNotFound')
  })

  it('by accounts that are new, have no verified email or no profile', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    await passPause()
    const { id } = await readProposal(vandal, place.id)
    expect(await readCode(await confirm(await enter('puppet-new'), place.id, id))).toBe('PlaceProposalNotYours')
    const unverified = await enter('puppet-unverified')
    await env.DB.exec("UPDATE users SET created_at = 0, email_verified_at = NULL WHERE id = 'puppet-unverified'")
    expect(await readCode(await confirm(unverified, place.id, id))).toBe('PlaceProposalNotYours')
    expect(await readCode(await confirm(await enter('puppet-half', { profileComplete: false }), place.id, id))).toBe('ProfileIncomplete')
    expect((await readPlace(owner, place.id)).name).toBe('Oak Courts')
  })

  it('by replacing a harmless proposal before it is confirmed', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: 'Oak Street Courts' }))
    await passPause()
    const { id: harmless } = await readProposal(puppet, place.id)
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    expect(await readCode(await confirm(puppet, place.id, harmless))).toBe('PlaceProposalNotFound')
    const { id: replaced } = await readProposal(puppet, place.id)
    expect(await readCode(await confirm(puppet, place.id, replaced))).toBe('PlaceProposalTooNew')
  })

  it('by confirming twice at the same time, which saves one version', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: 'Oak Street Courts' }))
    await passPause()
    const { id } = await readProposal(puppet, place.id)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => confirm(index % 2 ? owner : puppet, place.id, id)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await readPlace(owner, place.id)).version).toBe(2)
  })

  it('unseen by its owner, whom the vandal blocked', async () => {
    const place = await addPlace(owner)
    await block('vandal', 'owner')
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    expect(await readProposal(owner, place.id)).toMatchObject({ person: null, canDecline: true })
  })

  it('by removing the place and adding it again', async () => {
    const place = await addPlace(owner)
    expect(await (await remove(vandal, place.id)).json()).toEqual({ isDone: false })
    const { id } = await readProposal(puppet, place.id)
    expect(await readCode(await confirm(puppet, place.id, id))).toBe('PlaceProposalTooNew')
    await passPause()
    await confirm(puppet, place.id, id)
    const fake = await addPlace(vandal, { name: ad })
    expect(fake.id).not.toBe(place.id)
    expect(await (await bringBack(owner, place.id)).json()).toEqual({ isDone: true })
    expect((await readPlace(owner, place.id)).name).toBe('Oak Courts')
  })

  it('by a proposal that waited while the place was removed', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    const { id } = await readProposal(puppet, place.id)
    await remove(owner, place.id)
    await passPause()
    expect(await readCode(await confirm(puppet, place.id, id))).toBe('PlaceProposalNotFound')
    expect(await readRemoved(puppet, place.id)).toMatchObject({ name: 'Oak Courts', proposals: [] })
  })
})

describe('Floods end', () => {
  it('of proposals for one place, which its owner can still decline', async () => {
    const place = await addPlace(owner)
    const puppets = await enterLongAgo(...Array.from({ length: maxProposalsPerPlace + 2 }, (_, index) => `flood-${index}`))
    const answers = await Promise.all(puppets.map((person, index) => updatePlace(person, place, { name: `${ad} ${index}` })))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    for (const answer of refused) expect(await readCode(answer)).toBe('PlaceProposalsFull')
    const { proposals } = await readPlace(owner, place.id)
    expect(proposals).toHaveLength(maxProposalsPerPlace)
    for (const { id } of proposals) expect((await decline(owner, place.id, id)).status).toBe(204)
    await Promise.all(puppets.map((person) => updatePlace(person, place, { name: ad })))
    expect((await readPlace(owner, place.id)).proposals.length).toBeLessThanOrEqual(2)
  })

  it('of proposals by one account, sooner for a new one', async () => {
    const [known, fresh] = [(await enterLongAgo('known-flood'))[0], await enter('new-flood')]
    const places = await Promise.all(Array.from({ length: maxProposalsPerDay.known + 1 }, () => addPlace(owner)))
    const flood = async (person: Person) => {
      const answers = await Promise.all(places.map(async ({ id }) => ({ id, isProposed: (await remove(person, id)).status === 200 })))
      return Map.groupBy(answers, ({ isProposed }) => (isProposed ? 'proposed' : 'refused'))
    }
    const answers = await flood(known)
    const [[proposed], [refused]] = [answers.get('proposed') ?? [], answers.get('refused') ?? []]
    expect(answers.get('proposed')).toHaveLength(maxProposalsPerDay.known)
    expect((await flood(fresh)).get('proposed')).toHaveLength(maxProposalsPerDay.new)
    // A proposal that was withdrawn still counts.
    const own = (await readPlace(known, proposed?.id ?? '')).proposals.find(({ isMine }) => isMine)
    expect((await decline(known, proposed?.id ?? '', own?.id ?? '')).status).toBe(204)
    expect(await readCode(await remove(known, refused?.id ?? ''))).toBe('PlaceProposalsUsedUp')
  })

  it('of edits and photos by a new account', async () => {
    const fresh = await enter('new-editor')
    for (let edit = 0; edit < maxEditsPerDay.new; edit++) {
      await expectSaved(await updatePlace(fresh, await addPlace(owner), { description: ad }))
    }
    const place = await addPlace(owner)
    expect(await readCode(await updatePlace(fresh, place, { description: ad }))).toBe('PlaceEditsFull')
    const photo = await fresh.ask(`/api/places/photos?place=${place.id}&idempotencyKey=photo-of-pills`, {
      ...{ method: 'POST', headers: { 'content-type': 'image/png' }, body: makePng(10, 10) },
    })
    expect(await readCode(photo)).toBe('PlaceEditsFull')
    // An own place has no such limit.
    const own = await addPlace(fresh)
    await expectSaved(await updatePlace(fresh, own, { description: 'Two courts.' }))
  })

  it('of restored versions', async () => {
    const fresh = await enter('new-restorer')
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(owner, place, { description: 'True.' }))
    let done = 0
    for (let loop = 0; loop < maxEditsPerDay.new + 3; loop++) {
      const answer = await restore(fresh, place.id, 1 + (loop % 2))
      if (answer.status !== 200) break
      done += 1
    }
    expect(done).toBeLessThanOrEqual(maxEditsPerDay.new)
    const [row] = await rowsOf('SELECT count(*) AS edits FROM place_edits WHERE place_id = ?', place.id)
    expect(Number(row?.edits)).toBeLessThanOrEqual(2 + maxEditsPerDay.new)
  })

  it('of an edit whose waiting part is refused, which then saves nothing', async () => {
    const place = await addPlace(owner)
    await expectSaved(await updatePlace(vandal, place, { name: ad }))
    await decline(owner, place.id, (await readProposal(owner, place.id)).id)
    expect(await readCode(await updatePlace(vandal, place, { name: ad, fee: '$9' }))).toBe('PlaceProposalDeclined')
    expect(await readPlace(owner, place.id)).toMatchObject({ fee: '', version: 1 })
  })
})
