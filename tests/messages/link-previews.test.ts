import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { answerOutside, type Outside } from '../external-teams/teams.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, newText, objectOf, post, readPage, runSql, say, startDirect } from './people.ts'
import { asPage, loadPages, pageUrl, takePreviewJobs, urlsOf } from './preview-jobs.ts'
import { holdClock } from './ring.ts'
import { openChat } from './sockets.ts'

const log = collectLog()
const queues = holdQueues()
const outside: Outside = { requests: [], answer: () => asPage('') }
holdClock()
beforeEach(() => {
  outside.answer = () => asPage('North courts')
  answerOutside(outside)
})

const other = 'https://courts.example.org/south'
const aPreview = (title: string, url = pageUrl): LinkPreview => ({ url, siteName: null, title, description: null })
const previewsOf = async (viewer: Viewer, id: string) => (await readPage(viewer, id)).messages.map(({ preview }) => preview?.title ?? null)
const hide = (viewer: Viewer, id: string, seq: number, isHidden: boolean) =>
  ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer, json: { isHidden } })
/** Everything that the object keeps of links. */
const storedIn = (id: string) =>
  runInDurableObject(objectOf(id), (_, { storage }) => storage.sql.exec('SELECT * FROM link_previews').toArray())

async function makeClub() {
  const [owner, ben, cleo] = [await makePerson('Owner'), await makePerson('Ben'), await makePerson('Cleo')]
  const teamId = await makeTeam(owner, ben, cleo)
  return { owner, ben, cleo, teamId, id: `team_${teamId}` }
}

