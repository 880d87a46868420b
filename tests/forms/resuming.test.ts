import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormFile } from '../../domain/forms/files.ts'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { maxLinksFromAddress, maxLinksOfForm, maxMailsToAddress } from '../../domain/forms/limits.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { deleteUnsentFiles } from '../../worker/forms/files.ts'
import { deleteOldFormLinks } from '../../worker/forms/form-links.ts'
import { formData } from '../../worker/forms/person-data.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
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
    const savedAt = (await open(id, link)).viewer.draft?.savedAt
    const save = (answers: object) => ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers, savedAt, resume } })
    expect((await save({ f1: 'Ava Park' })).status).toBe(200)
    // Another tab has not seen it.
    expect(await codeOf(await save({ f1: 'Eve' }))).toBe('409 AnswersChangedElsewhere')
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
    const wrong = { method: 'PUT', json: { answers: {}, savedAt: null, resume: 'wrong' } }
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

  it('is mailed only so often in a day: from one address, and of one form', async () => {
    const id = await publishForm(owner, team)
    let mailed = 0
    const mailFrom = async (address: string) => {
      mailed += 1
      const json = { email: `anybody-${mailed}@example.com`, answers: { f1: 'Ava' } }
      return ask(`/api/forms/${id}/links`, { method: 'POST', json, headers: { 'cf-connecting-ip': address } })
    }
    for (let count = 0; count < maxLinksFromAddress; count += 1) expect((await mailFrom('203.0.113.61')).status).toBe(204)
    expect(await codeOf(await mailFrom('203.0.113.61'))).toBe('429 TooManyFormLinks')
    for (let count = maxLinksFromAddress; count < maxLinksOfForm; count += 1)
      expect((await mailFrom(`198.51.100.${count}`)).status).toBe(204)
    expect(await codeOf(await mailFrom('203.0.113.62'))).toBe('429 TooManyFormLinks')
    expect(await rowsOf('SELECT 1 FROM form_links WHERE form_id = ?', id)).toHaveLength(maxLinksOfForm)
    await rowsOf('UPDATE request_counts SET ends_at = ends_at - ?', day)
    expect((await mailFrom('203.0.113.61')).status).toBe(204)
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

describe('Files behind a mailed link', () => {
  const withCard = makeContent({
    pages: [
      {
        fields: [
          { id: 'f1', kind: 'shortText', label: 'Name' },
          { id: 'fcard', kind: 'file', label: 'Card', isRequired: true, maxFiles: 3 },
        ],
      },
    ],
  })
  const [first, second, third] = ['secret-of-the-first-device', 'secret-of-the-second-device', 'secret-of-the-third-device']
  let uploads = 0
  const upload = async (id: string, secret: string, more: Record<string, string> = {}) => {
    uploads += 1
    const query = new URLSearchParams({ field: 'fcard', name: 'card.pdf', secret, idempotencyKey: `linked-file-${uploads}`, ...more })
    const answer = await ask(`/api/forms/${id}/files?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new TextEncoder().encode('%PDF-1.7 A card'),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    return (await answer.json<FormFile>()).id
  }
  const remove = (id: string, file: string, more: Record<string, string>) =>
    ask(`/api/forms/${id}/files/${file}?${new URLSearchParams({ secret: third, ...more })}`, { method: 'DELETE' })
  const begin = async () => {
    const id = await publishForm(owner, team, withCard)
    const card = await upload(id, first)
    expect((await mailLink(id, { answers: { f1: 'Ava', fcard: [card] }, secret: first })).status).toBe(204)
    const link = await readLink()
    return { id, card, link, resume: new URLSearchParams(link).get('resume') ?? '' }
  }
  const sendCards = (id: string, fcard: string[], more: object) => send({ ask }, id, { f1: 'Ava', fcard }, { email, ...more })
  const isThere = async (file: string) => (await rowsOf('SELECT 1 FROM form_files WHERE id = ?', file)).length > 0

  it('are there on each device that has it, and sent from any', async () => {
    const { id, card, link, resume } = await begin()
    expect((await open(id, link)).viewer).toMatchObject({ files: [{ id: card, name: 'card.pdf' }], draft: { answers: { fcard: [card] } } })
    const more = await upload(id, second, { resume })
    expect((await open(id, link)).viewer.files.map((file) => file.id).toSorted()).toEqual([card, more].toSorted())
    const sent = await sendCards(id, [card, more], { resume, idempotencyKey: third })
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect(await rowsOf('SELECT submission_id IS NOT NULL AS sent, link_hash FROM form_files WHERE form_id = ?', id)).toEqual(
      Array.from({ length: 2 }, () => ({ sent: 1, link_hash: null })),
    )
    // The link has ended, so it opens no files either.
    expect((await open(id, link)).viewer.files).toEqual([])
  })

  it('can still be sent from the first device, and are then gone from the others', async () => {
    const { id, card, link, resume } = await begin()
    expect((await sendCards(id, [card], { idempotencyKey: first })).status).toBe(201)
    expect((await open(id, link)).viewer.files).toEqual([])
    expect(await codeOf(await sendCards(id, [card], { resume, idempotencyKey: second }))).toBe('400 AnswersInvalid')
  })

  it('are for nobody else', async () => {
    const { id, card, link, resume } = await begin()
    for (const wrong of ['', '?resume=wrong']) expect((await open(id, wrong)).viewer.files).toEqual([])
    for (const more of [{}, { resume: 'wrong' }])
      expect(await codeOf(await sendCards(id, [card], { ...more, idempotencyKey: second }))).toBe('400 AnswersInvalid')
    // The first device knows neither the link nor what was added behind it.
    const behind = await upload(id, second, { resume })
    expect(await codeOf(await sendCards(id, [behind], { idempotencyKey: first }))).toBe('400 AnswersInvalid')
    const other = await begin()
    expect(await codeOf(await sendCards(id, [card], { resume: other.resume, idempotencyKey: second }))).toBe('400 AnswersInvalid')
    expect((await remove(id, card, { resume: other.resume })).status).toBe(204)
    expect(await isThere(card)).toBe(true)
    expect((await remove(id, card, { resume })).status).toBe(204)
    expect(await isThere(card)).toBe(false)
    expect((await open(id, link)).viewer.files.map((file) => file.id)).toEqual([behind])
  })

  it('are not taken along from an account or with the secret of somebody else', async () => {
    const id = await publishForm(owner, team, withCard)
    const card = await upload(id, first)
    await mailLink(id, { answers: { fcard: [card] }, secret: second })
    expect((await open(id, await readLink())).viewer.files).toEqual([])
    await mailLink(id, { answers: { fcard: [card] } })
    expect((await open(id, await readLink())).viewer.files).toEqual([])
  })

  it('are kept as long as the link, and go soon after it', async () => {
    const { id, card } = await begin()
    const left = await upload(id, second)
    const db = openPrimary(env.DB)
    await deleteUnsentFiles(db, Date.now() + 3 * day)
    expect([await isThere(card), await isThere(left)]).toEqual([true, false])
    await deleteOldFormLinks(db, Date.now() + 31 * day)
    await deleteUnsentFiles(db, Date.now() + 31 * day)
    expect(await isThere(card)).toBe(false)
    await sendOutbox(env, db.outboxIds)
  })

  it('are erased with the account of the address', async () => {
    const person = await enterAndSetUp(`resuming-person-${tests}`)
    const [{ email: address } = {}] = await rowsOf('SELECT email FROM users WHERE id = ?', person.id)
    email = String(address)
    const { card } = await begin()
    expect(await isThere(card)).toBe(true)
    const db = openPrimary(env.DB)
    await runBatch(db, { erased: formData.erase(person.id, Date.now()) })
    expect(await isThere(card)).toBe(false)
    await sendOutbox(env, db.outboxIds)
  })
})
