import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { runChores } from '../../worker/cron.ts'
import { makeExport } from '../../worker/data-exports/jobs.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { PersonData } from '../../worker/platform/person-data.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
// The queues refuse all messages, because the tests deliver them.
beforeEach(() => {
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test'))
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test'))
})

let people = 0
function makeViewer(): Viewer {
  people += 1
  return { id: `exporter-${people}`, name: `Maya ${people}`, emailVerified: true, profileComplete: true }
}

const requestExport = (viewer: Viewer) => ask('/api/data-exports', { method: 'POST', viewer })
const readLatest = async (viewer: Viewer) =>
  (await (await ask('/api/data-exports/latest', { viewer })).json<{ export: DataExport | null }>()).export
const download = (viewer: Viewer, id: string) => ask(`/files/exports/${id}.zip`, { viewer })
const readId = async (answer: Promise<Response>) => (await (await answer).json<{ id: string }>()).id

/** Delivers the queued job of an export as the queue does, `deliveries` times. */
async function deliverExportJob(exportId: string, deliveries = 1): Promise<FetcherQueueResult[]> {
  const row = await env.DB.prepare("SELECT id, body FROM outbox WHERE body->>'exportId' = ?")
    .bind(exportId)
    .first<{ id: string; body: string }>()
  if (!row) throw new Error('No job waits')
  const results: FetcherQueueResult[] = []
  for (let i = 0; i < deliveries; i++) {
    const message = { id: `m-${row.id}-${i}`, timestamp: new Date(), attempts: i + 1, body: { id: row.id, body: JSON.parse(row.body) } }
    const batch = createMessageBatch<Job<unknown>>('gather-work', [message])
    await worker.queue(batch, env)
    results.push(await getQueueResult(batch, createExecutionContext()))
  }
  return results
}

const readMails = async (userId: string) =>
  (
    await env.DB.prepare("SELECT body FROM outbox WHERE body->>'$.to' = ? AND body->>'$.template.name' = 'export-ready'")
      .bind(`${userId}@local.test`)
      .all<{ body: string }>()
  ).results.map(({ body }) => JSON.parse(body))

async function unpack(answer: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes, name.startsWith('picture'))]))
}