describe('A link in a message', () => {
  it('gets a preview a moment later, for those who are here and for who comes later', async () => {
    const { anna, ben, id } = await makeFriends()
    const chat = await openChat(ben, id)
    const sent = await say(anna, id, `We play at ${pageUrl}!`)
    expect(sent).not.toHaveProperty('preview')
    expect(urlsOf(outside)).toEqual([])
    expect(await loadPages(queues, id)).toBe(1)
    expect(urlsOf(outside)).toEqual([pageUrl])
    const changed = await chat.next('changed')
    expect(changed.messages).toMatchObject([
      { seq: sent.seq, text: `We play at ${pageUrl}!`, editedAt: null, preview: aPreview('North courts') },
    ])
    expect((await readPage(anna, id)).messages).toMatchObject([{ preview: aPreview('North courts') }])
    expect((await (await openChat(anna, id)).next('welcome')).messages).toMatchObject([{ preview: aPreview('North courts') }])
    // Somebody who was away gets it with what they missed.
    const late = await openChat(ben, id, `?after=${sent.seq}&changedAfter=${changed.after}`)
    expect((await late.next('welcome')).changed).toMatchObject([{ seq: sent.seq, preview: aPreview('North courts') }])
  })

  it('is asked for after the object has stopped, and in each way to write', async () => {
    const { anna, ben, id } = await makeFriends()
    const chat = await openChat(ben, id)
    chat.send({ type: 'send', ...newText(pageUrl) })
    await chat.next('messages')
    await post(anna, id, {
      ...newText(`Where? ${other}`),
      poll: { options: ['North', 'South'], isMultiple: false, showsNames: true, closesAt: null },
    })
    await evictDurableObject(objectOf(id))
    expect(await loadPages(queues, id)).toBe(2)
    expect(await previewsOf(ben, id)).toEqual(['North courts', 'North courts'])
    expect(await loadPages(queues, id)).toBe(0)
  })

  it('costs nothing in messages without one, or with one to us', async () => {
    const { anna, id } = await makeFriends()
    for (const text of ['Hello', 'http://localhost:5173/discover/events/demo-open-play', 'http://example.org/']) await say(anna, id, text)
    expect(await loadPages(queues, id)).toBe(0)
    expect(await storedIn(id)).toEqual([])
  })

  it('to the own site of a community is not opened', async () => {
    const { anna, id } = await makeFriends()
    const teamId = await makeTeam(anna)
    await runSql('INSERT INTO hostnames (host, team_id, created_at) VALUES (?, ?, 1)', 'club.example.net', teamId)
    await say(anna, id, 'https://club.example.net/games')
    expect(await loadPages(queues, id)).toBe(1)
    expect(urlsOf(outside)).toEqual([])
    expect(await previewsOf(anna, id)).toEqual([null])
  })

  it('is loaded once if its job is delivered twice, also at the same time', async () => {
    const { anna, id } = await makeFriends()
    await say(anna, id, pageUrl)
    const [job] = await takePreviewJobs(queues, id)
    if (!job) throw new Error('There is no job')
    await consume('work', [job, job])
    // Also if the record of the first run was lost.
    await env.DB.exec('DELETE FROM jobs')
    outside.answer = () => asPage('Another title')
    await consume('work', [job])
    expect(urlsOf(outside)).toEqual([pageUrl])
    expect(await previewsOf(anna, id)).toEqual(['North courts'])
    const chat = await openChat(anna, id)
    const { lastChange } = await chat.next('welcome')
    await say(anna, id, other)
    const [next] = await takePreviewJobs(queues, id)
    await Promise.all([consume('work', [next ?? job]), consume('work', [next ?? job])])
    expect(await chat.next('changed')).toMatchObject({ after: lastChange, lastChange: lastChange + 1 })
    expect((await readPage(anna, id)).lastChange).toBe(lastChange + 1)
  })

  it('is tried once more at most if a job stops halfway', async () => {
    const { anna, id } = await makeFriends()
    await say(anna, id, pageUrl)
    const [job] = await takePreviewJobs(queues, id)
    if (job?.body.kind !== 'preview-link') throw new Error('There is no job')
    const { seq, fetchId } = job.body
    const take = () => objectOf(id).takeLink({ seq, fetchId })
    expect([await take(), await take(), await take()]).toEqual([
      { url: pageUrl, authorId: anna.id },
      { url: pageUrl, authorId: anna.id },
      null,
    ])
    await consume('work', [job])
    expect(urlsOf(outside)).toEqual([])
  })

  it.each([
    ['is gone', () => new Response('no', { status: 404 })],
    ['is broken', () => new Response('no', { status: 500 })],
    ['cannot be reached', () => Promise.reject(new TypeError(`fetch failed: ${pageUrl}`))],
    ['has no title', () => asPage('')],
  ])('whose page %s has no preview, is not tried again and is not in the log', async (_, answer) => {
    const { anna, ben, id } = await makeFriends()
    outside.answer = answer
    const { seq } = await say(anna, id, pageUrl)
    const [job] = await takePreviewJobs(queues, id)
    if (!job) throw new Error('There is no job')
    const { explicitAcks } = await consume('work', [job])
    expect(explicitAcks).toHaveLength(1)
    await consume('work', [job])
    expect(await loadPages(queues, id)).toBe(0)
    expect(outside.requests).toHaveLength(1)
    expect((await readPage(ben, id)).messages).toMatchObject([{ seq, text: pageUrl }])
    expect(await previewsOf(ben, id)).toEqual([null])
    expect((await readPage(ben, id)).lastChange).toBe(0)
    expect(JSON.stringify([log, job])).not.toContain('courts.example.org')
  })

  it('of somebody with a block is seen by nobody who does not see their messages', async () => {
    const { ben, cleo, id } = await makeClub()
    await runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), cleo.id, ben.id)
    const chat = await openChat(cleo, id)
    await say(ben, id, pageUrl)
    await loadPages(queues, id)
    expect(await previewsOf(ben, id)).toEqual(['North courts'])
    await say(ben, id, 'Bye')
    expect(await previewsOf(cleo, id)).toEqual([])
    expect(JSON.stringify(chat.frames)).not.toContain('North courts')
  })
})

