import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type OrganizationChange,
  type OrganizationChangePage,
  organizationChangeLifetime,
  organizationChangePageSize,
} from '../../domain/organizations/changes-contract.ts'
import { describeOrganizationChange } from '../../domain/organizations/describe-change.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { deleteOldOrganizationChanges } from '../../worker/organizations/changes.ts'
import { organizationData } from '../../worker/organizations/person-data.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { watchTrail } from '../teams/new-changes.ts'
import { db, nextClock } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let org: Person
let captain: Person
let stranger: Person
let id: string
let team: string

const readPage = async (person: Person, cursor = '') =>
  (await person.ask(`/api/organizations/${id}/changes${cursor && `?cursor=${cursor}`}`)).json<OrganizationChangePage>()
/** The oldest change first, because several can happen in one millisecond. */
const sentencesFor = async (person: Person) => (await readPage(person)).changes.map(describeOrganizationChange).toSorted()
const agreeAs = (person: Person) => person.ask(`/api/organizations/${id}/teams/${team}`, { method: 'PUT' })
const endAs = (person: Person) => person.ask(`/api/organizations/${id}/teams/${team}`, { method: 'DELETE' })
const edit = (person: Person, more: object) =>
  person.ask(`/api/organizations/${id}`, { method: 'PUT', json: { name: 'Quokka League', description: '', version: 1, ...more } })

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  org = await enterAndSetUp('org-owner', { displayName: 'Olive' })
  captain = await enterAndSetUp('team-owner', { displayName: 'Cap' })
  stranger = await enterAndSetUp('org-stranger')
  team = await createTeam(db(), nextClock(), captain.id, { name: 'Numbats', description: '' })
})

beforeEach(async () => {
  for (const table of ['blocks', 'outreach', 'organization_teams', 'organization_changes', 'organization_words', 'organizations'])
    await rowsOf(`DELETE FROM ${table}`)
  const made = await org.ask('/api/organizations', {
    method: 'POST',
    json: { name: 'Quokka League', description: '', idempotencyKey: 'one-trail' },
  })
  id = (await made.json<{ id: string }>()).id
})