describe('A data export', () => {
  it('is collected by a job, announced by email, and downloaded only by its owner', async () => {
    const [viewer, stranger] = [makeViewer(), makeViewer()]
    const id = await readId(requestExport(viewer))
    expect(await readLatest(viewer)).toMatchObject({ id, state: 'waiting', done: 0, expiresAt: null })
    expect((await download(viewer, id)).status).toBe(404)
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO profiles VALUES (?, 'Maya Rivera', '=1+1 is my bio', 1, 'Austin', 'TX', 30.2, -97.7, 'America/Chicago', NULL, 'None', NULL,
          '[{"activity":"chess","level":3,"isOn":true}]', 1, 0, 0, 30, 3, 20)`,
      ).bind(viewer.id),
      env.DB.prepare("INSERT INTO auth_identities VALUES ('google', ?, ?, 1700000000000)").bind(`subject-${viewer.id}`, viewer.id),
      env.DB.prepare("UPDATE users SET photo_key = 'face', password_hash = 'scrypt$secret' WHERE id = ?").bind(viewer.id),
    ])
    await env.FILES.put('avatars/face/96', 'small', { httpMetadata: { contentType: 'image/webp' } })
    await runInDurableObject(env.PRESENCE.getByName(viewer.id), (_, state) => state.storage.put('since', 1_700_000_000_000))
    await env.FILES.put('avatars/face/640', 'the largest', { httpMetadata: { contentType: 'image/webp' } })
    const [result] = await deliverExportJob(id)
    expect(result?.explicitAcks).toHaveLength(1)

    const ready = await readLatest(viewer)
    expect(ready).toMatchObject({ id, state: 'ready', done: personData.length + 1, total: personData.length + 1 })
    expect((ready?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
    expect(await readMails(viewer.id)).toEqual([expect.objectContaining({ platform: 'gth' })])
    expect(JSON.stringify(await readMails(viewer.id))).not.toContain(id)

    expect((await download(stranger, id)).status).toBe(404)
    expect((await ask(`/files/exports/${id}.zip`)).status).toBe(401)
    const answer = await download(viewer, id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(Number(answer.headers.get('content-length'))).toBe(ready?.size)

    const files = await unpack(answer)
    for (const { feature } of personData)
      expect(
        Object.keys(files).some((name) => name.startsWith(`${feature}/`)),
        feature,
      ).toBe(true)
    expect(files['picture.webp']).toBe('the largest')
    expect(files['README.txt']).toContain('profiles/profile: 1 entry')
    expect(JSON.parse(files['profiles/profile.json'] ?? '')).toMatchObject([
      { fullName: 'Maya Rivera', lng: -97.7, activities: [{ activity: 'chess' }], createdAt: '1970-01-01T00:00:00.000Z' },
    ])
    expect(files['profiles/profile.csv']).toContain("'=1+1 is my bio")
    expect(JSON.parse(files['accounts/sign-in-with.json'] ?? '')).toEqual([
      { provider: 'google', subject: `subject-${viewer.id}`, createdAt: '2023-11-14T22:13:20.000Z' },
    ])
    expect(JSON.parse(files['presence/online.json'] ?? '')).toEqual([{ isOnline: false, since: '2023-11-14T22:13:20.000Z' }])
    expect(files['README.txt']).toContain('picture.webp: your picture')
    expect(JSON.stringify(files)).not.toContain('scrypt')
    expect(JSON.stringify(files)).not.toContain(stranger.id)

    // It has expired, but no chore has deleted it yet.
    await env.DB.prepare('UPDATE data_exports SET expires_at = ? WHERE id = ?')
      .bind(Date.now() - 1, id)
      .run()
    expect((await download(viewer, id)).status).toBe(404)
  })

  it('treats people who blocked the person like deleted accounts', async () => {
    const [viewer, foe, gone] = [makeViewer(), makeViewer(), makeViewer()]
    const id = await readId(requestExport(viewer))
    for (const person of [foe, gone]) await ask('/api/session', { viewer: person })
    const { DB } = env
    await DB.prepare('INSERT INTO user_lists VALUES (?1, ?1, ?2, 1, 1)').bind(viewer.id, 'Tuesdays').run()
    for (const { id: other } of [foe, gone]) {
      await DB.batch([
        DB.prepare('INSERT INTO user_list_items VALUES (?1, ?2, ?1, NULL, NULL, 1)').bind(other, viewer.id),
        DB.prepare('INSERT INTO blocks VALUES (?1, ?2, ?1, NULL, NULL, 1)').bind(other, viewer.id),
        DB.prepare("INSERT INTO endorsements VALUES (?, ?, 'good-sport', 1)").bind(other, viewer.id),
      ])
    }
    await DB.batch([
      DB.prepare("INSERT INTO blocks VALUES ('by-foe', ?, ?, NULL, NULL, 1)").bind(foe.id, viewer.id),
      DB.prepare('UPDATE users SET deleted_at = 1, display_name = NULL WHERE id = ?').bind(gone.id),
    ])
    await deliverExportJob(id)
    const files = await unpack(await download(viewer, id))
    const peopleIn = (name: string) => JSON.parse(files[`${name}.json`] ?? '').map(({ person }: { person: string }) => person)
    expect([peopleIn('user-lists/people'), peopleIn('endorsements/given')]).toEqual([[], []])
    expect(peopleIn('privacy/blocked')).toEqual(['Someone', 'Someone'])
  })

  it('is created once, even if its job is delivered several times', async () => {
    const viewer = makeViewer()
    const id = await readId(requestExport(viewer))
    await deliverExportJob(id, 3)
    await env.DB.prepare("DELETE FROM jobs WHERE queue = 'work'").run()
    await deliverExportJob(id)
    expect(await readMails(viewer.id)).toHaveLength(1)
  })

  it('starts again after a crash, and shows its progress', async () => {
    const viewer = makeViewer()
    const id = await readId(requestExport(viewer))
    const seen: (DataExport | null)[] = []
    const note = async () => {
      seen.push(await readLatest(viewer))
      return []
    }
    const killed: PersonData = {
      feature: 'killed',
      tables: {},
      erase: () => [],
      export: async () => {
        throw new Error('killed')
      },
    }
    const context = { env, db: openPrimary(env.DB), now: Date.now() }
    const watched: PersonData = { ...killed, export: note }
    await expect(makeExport(id, 'gth', { ...context, personData: [...personData, watched, killed] })).rejects.toThrow('killed')
    expect(seen).toMatchObject([{ state: 'working', done: personData.length, total: personData.length + 3 }])
    expect(await env.FILES.head(`exports/${id}.zip`)).toBeNull()

    await makeExport(id, 'gth', { ...context, personData: [watched, ...personData] })
    expect(seen[1]).toMatchObject({ state: 'working', done: 0 })
    expect(await readLatest(viewer)).toMatchObject({ state: 'ready' })
    expect(await readMails(viewer.id)).toHaveLength(1)
  })

  it('is marked as failed after an hour of failures, and then another can be requested', async () => {
    const viewer = makeViewer()
    const id = await readId(requestExport(viewer))
    const broken: PersonData = { feature: 'x', tables: {}, erase: () => [], export: () => Promise.reject(new Error('broken')) }
    const later = { env, db: openPrimary(env.DB), now: Date.now() + 3_700_000, personData: [broken] }
    await expect(makeExport(id, 'gth', later)).rejects.toMatchObject({ permanent: true })
    expect(await readLatest(viewer)).toMatchObject({ state: 'failed' })
    expect((await requestExport(viewer)).status).toBe(202)
  })

  it('leaves no file behind when the account is deleted in the meantime', async () => {
    const viewer = makeViewer()
    const id = await readId(requestExport(viewer))
    const db = openPrimary(env.DB)
    const leaves: PersonData = {
      feature: 'x',
      tables: {},
      erase: () => [],
      export: async () => {
        await deleteAccount({ db, now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, viewer.id)
        return []
      },
    }
    await makeExport(id, 'gth', { env, db, now: Date.now(), personData: [...personData, leaves] })
    expect(await env.FILES.head(`exports/${id}.zip`)).toBeNull()
    expect(await readMails(viewer.id)).toEqual([])
  })
})

describe('A person', () => {
  it('can request only one export at a time, even with several requests at once', async () => {
    const viewer = makeViewer()
    // This signs in first, which creates the person.
    await readLatest(viewer)
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => requestExport(viewer)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([202, 409, 409, 409])
  })

  it('can request three exports per day', async () => {
    const viewer = makeViewer()
    for (let n = 0; n < 3; n++) await deliverExportJob(await readId(requestExport(viewer)))
    expect(await readProblem(await requestExport(viewer))).toMatchObject({
      code: 'TooManyExports',
      title: expect.stringContaining('3 times per day'),
    })
    await env.DB.prepare('UPDATE data_exports SET created_at = created_at - 86400001 WHERE user_id = ?').bind(viewer.id).run()
    expect((await requestExport(viewer)).status).toBe(202)
  })
})

describe('The scheduled job', () => {
  const tick = (now: number) => runChores(env, now)

  it('deletes an export and its file after seven days', async () => {
    const viewer = makeViewer()
    const id = await readId(requestExport(viewer))
    await deliverExportJob(id)
    await tick(Date.now() + 6 * 86_400_000)
    expect((await download(viewer, id)).status).toBe(200)
    await tick(Date.now() + 8 * 86_400_000)
    expect((await download(viewer, id)).status).toBe(404)
    expect(await env.FILES.head(`exports/${id}.zip`)).toBeNull()
    expect(await readLatest(viewer)).toBeNull()
  })

  it('marks an export that hangs as failed', async () => {
    const viewer = makeViewer()
    await requestExport(viewer)
    await tick(Date.now() + 3 * 3_600_000)
    expect(await readLatest(viewer)).toMatchObject({ state: 'failed' })
  })
})

describe('The job that erases files', () => {
  it('deletes single files and all files below a slash, but no others, and may run twice', async () => {
    for (const key of ['avatars/me/96', 'avatars/me/640', 'avatars/me2/96', 'exports/mine.zip', 'exports/theirs.zip'])
      await env.FILES.put(key, 'x')
    for (const id of ['erase-1', 'erase-2']) {
      const body = { kind: 'erase-files', keys: ['avatars/me/', 'exports/mine.zip', '/', ''] }
      const batch = createMessageBatch<Job<unknown>>('gather-work', [{ id, timestamp: new Date(), attempts: 1, body: { id, body } }])
      await worker.queue(batch, env)
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual([id])
    }
    const remaining = (await env.FILES.list()).objects.map(({ key }) => key)
    expect(remaining).toEqual(expect.arrayContaining(['avatars/me2/96', 'exports/theirs.zip']))
    for (const gone of ['avatars/me/96', 'avatars/me/640', 'exports/mine.zip']) expect(remaining).not.toContain(gone)
  })
})