describe('A link that changes', () => {
  it('is loaded anew, and its preview stays while the text around it changes', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, pageUrl)
    await loadPages(queues, id)
    const chat = await openChat(anna, id)
    const edit = async (text: string) => {
      chat.send({ type: 'edit', seq, text })
      return (await chat.next('changed')).messages
    }
    expect(await edit(`See ${pageUrl}`)).toMatchObject([{ preview: aPreview('North courts') }])
    expect(await loadPages(queues, id)).toBe(0)
    outside.answer = () => asPage('South courts')
    expect((await edit(`See ${other}`))[0]).not.toHaveProperty('preview')
    expect(await loadPages(queues, id)).toBe(1)
    expect((await chat.next('changed')).messages).toMatchObject([{ preview: aPreview('South courts', other) }])
    expect((await edit('Never mind'))[0]).not.toHaveProperty('preview')
    expect(await storedIn(id)).toEqual([])
    // The same link again is a new one.
    await edit(`See ${other}`)
    expect(await loadPages(queues, id)).toBe(1)
    expect(await previewsOf(ben, id)).toEqual(['South courts'])
  })

  it('or is gone makes a late answer about it worthless', async () => {
    const { anna, ben, id } = await makeFriends()
    const seqs = [await say(anna, id, pageUrl), await say(anna, id, pageUrl), await say(anna, id, pageUrl)].map(({ seq }) => seq)
    const jobs = await takePreviewJobs(queues, id)
    const chat = await openChat(anna, id)
    outside.answer = async ({ url }) => {
      if (url === other) return asPage('South courts')
      // The pages are on their way.
      const [edited = 0, emptied = 0, deleted = 0] = seqs.splice(0)
      if (edited > 0) {
        chat.send({ type: 'edit', seq: edited, text: other })
        chat.send({ type: 'edit', seq: emptied, text: 'No link' })
        chat.send({ type: 'delete', seq: deleted })
        for (let heard = 0; heard < 3; heard += 1) await chat.next('changed')
      }
      return asPage('Too late')
    }
    await consume('work', jobs)
    expect(await previewsOf(ben, id)).toEqual([null, null, null])
    expect(await loadPages(queues, id)).toBe(1)
    expect(await previewsOf(ben, id)).toEqual(['South courts', null, null])
    expect(await storedIn(id)).toHaveLength(1)
  })

  it('goes with its message when that is deleted or hidden, and comes back when it is shown again', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await say(ben, id, pageUrl)
    await loadPages(queues, id)
    expect((await hide(owner, id, seq, true)).status).toBe(204)
    expect(await previewsOf(cleo, id)).toEqual([null])
    expect(await storedIn(id)).toEqual([])
    expect((await hide(owner, id, seq, false)).status).toBe(204)
    expect(await loadPages(queues, id)).toBe(1)
    expect(await previewsOf(cleo, id)).toEqual(['North courts'])
    const chat = await openChat(ben, id)
    chat.send({ type: 'delete', seq })
    expect((await chat.next('changed')).messages[0]).not.toHaveProperty('preview')
    expect(await storedIn(id)).toEqual([])
  })
})

