import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, idOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
holdQueues()

let tests = 0
let owner: Person
let jo: Person
let team = ''

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`renewal-owner-${tests}`)
  jo = await enterAndSetUp(`renewal-jo-${tests}`)
  team = await makeTeam(owner, 'Club')
})

async function copyForm(formId: string, teamId = team): Promise<string> {
  const id = await idOf(await owner.ask(`/api/teams/${teamId}/forms`, { method: 'POST', json: { from: { kind: 'copy', formId } } }))
  expect((await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 1 } })).status).toBe(204)
  return id
}
const hasKnown = async (person: Person, id: string) =>
  (await (await person.ask(`/api/forms/${id}`)).json<OpenForm>()).viewer.hasKnownAnswers
const knownOf = async (person: Person, id: string): Promise<KnownAnswers> => (await person.ask(`/api/forms/${id}/known`)).json()

describe('The form of the next season', () => {
  it('knows what its sender has sent last season, and nobody else', async () => {
    const last = await publishForm(owner, team)
    await send(jo, last, answersOf('Old name'))
    await send(jo, last, answersOf('Jo Park', 'o2'))
    const next = await copyForm(last)
    expect([await hasKnown(jo, next), await hasKnown(owner, next), await hasKnown(jo, last)]).toEqual([true, false, true])
    expect((await knownOf(jo, next)).earlier).toMatchObject({ title: 'Shirts', answers: answersOf('Jo Park', 'o2'), marks: {} })
    expect((await knownOf(owner, next)).earlier).toBeNull()
  })

  it('knows who has left out seasons, and what was sent last with any form of them, also with this one', async () => {
    const first = await publishForm(owner, team)
    await send(jo, first, answersOf('First'))
    const second = await copyForm(first)
    const third = await copyForm(second)
    const fourth = await copyForm(third)
    const nameIn = async (id: string) => (await knownOf(jo, id)).earlier?.answers.f1
    expect([await hasKnown(jo, fourth), await nameIn(fourth)]).toEqual([true, 'First'])
    await send(jo, third, answersOf('Third'))
    expect([await nameIn(second), await nameIn(third), await nameIn(fourth)]).toEqual(['First', 'Third', 'Third'])
    const seventh = await copyForm(await copyForm(await copyForm(await copyForm(second))))
    expect([await hasKnown(jo, seventh), await nameIn(seventh)]).toEqual([true, 'First'])
    expect(await hasKnown(jo, await copyForm(seventh))).toBe(false)
  })

  it('knows nothing of what was filled for a child of the person', async () => {
    const last = await publishForm(owner, team)
    await send(jo, last, answersOf('Mia'))
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'player', 1)").bind(team, jo.id).run()
    const child = await idOf(await jo.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Mia' } }))
    await env.DB.prepare('UPDATE submissions SET guest_id = ? WHERE form_id = ?').bind(child, last).run()
    for (const id of [await copyForm(last), last]) expect((await knownOf(jo, id)).earlier).toBeNull()
  })

  it('knows nothing of another community, or of what was withdrawn or declined', async () => {
    const last = await publishForm(owner, team)
    await send(jo, last, answersOf('Jo Park'))
    const elsewhere = await copyForm(last, await makeTeam(owner, 'Other club'))
    expect(await hasKnown(jo, elsewhere)).toBe(false)
    expect(await knownOf(jo, elsewhere)).toEqual({ earlier: null, children: [] })
    const next = await copyForm(last)
    await env.DB.prepare("UPDATE submissions SET state = 'withdrawn' WHERE form_id = ?").bind(last).run()
    expect(await hasKnown(jo, next)).toBe(false)
    expect((await knownOf(jo, next)).earlier).toBeNull()
  })

  it('tells nothing to who may not see it', async () => {
    const last = await publishForm(owner, team)
    await send(jo, last, answersOf('Jo Park'))
    const next = await copyForm(last)
    await saveSettings(owner, next, { audience: 'members' })
    expect(await codeOf(await jo.ask(`/api/forms/${next}/known`))).toBe('403 FormForMembers')
  })
})

describe('The children of an account', () => {
  it('are known to their parent, with what all members see', async () => {
    const form = await publishForm(owner, team)
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'player', 1)").bind(team, jo.id).run()
    const child = await idOf(await jo.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Mia' } }))
    const field = (name: string, seenBy: string) =>
      owner.ask(`/api/teams/${team}/fields`, { method: 'POST', json: { name, kind: 'text', choices: [], seenBy } })
    const [shirt, secret] = await Promise.all([idOf(await field('Shirt', 'members')), idOf(await field('Fee', 'organizers'))])
    await env.DB.prepare(
      "INSERT INTO member_details (id, team_id, guest_id, field_values, version, updated_at) VALUES (?1, ?2, ?1, json_object(?3, 'YM', ?4, 'late'), 1, 1)",
    )
      .bind(child, team, shirt, secret)
      .run()
    expect(await hasKnown(jo, form)).toBe(true)
    expect((await knownOf(jo, form)).children).toEqual([{ id: child, name: 'Mia', facts: { Shirt: 'YM' } }])
    expect(await hasKnown(owner, form)).toBe(false)
    expect((await knownOf(owner, form)).children).toEqual([])
    expect(await rowsOf('SELECT count(*) AS n FROM guests WHERE team_id = ?', team)).toEqual([{ n: 1 }])
  })
})
