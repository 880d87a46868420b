import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import type { AskableForms } from '../../domain/forms/contract.ts'
import { join } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person } from '../profiles/people.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, idOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
holdQueues()

let tests = 0
let owner: Person
let jo: Person
let team = ''
let waiver = ''

const content = (text = 'At my own risk.', more: object[] = []) =>
  makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'waiver', label: 'Waiver', text, isRequired: true }, ...(more as never[])] }] })
const signature = { f1: { name: 'Jo Park' } }

const createGame = (changes: object, repeat: object | null = null) =>
  owner.ask('/api/events', {
    method: 'POST',
    json: {
      form: makeGameForm({ teamId: team, visibility: 'public', ...changes }),
      repeat,
      publish: { when: 'now' },
      idempotencyKey: `game-${tests}-${JSON.stringify(changes).length}`,
    },
  })
const open = async (person: Person, id: string): Promise<EventDetail> => (await person.ask(`/api/events/${id}`)).json()
const owingAt = async (id: string) => {
  const { joiners } = await (await owner.ask(`/api/events/${id}/manage`)).json<ManagedEvent>()
  return joiners.filter(({ owesForm }) => owesForm).map(({ userId }) => userId)
}

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`game-form-owner-${tests}`)
  jo = await enterAndSetUp(`game-form-jo-${tests}`)
  team = await makeTeam(owner, 'Club')
  waiver = await publishForm(owner, team, content())
})

describe('A game that asks for a form', () => {
  it('shows who has not signed, until they have, also with another form of the community', async () => {
    const id = await idOf(await createGame({ formId: waiver }))
    expect((await open(jo, id)).form).toEqual({ id: waiver, title: 'Spring league', isWaiver: true, isNeededToJoin: false, isDone: false })
    const joined = await join(jo, id)
    expect(joined.ok, await joined.clone().text()).toBe(true)
    expect(await owingAt(id)).toEqual([jo.id])
    const other = await publishForm(owner, team, content('At my own risk.', [{ id: 'f2', kind: 'shortText' }]))
    expect((await send(jo, other, signature)).status).toBe(201)
    expect((await open(jo, id)).form?.isDone).toBe(true)
    expect(await owingAt(id)).toEqual([])
    // Another text has to be signed again, and so does one that has expired.
    await env.DB.prepare('UPDATE signed_waivers SET expires_at = 1 WHERE user_id = ?').bind(jo.id).run()
    expect(await owingAt(id)).toEqual([jo.id])
  })

  it('without a waiver is done once the form was sent', async () => {
    const form = await publishForm(owner, team, makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }] }] }))
    const id = await idOf(await createGame({ formId: form }))
    await join(jo, id)
    expect((await open(jo, id)).form).toMatchObject({ isWaiver: false, isDone: false })
    expect((await send(jo, form, { f1: 'Jo' })).status).toBe(201)
    expect((await open(jo, id)).form?.isDone).toBe(true)
    expect(await owingAt(id)).toEqual([])
  })

  it('takes nobody who has not signed yet, if the form says so, but its hosts', async () => {
    expect((await saveSettings(owner, waiver, { isNeededToJoin: true })).ok).toBe(true)
    const id = await idOf(await createGame({ formId: waiver }))
    expect((await open(jo, id)).form).toMatchObject({ isNeededToJoin: true, isDone: false })
    expect(await codeOf(await join(jo, id))).toBe('409 GameFormFirst')
    expect((await join(owner, id)).ok).toBe(true)
    expect((await send(jo, waiver, signature)).status).toBe(201)
    expect((await join(jo, id)).ok).toBe(true)
    // A closed form could not be filled, so it keeps nobody out.
    const sam = await enterAndSetUp(`game-form-sam-${tests}`)
    expect(await codeOf(await join(sam, id))).toBe('409 GameFormFirst')
    await owner.ask(`/api/forms/${waiver}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await join(sam, id)).ok).toBe(true)
  })

  it('asks for nothing that cannot be filled', async () => {
    const id = await idOf(await createGame({ formId: waiver }))
    await join(jo, id)
    await owner.ask(`/api/forms/${waiver}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await open(jo, id)).form).toBeUndefined()
    expect(await owingAt(id)).toEqual([])
  })

  it('has a form that its community has published', async () => {
    const elsewhere = await publishForm(owner, await makeTeam(owner, 'Other'), content())
    expect(await codeOf(await createGame({ formId: elsewhere }))).toBe('400 GameFormUnknown')
    expect(await codeOf(await createGame({ formId: 'not-there' }))).toBe('400 GameFormUnknown')
    expect((await createGame({ formId: waiver, teamId: null })).status).toBe(400)
    expect(await (await owner.ask(`/api/teams/${team}/forms`)).json<AskableForms>()).toEqual({
      forms: [{ id: waiver, title: 'Spring league' }],
    })
    expect(await codeOf(await jo.ask(`/api/teams/${team}/forms`))).toMatch(/^40[34] /)
  })

  it('can be changed on all dates of a series', async () => {
    const id = await idOf(await createGame({ formId: null }, repeatWeekly(2)))
    const before = await (await owner.ask(`/api/events/${id}/form`)).json<EventFormAnswer>()
    const change = (formId: string | null, version: number) =>
      owner.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...before.form, formId }, version, scope: 'all' } })
    expect(await codeOf(await change('not-there', before.version))).toBe('400 GameFormUnknown')
    expect((await change(waiver, before.version)).status).toBe(204)
    for (const date of [id, ...before.otherDates.map((other) => other.id)]) expect((await open(jo, date)).form?.id).toBe(waiver)
  })
})