describe('A preview that its author removes', () => {
  it('is gone for everyone, and stays so through edits, a late answer and a restart', async () => {
    const { owner, ben, cleo, id } = await makeClub()
    const { seq } = await say(ben, id, pageUrl)
    const jobs = await takePreviewJobs(queues, id)
    await consume('work', jobs)
    const [chat, theirs] = [await openChat(ben, id), await openChat(cleo, id)]
    chat.send({ type: 'remove-preview', seq })
    for (const one of [chat, theirs]) expect((await one.next('changed')).messages[0]).not.toHaveProperty('preview')
    // Nothing of the page is kept.
    expect(JSON.stringify(await storedIn(id))).not.toMatch(/North|courts/)
    await env.DB.exec('DELETE FROM jobs')
    await consume('work', jobs)
    for (const text of [`Really: ${pageUrl}`, 'No link', other]) {
      chat.send({ type: 'edit', seq, text })
      await chat.next('changed')
    }
    await evictDurableObject(objectOf(id))
    expect((await hide(owner, id, seq, true)).status).toBe(204)
    expect((await hide(owner, id, seq, false)).status).toBe(204)
    expect(await loadPages(queues, id)).toBe(0)
    expect(await previewsOf(cleo, id)).toEqual([null])
    // Once more changes nothing.
    const { lastChange } = await readPage(ben, id)
    const back = await openChat(ben, id)
    back.send({ type: 'remove-preview', seq })
    back.send({ type: 'edit', seq, text: 'Bye' })
    expect(await back.next('changed')).toMatchObject({ after: lastChange })
  })

  it('also before it has come', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await say(anna, id, pageUrl)
    const jobs = await takePreviewJobs(queues, id)
    const chat = await openChat(anna, id)
    chat.send({ type: 'remove-preview', seq })
    await chat.next('changed')
    await consume('work', jobs)
    expect(urlsOf(outside)).toEqual([])
    expect(await previewsOf(ben, id)).toEqual([null])
  })

  it('is removed by nobody else, and not from a message that is gone', async () => {
    const { owner, ben, id } = await makeClub()
    const { seq } = await say(ben, id, pageUrl)
    await loadPages(queues, id)
    const [organizer, author] = [await openChat(owner, id), await openChat(ben, id)]
    for (const other of [seq, seq + 1]) {
      organizer.send({ type: 'remove-preview', seq: other })
      expect(await organizer.next('refused')).toMatchObject({ code: 'MessageFixed' })
    }
    expect(await previewsOf(owner, id)).toEqual(['North courts'])
    author.send({ type: 'delete', seq })
    await author.next('changed')
    author.send({ type: 'remove-preview', seq })
    expect(await author.next('refused')).toMatchObject({ code: 'MessageFixed' })
    for (const wrong of [0, -1, 1.5, '1']) author.socket.send(JSON.stringify({ type: 'remove-preview', seq: wrong }))
    expect((await author.next('refused')).reason).toBe('This frame is invalid.')
  })
})

describe('A link from a stranger', () => {
  it('has no preview until they are accepted', async () => {
    const [sam, dora] = [await makePerson('Sam'), await makePerson('Dora')]
    const { id }: { id: string } = await (await startDirect(sam, dora.id)).json()
    const { seq } = await say(sam, id, pageUrl)
    const chat = await openChat(sam, id)
    chat.send({ type: 'edit', seq, text: other })
    await chat.next('changed')
    expect(await loadPages(queues, id)).toBe(0)
    expect(await storedIn(id)).toEqual([])
    expect((await ask(`/api/conversations/${id}/accept`, { method: 'POST', viewer: dora })).status).toBe(204)
    await say(sam, id, pageUrl)
    expect(await loadPages(queues, id)).toBe(1)
    expect(await previewsOf(dora, id)).toEqual([null, 'North courts'])
  })
})

describe('The previews of a person whose account is deleted', () => {
  it('go with their words, also those on their way, and those of others stay', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, pageUrl)
    await say(ben, id, other)
    await loadPages(queues, id)
    await say(anna, id, `${pageUrl}?second`)
    const late = await takePreviewJobs(queues, id)
    await objectOf(id).eraseAuthor(anna.id)
    await consume('work', late)
    expect(await previewsOf(ben, id)).toEqual([null, 'North courts', null])
    expect(await storedIn(id)).toMatchObject([{ url: other }])
  })

  it('are in their export as the links that they wrote', async () => {
    const { anna, id } = await makeFriends()
    await say(anna, id, `See ${pageUrl}`)
    await loadPages(queues, id)
    const parts = await messageData.export(openPrimary(env.DB), anna.id, env)
    expect(parts.find(({ name }) => name === 'messages')?.rows).toMatchObject([{ text: `See ${pageUrl}` }])
    // What another site says is not what the person has written.
    expect(JSON.stringify(parts)).not.toContain('North courts')
  })
})
