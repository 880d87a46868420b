import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { MyTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import type { TeamTopics } from '../../domain/team-topics/contract.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { makePng } from '../files/pictures.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { createFrom, emptyForm, filledForm, save, saveOk } from './drafts.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

let people = 0
const enterNew = () => {
  people += 1
  return enter(`drafter-${people}`)
}

const read = async (person: Person) => (await person.ask('/api/team-drafts/mine')).json<MyTeamDraft>()
const teamsOf = (person: Person) => rowsOf('SELECT * FROM teams WHERE creator_id = ?', person.id)

describe('The draft of a community', () => {
  it('keeps everything that was typed, for its owner only', async () => {
    const [person, other] = [await enterNew(), await enterNew()]
    const started = await saveOk(person, { ...emptyForm, activity: 'tennis', step: 1, name: 'Z' })
    expect(started).toMatchObject({ version: 1, step: 1, name: 'Z', city: null })
    await saveOk(person, { ...filledForm, id: started.id, version: 1, step: 4 })
    expect((await read(person)).draft).toMatchObject({
      ...{ id: started.id, version: 2, step: 4, furthestStep: 4, activity: 'tennis', name: 'Zilker Rackets', joinMode: 'open' },
      ...{ city: { id: 4671654, name: 'Austin' }, mainColor: 'green', topics: [{ name: 'Games', description: 'New dates.' }] },
    })
    expect(await read(other)).toEqual({ draft: null, isAtLimit: false })
    for (const answer of [
      await save(other, { ...filledForm, id: started.id, version: 2 }),
      await createFrom(other, started),
      await other.ask(`/api/team-drafts/${started.id}/photo`, { method: 'DELETE' }),
    ])
      expect((await readProblem(answer)).code).toBe('TeamDraftGone')
    expect((await other.ask(`/api/team-drafts/${started.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await read(person)).draft).not.toBeNull()
  })

  it('remembers the furthest page when the person goes back', async () => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    const back = await saveOk(person, { ...filledForm, id: draft.id, version: 1, step: 1 })
    expect(back).toMatchObject({ step: 1, furthestStep: 6 })
  })

  it('has the photo that was uploaded last, and no file of the others', async () => {
    const person = await enterNew()
    const { id } = await saveOk(person, filledForm)
    const upload = async (size: number) =>
      (
        await person.ask(`/api/team-drafts/${id}/photo`, {
          method: 'PUT',
          body: makePng(size, size),
          headers: { 'content-type': 'image/png' },
        })
      ).json<{ photoUrl: string }>()
    const [first, second] = [await upload(8), await upload(9)]
    expect((await read(person)).draft?.photoUrl).toBe(second.photoUrl)
    await vi.waitFor(async () => expect((await ask(first.photoUrl)).status).toBe(404))
    expect((await ask(second.photoUrl)).status).toBe(200)
    await person.ask(`/api/team-drafts/${id}`, { method: 'DELETE' })
    await vi.waitFor(async () => expect((await ask(second.photoUrl)).status).toBe(404))
  })

  it('is not overwritten by a second tab', async () => {
    const person = await enterNew()
    const { id } = await saveOk(person, filledForm)
    await saveOk(person, { ...filledForm, id, version: 1, name: 'From the first tab' })
    const late = await save(person, { ...filledForm, id, version: 1, name: 'From the second tab' })
    expect((await readProblem(late)).code).toBe('TeamDraftConflict')
    const second = await save(person, { ...filledForm, name: 'Another new draft' })
    expect((await readProblem(second)).code).toBe('TeamDraftConflict')
    expect((await read(person)).draft?.name).toBe('From the first tab')
  })

  it('is one, also if twenty tabs start at once', async () => {
    const person = await enterNew()
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(person, emptyForm)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await rowsOf('SELECT id FROM team_drafts WHERE user_id = ?', person.id)).toHaveLength(1)
  })

  it.each([
    ['name', { name: 'x'.repeat(61) }],
    ['description', { description: 'x'.repeat(5000) }],
    ['step', { step: 7 }],
    ['step', { step: -1 }],
    ['mainColor', { mainColor: 'pink' }],
    ['joinMode', { joinMode: 'everyone' }],
    ['activity', { activity: 'curling-with-cats' }],
    ['topics.0.name', { topics: [{ name: 'x', description: '' }] }],
    ['topics', { topics: Array.from({ length: 21 }, (_, i) => ({ name: `Topic ${i}`, description: '' })) }],
    ['cityId', { cityId: 999_999_999 }],
    ['placeId', { placeId: 'not-there' }],
  ])('refuses a wrong %s with the field, and keeps what was saved', async (field, wrong) => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    const answer = await save(person, { ...filledForm, id: draft.id, version: 1, ...wrong })
    expect(answer.status).toBe(400)
    expect((await readProblem(answer)).issues?.map(({ path }) => path)).toContain(field)
    expect((await read(person)).draft).toEqual(draft)
  })

  it.each([
    [2, { ...filledForm, name: 'x', step: 2 }],
    [1, { ...filledForm, activity: null, step: 1 }],
    [6, { ...filledForm, cityId: null }],
  ])('cannot jump to page %i while an earlier page is empty', async (_, form) => {
    const answer = await save(await enterNew(), form)
    expect(await readProblem(answer)).toMatchObject({ status: 400, code: 'TeamDraftStep', issues: [{ path: 'step' }] })
  })

  it('can be thrown away twice', async () => {
    const person = await enterNew()
    const { id } = await saveOk(person, filledForm)
    for (const _ of [1, 2]) expect((await person.ask(`/api/team-drafts/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await read(person)).draft).toBeNull()
    expect((await readProblem(await createFrom(person, { id }))).code).toBe('TeamDraftGone')
  })

  it('refuses a photo that is no picture, and keeps the draft', async () => {
    const person = await enterNew()
    const { id } = await saveOk(person, filledForm)
    const path = `/api/team-drafts/${id}/photo`
    expect(
      (await readProblem(await person.ask(path, { method: 'PUT', body: new Uint8Array(64), headers: { 'content-type': 'image/png' } })))
        .code,
    ).toMatch(/^Picture/)
    const huge = await person.ask(path, {
      method: 'PUT',
      body: new Uint8Array(5 * 1024 * 1024 + 1),
      headers: { 'content-type': 'image/png' },
    })
    expect(huge.status).toBe(413)
    expect((await read(person)).draft).toMatchObject({ id, photoUrl: null })
  })
})

describe('Creating the community', () => {
  it('gives it everything from the draft, a free plan and its owner', async () => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    await env.DB.prepare("UPDATE team_drafts SET photo_key = 'a-photo' WHERE id = ?").bind(draft.id).run()
    const answer = await createFrom(person, draft)
    expect(answer.status).toBe(201)
    const { id } = await answer.json<{ id: string }>()
    expect(await teamsOf(person)).toMatchObject([
      {
        ...{ id, name: 'Zilker Rackets', description: 'Doubles on Tuesdays.', plan: 'ROOKIE', activity: 'tennis', join_mode: 'open' },
        ...{ main_color: 'green', second_color: 'yellow', photo_key: 'a-photo', city_name: 'Austin', members: 1 },
      },
    ])
    const { topics } = await (await ask(`/api/teams/${id}/topics`)).json<TeamTopics>()
    expect(topics).toMatchObject([{ name: 'Games', description: 'New dates.' }])
    expect(await read(person)).toEqual({ draft: null, isAtLimit: false })
  })

  it('happens once, however often and from how many tabs it is asked for', async () => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    const answers = await Promise.all(Array.from({ length: 20 }, () => createFrom(person, draft)))
    const ids = await Promise.all(
      [...answers, await createFrom(person, draft)].map(async (answer) => (await answer.json<{ id: string }>()).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await teamsOf(person)).toHaveLength(1)
    expect(await rowsOf('SELECT id FROM team_topics WHERE team_id = ?', ids[0])).toHaveLength(1)
  })

  it('never loses what another tab saves at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await enterNew()
      const draft = await saveOk(person, filledForm)
      const [saved] = await Promise.all([
        save(person, { ...filledForm, id: draft.id, version: 1, name: 'Saved in time' }),
        createFrom(person, draft),
      ])
      const [team] = await teamsOf(person)
      expect(team?.name).toBe(saved.ok ? 'Saved in time' : 'Zilker Rackets')
    }
  })

  it('tells a tab that still types that the draft is gone', async () => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    await createFrom(person, draft)
    const late = await save(person, { ...filledForm, id: draft.id, version: 1 })
    expect(await readProblem(late)).toMatchObject({ status: 404, code: 'TeamDraftGone' })
    expect((await read(person)).draft).toBeNull()
  })

  it.each([
    ['activity', { ...emptyForm }],
    ['name', { ...emptyForm, activity: 'tennis', name: 'x' }],
    ['cityId', { ...emptyForm, activity: 'tennis', name: 'Rackets' }],
  ] as const)('is refused while the %s is missing', async (field, form) => {
    const person = await enterNew()
    const draft = await saveOk(person, form)
    expect(await readProblem(await createFrom(person, draft))).toMatchObject({
      status: 409,
      code: 'TeamDraftIncomplete',
      issues: [{ path: field }],
    })
    expect(await teamsOf(person)).toEqual([])
  })

  it('puts a community that only chose a place into the city of that place', async () => {
    const person = await enterNew()
    const place = await addPlace(person)
    const draft = await saveOk(person, { ...filledForm, cityId: null, placeId: place.id })
    expect(draft.place).toMatchObject({ id: place.id })
    expect((await createFrom(person, draft)).status).toBe(201)
    expect(await teamsOf(person)).toMatchObject([{ city_name: place.cityName }])
  })

  it('is refused to a person who owns as many as one person can own, before the first page', async () => {
    const person = await enterNew()
    const draft = await saveOk(person, filledForm)
    await env.DB.batch(
      Array.from({ length: maxOwnedTeams }, (_, i) => `${person.id}-team-${i}`).flatMap((id) => [
        env.DB.prepare("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'T', '', 'ROOKIE', 1, 1)").bind(
          id,
        ),
        env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'owner', 1)").bind(id, person.id),
      ]),
    )
    expect((await read(person)).isAtLimit).toBe(true)
    expect((await readProblem(await createFrom(person, draft))).code).toBe('OwnedTeamsFull')
    expect((await read(person)).draft).toMatchObject({ id: draft.id } satisfies Partial<TeamDraft>)
    await person.ask(`/api/team-drafts/${draft.id}`, { method: 'DELETE' })
    expect((await readProblem(await save(person, emptyForm))).code).toBe('OwnedTeamsFull')
  })
})
