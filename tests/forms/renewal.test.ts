import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import type { KnownAnswers } from '../../domain/forms/known-contract.ts'
import type { SiteCode } from '../../domain/hostnames/site-login.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
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
    expect(await knownOf(jo, elsewhere)).toMatchObject({ earlier: null, children: [] })
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

describe('The profile of an account', () => {
  const activities = [
    { activity: 'tennis', level: 3.5, isOn: true },
    { activity: 'chess', level: null, isOn: false },
  ] as const
  const facts = { name: 'Pat Private', email: '', cityId: 4671654, activity: { id: 'tennis', level: 3.5 } }

  it('is known to the person only, and no more of it than a form can ask', async () => {
    const pat = await enterAndSetUp(`renewal-pat-${tests}`, { fullName: 'Pat Private', activities: [...activities] })
    const form = await publishForm(owner, team)
    expect((await knownOf(pat, form)).profile).toEqual({ ...facts, email: `${pat.id}@local.test` })
    expect((await knownOf(jo, form)).profile?.name).not.toBe('Pat Private')
    expect((await ask(`/api/forms/${form}/known`)).status).toBe(401)
  })

  it('names no activity of who does several, and no more than an email of who has none yet', async () => {
    const many = await enterAndSetUp(`renewal-many-${tests}`, { activities: activities.map((one) => ({ ...one, isOn: true })) })
    const none = await enter(`renewal-none-${tests}`, { profileComplete: false })
    const form = await publishForm(owner, team)
    expect((await knownOf(many, form)).profile?.activity).toBeNull()
    expect((await knownOf(none, form)).profile).toEqual({ name: null, email: `${none.id}@local.test`, cityId: null, activity: null })
  })

  it('is known on the domain of the community too', async () => {
    const form = await publishForm(owner, team)
    const host = `renewal-${tests}.localhost`
    await claimHostname(openPrimary(env.DB), host, team, 1)
    const secret = 'a'.repeat(43)
    const json = { host, challenge: await hashSecret(secret) }
    const { origin, code } = await (await jo.ask('/api/hostnames/site-codes', { method: 'POST', json })).json<SiteCode>()
    const entered = await ask('/api/hostnames/sessions', { method: 'POST', json: { code, secret }, origin })
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const known = await ask(`/api/forms/${form}/known`, { origin, headers: { cookie } })
    expect(await known.json<KnownAnswers>()).toMatchObject({ profile: { email: `${jo.id}@local.test` } })
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