describe('The trail of an organization', () => {
  it('says who created and edited it, and nothing of what was refused or changed nothing', async () => {
    await org.ask('/api/organizations', { method: 'POST', json: { name: 'Quokka League', description: '', idempotencyKey: 'one-trail' } })
    expect((await edit(stranger, { name: 'Stolen' })).status).toBe(403)
    expect((await edit(org, {})).status).toBe(204)
    expect((await edit(org, { name: 'Late', version: 1 })).status).toBe(409)
    expect(await sentencesFor(org)).toEqual(['Olive created the organization.'])
    expect((await edit(org, { name: 'Quokka Club', version: 2 })).status).toBe(204)
    expect((await edit(org, { name: 'Quokkas', description: 'New', version: 3 })).status).toBe(204)
    expect(await sentencesFor(org)).toEqual([
      'Olive changed the name and the description.',
      'Olive changed the name.',
      'Olive created the organization.',
    ])
  })

  it('says who asked, agreed, declined, took back, removed and left', async () => {
    const steps: [run: () => Promise<Response>, sentence: string | null][] = [
      [() => agreeAs(org), 'Olive asked Numbats to be part of it.'],
      [() => agreeAs(org), null],
      [() => endAs(org), 'Olive took back the question about Numbats.'],
      [() => endAs(org), null],
      [() => agreeAs(captain), 'Cap asked that Numbats becomes part of it.'],
      [() => endAs(captain), 'Cap took back the question about Numbats.'],
      [() => agreeAs(captain), 'Cap asked that Numbats becomes part of it.'],
      [() => endAs(org), 'Olive declined that Numbats becomes part of it.'],
      [() => agreeAs(org), 'Olive asked Numbats to be part of it.'],
      [() => endAs(captain), 'Cap declined that Numbats becomes part of it.'],
      [() => agreeAs(org), 'Olive asked Numbats to be part of it.'],
      [() => agreeAs(captain), 'Cap agreed that Numbats is part of it.'],
      [() => endAs(org), 'Olive removed Numbats.'],
      [() => agreeAs(captain), 'Cap asked that Numbats becomes part of it.'],
      [() => agreeAs(org), 'Olive agreed that Numbats is part of it.'],
      [() => agreeAs(captain), null],
      [() => endAs(captain), 'Cap took Numbats out of it.'],
      [() => agreeAs(stranger), null],
      [() => endAs(stranger), null],
    ]
    for (const [run] of steps) await run()
    const expected = ['Olive created the organization.', ...steps.flatMap(([, sentence]) => sentence ?? [])]
    expect(await sentencesFor(org)).toEqual(expected.toSorted())
  })

  it('has one row for twenty equal requests at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => agreeAs(org)))
    await Promise.all(Array.from({ length: 20 }, () => agreeAs(captain)))
    await Promise.all(Array.from({ length: 20 }, () => endAs(captain)))
    const kinds = (await readPage(org)).changes.map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['created', 'team-added', 'team-asked', 'team-left'])
  })

  it('is for its owner and admins, page by page, without names behind a block', async () => {
    const path = `/api/organizations/${id}/changes`
    expect((await ask(path)).status).toBe(401)
    for (const person of [captain, stranger]) expect((await person.ask(path)).status).toBe(403)
    expect((await org.ask('/api/organizations/no-such/changes')).status).toBe(404)
    expect((await org.ask(`${path}?cursor=nonsense`)).status).toBe(400)
    await rowsOf("INSERT INTO admins (user_id, role, created_at) VALUES (?, 'admin', 1)", stranger.id)
    expect((await stranger.ask(path)).status).toBe(200)
    await rowsOf("UPDATE admins SET role = 'moderator' WHERE user_id = ?", stranger.id)
    expect((await stranger.ask(path)).status).toBe(403)
    await rowsOf('DELETE FROM admins WHERE user_id = ?', stranger.id)
    await agreeAs(captain)
    await block(captain.id, org.id)
    expect(await sentencesFor(org)).toContain('Someone asked that Numbats becomes part of it.')
    await rowsOf(
      "INSERT INTO organization_changes (id, organization_id, kind, fields, created_at) SELECT 'c' || (100 + value), ?1, 'edited', '[\"name\"]', value / 2 FROM json_each(?2)",
      id,
      JSON.stringify(Array.from({ length: 120 }, (_, index) => index)),
    )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { changes, next }: { changes: OrganizationChange[]; next: string | null } = await readPage(org, cursor)
      expect(changes.length).toBeLessThanOrEqual(organizationChangePageSize)
      seen.push(...changes.map((change) => change.id))
      cursor = next
    }
    expect(seen).toHaveLength(122)
    expect(new Set(seen).size).toBe(122)
  })

  it('is kept for 400 days, and ends with the organization', async () => {
    await rowsOf('UPDATE organization_changes SET created_at = 1000')
    await agreeAs(org)
    await deleteOldOrganizationChanges(db(), 1001 + organizationChangeLifetime)
    expect(await sentencesFor(org)).toEqual(['Olive asked Numbats to be part of it.'])
    expect((await org.ask(`/api/organizations/${id}?name=Quokka%20League`, { method: 'DELETE' })).status).toBe(204)
    expect(await rowsOf('SELECT 1 FROM organization_changes')).toEqual([])
  })
})

describe('The trail of a community', () => {
  const added = watchTrail(async () => (await captain.ask(`/api/teams/${team}/changes`)).json<TeamChangePage>())
  const remove = (name: string) => org.ask(`/api/organizations/${id}?name=${encodeURIComponent(name)}`, { method: 'DELETE' })

  it('says that it joined or left an organization, and who decided it', async () => {
    expect(await added(() => agreeAs(org))).toEqual([])
    expect(await added(() => agreeAs(stranger))).toEqual([])
    expect(await added(() => agreeAs(captain))).toEqual(['Cap agreed that the community is part of Quokka League.'])
    expect(await added(() => agreeAs(captain))).toEqual([])
    expect(await added(() => endAs(stranger))).toEqual([])
    expect(await added(() => endAs(org))).toEqual(['Olive took the community out of Quokka League.'])
    expect(await added(() => endAs(org))).toEqual([])
  })

  it('says who declined, and nothing of a question that was taken back', async () => {
    await agreeAs(captain)
    expect(await added(() => endAs(org))).toEqual(['Olive declined that the community becomes part of Quokka League.'])
    await agreeAs(org)
    expect(await added(() => endAs(captain))).toEqual(['Cap declined that the community becomes part of Quokka League.'])
    await agreeAs(org)
    expect(await added(() => endAs(org))).toEqual([])
    await agreeAs(captain)
    expect(await added(() => endAs(captain))).toEqual([])
  })

  it('says that its organization was deleted, and nothing of a question without an answer', async () => {
    await agreeAs(org)
    await agreeAs(captain)
    expect(await added(() => remove('Wrong name'))).toEqual([])
    expect(await added(() => remove('Quokka League'))).toEqual(['Olive deleted Quokka League, which the community was part of.'])
  })

  it('says that its organization ended with the account of its owner, without their name', async () => {
    await agreeAs(org)
    await agreeAs(captain)
    const erase = () => runBatch(db(), { erased: organizationData.erase(org.id, Date.now()) })
    expect(await added(erase)).toEqual(['Someone deleted Quokka League, which the community was part of.'])
  })
})
