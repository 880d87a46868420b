import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxMailsToAddress } from '../../domain/forms/limits.ts'
import type { OpenForm } from '../../domain/forms/submission-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { deleteOldFormLinks } from '../../worker/forms/form-links.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
const queues = holdQueues()
let owner: Person
let team = ''
let tests = 0
let email = ''

const mailLink = (id: string, more: object = {}) =>
  ask(`/api/forms/${id}/links`, { method: 'POST', json: { email, answers: { f1: 'Ava' }, ...more } })
async function open(id: string, query: string): Promise<OpenForm> {
  return (await ask(`/api/forms/${id}${query}`)).json()
}
/** The query of the link in the last email to the address. */
async function readLink(): Promise<string> {
  await deliverAll()
  const mail = queues.sent.findLast(({ to }) => to === email)
  return /\/form\/[^?\s]+(\?\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  owner = await enterAndSetUp('resuming-owner')
  team = await makeTeam(owner, 'Club')
})
beforeEach(() => {
  tests += 1
  email = `ava-${tests}@example.com`
})

describe('A mailed link to what was begun', () => {
  it('opens the answers on another device, keeps them, and ends when the form is sent', async () => {
    const id = await publishForm(owner, team)
    expect((await mailLink(id)).status).toBe(204)
    const link = await readLink()
    expect((await open(id, link)).viewer.draft?.answers).toEqual({ f1: 'Ava' })
    const resume = new URLSearchParams(link).get('resume') ?? ''
    const saved = await ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers: { f1: 'Ava Park' }, resume } })
    expect(saved.status).toBe(200)
    expect((await open(id, link)).viewer.draft?.answers).toEqual({ f1: 'Ava Park' })
    expect((await send({ ask }, id, answersOf('Ava Park'), { email, resume })).status).toBe(201)
    expect((await open(id, link)).viewer.draft).toBeNull()
    expect(await rowsOf('SELECT 1 FROM form_links WHERE form_id = ?', id)).toEqual([])
  })

  it('tells a stranger nothing', async () => {
    const id = await publishForm(owner, team)
    const other = await publishForm(owner, team)
    await mailLink(id)
    const link = await readLink()
    for (const query of ['?resume=wrong', '?resume='])
      expect({ ...(await open(id, query)), ...{ today: '' } }).toEqual({ ...(await open(id, '')), today: '' })
    // The link of one form opens no other.
    expect((await open(other, link)).viewer.draft).toBeNull()
    const wrong = { method: 'PUT', json: { answers: {}, resume: 'wrong' } }
    expect(await codeOf(await ask(`/api/forms/${id}/answers`, wrong))).toBe('404 FormNotFound')
    const [row] = await rowsOf('SELECT key_hash AS hash FROM form_links WHERE form_id = ?', id)
    expect(await open(id, `?resume=${row?.hash}`)).toMatchObject({ viewer: { draft: null } })
  })

  it('brings the code of the form, and only for whom it is', async () => {
    const id = await publishForm(owner, team, undefined, { audience: 'code', code: 'spring' })
    expect(await codeOf(await mailLink(id))).toBe('403 FormNeedsCode')
    expect((await mailLink(id, { code: 'spring' })).status).toBe(204)
    expect((await open(id, await readLink())).viewer.draft?.answers).toEqual({ f1: 'Ava' })
    await saveSettings(owner, id, { audience: 'members' })
    expect(await codeOf(await mailLink(id))).toBe('401 FormSignInFirst')
    await saveSettings(owner, id, { closesAt: Date.now() - hour })
    expect(await codeOf(await mailLink(id))).toBe('409 FormClosed')
    expect(await codeOf(await mailLink('not-there'))).toBe('404 FormNotFound')
  })

  it('does not flood a mailbox', async () => {
    const id = await publishForm(owner, team)
    for (let count = 1; count < maxMailsToAddress; count += 1) expect((await mailLink(id)).status).toBe(204)
    // What is sent counts too.
    expect((await send({ ask }, id, answersOf('Ava'), { email })).status).toBe(201)
    expect(await codeOf(await mailLink(id))).toBe('429 TooManyFormMails')
    expect(await codeOf(await mailLink(id, { website: 'x' }))).toBe('400 AnswersInvalid')
  })

  it('is deleted after 30 days', async () => {
    const id = await publishForm(owner, team)
    await mailLink(id)
    const count = async () => (await rowsOf('SELECT 1 FROM form_links WHERE form_id = ?', id)).length
    await deleteOldFormLinks(openPrimary(env.DB), Date.now() + 29 * day)
    expect(await count()).toBe(1)
    await deleteOldFormLinks(openPrimary(env.DB), Date.now() + 31 * day)
    expect(await count()).toBe(0)
  })
})
