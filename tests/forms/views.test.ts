import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxFormViews } from '../../domain/forms/limits.ts'
import type { FormView } from '../../domain/forms/view-contract.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, makeTeam, publishForm } from './try-out.ts'

collectLog()
let tests = 0
let owner: Person
let organizer: Person
let form = ''

const at = (end = '') => `/api/forms/${form}/views${end}`
const save = (person: Person, name: string, more: object = {}) =>
  person.ask(at(), { method: 'POST', json: { name, columns: ['f1'], filter: { state: 'asked' }, ...more } })
const list = async (person: Person) => (await (await person.ask(at())).json<{ views: FormView[] }>()).views

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`views-owner-${tests}`)
  organizer = await enterAndSetUp(`views-organizer-${tests}`)
  const team = await makeTeam(owner, 'Club')
  await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'organizer', 1)", team, organizer.id)
  form = await publishForm(owner, team)
})

describe('The views of a form', () => {
  it('are shared by those who run it, and replaced by one with the same name', async () => {
    expect((await save(owner, 'To decide')).status).toBe(204)
    expect((await save(organizer, 'To decide', { columns: ['f2'], filter: { tag: 'Late', sort: 'aToZ' } })).status).toBe(204)
    expect((await save(organizer, 'All', { filter: {} })).status).toBe(204)
    const views = await list(owner)
    expect(views).toMatchObject([
      { name: 'All', columns: ['f1'], filter: {} },
      { name: 'To decide', columns: ['f2'], filter: { tag: 'Late', sort: 'aToZ' } },
    ])
    for (const _ of [1, 2]) expect((await owner.ask(at(`/${views[0]?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect((await list(organizer)).map(({ name }) => name)).toEqual(['To decide'])
  })

  it('keep no search for somebody, and nothing that is not a filter', async () => {
    expect((await save(owner, 'Mine', { filter: { q: 'ana', state: 'asked' } })).status).toBe(204)
    expect((await list(owner))[0]?.filter).toEqual({ state: 'asked' })
    expect((await save(owner, 'Mine', { filter: { state: 'unknown' } })).status).toBe(400)
    expect((await save(owner, 'Mine', { columns: ['__proto__'] })).status).toBe(400)
  })

  it('are bounded', async () => {
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO form_views (id, form_id, name, columns, filter, saved_at) SELECT ?2 || i, ?2, 'View ' || i, '[]', '{}', 1 FROM n`,
      maxFormViews,
      form,
    )
    expect(await codeOf(await save(owner, 'One more'))).toBe('409 FormViewsFull')
    expect((await save(owner, 'View 1')).status).toBe(204)
    expect(await list(owner)).toHaveLength(maxFormViews)
  })
})
