import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { FoundMessages } from '../../domain/messages/search.ts'
import { reportedMessageId } from '../../domain/reports/contract.ts'
import { messageData } from '../../worker/messages/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { includes, joinBytes, jpegWithLocation, locationInExif, makePng } from '../files/pictures.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addressOf, attach, countStored, openFile, pdf, sayWith, sendFiles, upload } from './file-people.ts'
import { listOf, makeFriends, makePerson, makeTeam, newText, objectOf, post, readPage, runSql, say, startDirect } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const day = 86_400_000
const png = makePng(40, 30)

const block = (one: string, other: string) =>
  runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), one, other)

describe('A message with files', () => {
  it('arrives with them at once, in their order, with the words of its author', async () => {
    const { anna, ben, id } = await makeFriends()
    const [first, second] = [await attach(anna, id, png, { name: 'court.png' }), await attach(anna, id)]
    expect(first).toMatchObject({ name: 'court.png', kind: 'picture', width: 40, height: 30, description: null })
    expect(second).toMatchObject({ name: 'rules.pdf', kind: 'pdf', size: pdf.length, width: null })
    const chat = await openChat(ben, id)
    const sent = await sayWith(anna, id, [{ id: second.id }, { id: first.id, description: 'The new court' }])
    const files = [second, { ...first, description: 'The new court' }]
    expect(sent).toMatchObject({ text: '', files })
    expect((await chat.next('messages')).messages).toMatchObject([{ seq: sent.seq, files }])
    expect((await readPage(ben, id)).messages).toMatchObject([{ seq: sent.seq, files }])
    const picture = await openFile(ben, id, first)
    expect([picture.status, picture.headers.get('content-disposition')]).toEqual([200, 'inline'])
    const document = await openFile(ben, id, second)
    expect(new Uint8Array(await document.arrayBuffer())).toEqual(pdf)
  })

  it('is stored once, however often it and its files are sent', async () => {
    const { anna, id } = await makeFriends()
    const files = await Promise.all([1, 2, 3].map(() => attach(anna, id, png, { key: 'the-same-key' })))
    expect(new Set(files.map((file) => file.id)).size).toBe(1)
    const message = { ...newText(''), files: [{ id: files[0]?.id }] }
    const answers = await Promise.all([post(anna, id, message), post(anna, id, message)])
    const sent = await Promise.all(answers.map((answer) => answer.json()))
    expect(sent[0]).toMatchObject({ seq: 1, files: [{ id: files[0]?.id }] })
    expect(sent[1]).toEqual(sent[0])
    expect((await attach(anna, id, png, { key: 'the-same-key' })).id).toBe(files[0]?.id)
    expect(await countStored(id)).toBe(2)
  })

  it('needs a text or a file, and has up to ten', async () => {
    const { anna, id } = await makeFriends()
    const files = await Promise.all(Array.from({ length: 11 }, () => attach(anna, id)))
    for (const refused of [[], files]) expect((await sendFiles(anna, id, refused)).status).toBe(400)
    expect((await readPage(anna, id)).lastSeq).toBe(0)
    expect(await sayWith(anna, id, files.slice(0, 10))).toMatchObject({ seq: 1 })
  })

  it('takes only unused files of its author in this conversation, all or none', async () => {
    const { anna, ben, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    const team = `team_${await makeTeam(anna, cleo)}`
    const [own, theirs, elsewhere] = [await attach(anna, id), await attach(ben, id), await attach(anna, team)]
    for (const foreign of [theirs.id, elsewhere.id, crypto.randomUUID()]) {
      const refused = await sendFiles(anna, id, [own, { id: foreign }], 'Look')
      expect([refused.status, (await readProblem(refused)).code]).toEqual([409, 'FilesMissing'])
    }
    expect((await sendFiles(anna, id, [own, own])).status).toBe(400)
    expect((await readPage(anna, id)).lastSeq).toBe(0)
    await sayWith(anna, id, [own])
    expect((await sendFiles(anna, id, [own])).status).toBe(409)
    expect((await readPage(anna, id)).lastSeq).toBe(1)
  })

  it('is named in lists and pins by what it has', async () => {
    const { anna, ben, id } = await makeFriends()
    const pictures = [await attach(anna, id, png), await attach(anna, id, png)]
    const { seq } = await sayWith(anna, id, pictures)
    const files = { count: 2, pictures: 2, name: pictures[0]?.name }
    await runDurableObjectAlarm(objectOf(id))
    expect(await listOf(ben)).toMatchObject([{ last: { seq, text: '', files } }])
    await ask(`/api/conversations/${id}/messages/${seq}/pinned`, { method: 'PUT', viewer: ben, json: { isPinned: true } })
    expect((await (await openChat(anna, id)).next('welcome')).pins).toMatchObject([{ seq, text: '', files }])
    await say(anna, id, 'Nice, right?')
    await runDurableObjectAlarm(objectOf(id))
    expect((await listOf(ben))[0]?.last).toEqual({ seq: seq + 1, at: expect.any(Number), authorId: anna.id, text: 'Nice, right?' })
  })

  it('is reported with the names of its files', async () => {
    const { anna, ben, id } = await makeFriends()
    const file = await attach(anna, id, png, { name: 'court.png' })
    const { seq } = await sayWith(anna, id, [{ id: file.id, description: 'The new court' }], 'Look')
    const json = { kind: 'message', subjectId: reportedMessageId(id, seq), reason: 'spam' }
    expect((await ask('/api/reports', { method: 'POST', viewer: ben, json })).status).toBe(204)
    const stored = await env.DB.prepare('SELECT message_text AS words FROM reports WHERE reporter_id = ?').bind(ben.id).first()
    expect(stored).toEqual({ words: 'Look\ncourt.png: The new court' })
  })

  it('is found by the names of its files until it is deleted', async () => {
    const { anna, ben, id } = await makeFriends()
    const { seq } = await sayWith(anna, id, [await attach(anna, id, pdf, { name: 'Parking map.pdf' })], 'For Friday')
    const find = async (q: string) =>
      (await (await ask(`/api/conversations/${id}/search?q=${q}`, { viewer: ben })).json<FoundMessages>()).messages
    expect(await find('parking')).toMatchObject([{ seq, text: 'For Friday', files: [{ name: 'Parking map.pdf' }] }])
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq, text: 'For Saturday' })
    await chat.next('changed')
    expect([await find('parking'), await find('saturday')]).toMatchObject([[{ seq }], [{ seq }]])
    chat.send({ type: 'delete', seq })
    await chat.next('changed')
    expect(await find('parking')).toEqual([])
  })
})

describe('A stored file', () => {
  it('says nothing of where a picture was taken', async () => {
    const { anna, ben, id } = await makeFriends()
    const file = await attach(anna, id, jpegWithLocation, { name: 'IMG_1.jpg' })
    await sayWith(anna, id, [file])
    for (const width of [480, 1280]) {
      const bytes = new Uint8Array(await (await ask(addressOf(id, file).replace('1280', String(width)), { viewer: ben })).arrayBuffer())
      expect(bytes.length).toBeGreaterThan(0)
      for (const hidden of [locationInExif, 'SpyPhone', 'taken at home', 'a film']) expect(includes(bytes, hidden)).toBe(false)
    }
  })

  it('is saved and never shown if it is no picture', async () => {
    const { anna, ben, id } = await makeFriends()
    const text = joinBytes(new TextEncoder().encode('alert(1)'))
    const file = await attach(anna, id, text, { name: '../Café "menu".html' })
    expect(file).toMatchObject({ kind: 'text', name: 'Café menu .html.txt' })
    await sayWith(anna, id, [file])
    const { headers } = await openFile(ben, id, file)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Cafe menu .html.txt"; filename*=UTF-8''Caf%C3%A9%20menu%20.html.txt`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('is shown again from the cache of the browser only after we were asked', async () => {
    const { anna, ben, id } = await makeFriends()
    const file = await attach(anna, id, png)
    await sayWith(anna, id, [file])
    const { headers } = await openFile(ben, id, file)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = (viewer: typeof ben) => ask(addressOf(id, file), { viewer, headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect((await again(ben)).status).toBe(304)
    await block(ben.id, anna.id)
    expect((await again(ben)).status).toBe(404)
  })
})

describe('The address of a file', () => {
  it('opens it for the people of the conversation, and for nobody else', async () => {
    const [owner, member, former] = [await makePerson('Owner'), await makePerson('Member'), await makePerson('Former')]
    const [blocked, outsider] = [await makePerson('Blocked'), await makePerson('Outsider')]
    const team = await makeTeam(owner, member, former, blocked)
    const id = `team_${team}`
    const files = [await attach(owner, id, png), await attach(owner, id)]
    const statuses = async () => {
      const viewers = [owner, member, former, blocked, outsider, null]
      return Promise.all(files.map((file) => Promise.all(viewers.map(async (viewer) => (await openFile(viewer, id, file)).status))))
    }
    const none = [404, 404, 404, 404, 404, 404]
    // Nobody opens it before it is sent.
    expect(await statuses()).toEqual([none, none])
    const { seq } = await sayWith(owner, id, files)
    await block(blocked.id, owner.id)
    await runSql('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', team, former.id)
    const open = [200, 200, 404, 404, 404, 404]
    expect(await statuses()).toEqual([open, open])
    await runSql("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", team, member.id)
    const hide = (isHidden: boolean) =>
      ask(`/api/conversations/${id}/messages/${seq}/hidden`, { method: 'PUT', viewer: member, json: { isHidden } })
    expect((await hide(true)).status).toBe(204)
    expect(await statuses()).toEqual([none, none])
    expect((await readPage(owner, id)).messages[0]).not.toHaveProperty('files')
    expect((await hide(false)).status).toBe(204)
    expect(await statuses()).toEqual([open, open])
  })

  it('is not one of another conversation', async () => {
    const { anna, ben, id } = await makeFriends()
    const team = `team_${await makeTeam(ben, anna)}`
    const file = await attach(anna, id)
    await sayWith(anna, id, [file])
    expect((await openFile(ben, team, file)).status).toBe(404)
    expect((await openFile(ben, id, { ...file, kind: 'picture' })).status).toBe(404)
  })
})

describe('Who may attach', () => {
  it('is who may write', async () => {
    const { anna, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    expect((await upload(null, id, pdf)).status).toBe(401)
    expect((await upload(cleo, id, pdf)).status).toBe(404)
    expect((await upload(anna, 'team_not-there', pdf)).status).toBe(404)
    expect(await countStored(id)).toBe(0)
  })

  it('is no stranger whose request waits', async () => {
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    const { id } = await (await startDirect(anna, ben.id)).json<{ id: string }>()
    await say(anna, id, 'Hello')
    const refused = await upload(anna, id, png)
    expect([refused.status, (await readProblem(refused)).code]).toEqual([403, 'FilesAfterAccept'])
    expect(await countStored(id)).toBe(0)
    await say(ben, id, 'Hi')
    await runDurableObjectAlarm(objectOf(id))
    expect(await sayWith(anna, id, [await attach(anna, id, png)])).toMatchObject({ text: '' })
  })

  it('attaches up to 10 MB at once, and 200 files in a day', async () => {
    const { anna, id } = await makeFriends()
    const tooLarge = await upload(anna, id, new Uint8Array(10 * 1024 * 1024 + 1).fill(65))
    expect([tooLarge.status, (await readProblem(tooLarge)).code]).toEqual([413, 'FileTooLarge'])
    const asJson = await ask(`/api/conversations/${id}/files?name=x&idempotencyKey=as-json-1`, { method: 'POST', viewer: anna, json: {} })
    expect(asJson.status).toBe(415)
    const admission = { conversationId: id, userId: anna.id, sessionId: 'session', checkedAt: Date.now() + 1, mayWrite: true }
    for (let n = 0; n < 200; n += 1)
      await objectOf(id).addFile(
        { ...admission, mayModerate: false, isInvited: false, sharesOnline: false, requesterId: null, hiddenIds: [] },
        { id: `file-${n}`, name: 'rules.pdf', kind: 'pdf' },
      )
    const tooMany = await upload(anna, id, pdf)
    expect([tooMany.status, (await readProblem(tooMany)).code]).toEqual([429, 'TooManyFiles'])
  })
})

describe('Files are deleted', () => {
  it('with their message', async () => {
    const { anna, ben, id } = await makeFriends()
    const file = await attach(anna, id, png)
    const { seq } = await sayWith(anna, id, [file], 'Look')
    const [mine, theirs] = [await openChat(anna, id), await openChat(ben, id)]
    mine.send({ type: 'delete', seq })
    const [changed] = (await theirs.next('changed')).messages
    expect(changed).toMatchObject({ seq, text: null })
    expect(changed).not.toHaveProperty('files')
    expect((await openFile(ben, id, file)).status).toBe(404)
    await runDurableObjectAlarm(objectOf(id))
    expect(await countStored(id)).toBe(0)
  })

  it('a day after they were attached, unless they were sent', async () => {
    const { anna, id } = await makeFriends()
    const [sent, left] = [await attach(anna, id), await attach(anna, id, png)]
    await sayWith(anna, id, [sent])
    await runDurableObjectAlarm(objectOf(id))
    expect(await countStored(id)).toBe(3)
    await ask('/api/admin/clock', { method: 'POST', json: { forward: day + 1 }, headers: asAdmin })
    expect((await sendFiles(anna, id, [left])).status).toBe(409)
    await runDurableObjectAlarm(objectOf(id))
    expect(await countStored(id)).toBe(1)
    expect((await openFile(anna, id, sent)).status).toBe(200)
  })

  it('with the account of their author, also those that were never sent, and again when the job was killed', async () => {
    const { anna, ben, id } = await makeFriends()
    const team = `team_${await makeTeam(ben, anna)}`
    const [sent, kept] = [await attach(anna, id, png), await attach(ben, id)]
    await attach(anna, team)
    await sayWith(anna, id, [sent])
    await sayWith(ben, id, [kept])
    await runInDurableObject(objectOf(id), (object) => {
      vi.spyOn((object as unknown as { env: typeof env }).env.FILES, 'delete').mockRejectedValueOnce(new Error('The storage is away.'))
    })
    await expect(messageData.eraseObjects?.(env, anna.id)).rejects.toThrow('The storage is away.')
    expect((await openFile(ben, id, sent)).status).toBe(404)
    expect(await countStored(id)).toBe(3)
    await messageData.eraseObjects?.(env, anna.id)
    expect([await countStored(id), await countStored(team)]).toEqual([1, 0])
    expect((await openFile(ben, id, sent)).status).toBe(404)
    expect((await readPage(ben, id)).messages).toMatchObject([{ text: null }, { files: [{ id: kept.id }] }])
  })

  it('with the conversation', async () => {
    const [anna, ben] = [await makePerson('Anna'), await makePerson('Ben')]
    const id = `team_${await makeTeam(anna, ben)}`
    await sayWith(anna, id, [await attach(anna, id, png), await attach(anna, id)])
    await attach(ben, id)
    expect(await countStored(id)).toBe(4)
    await objectOf(id).empty()
    expect(await countStored(id)).toBe(0)
  })
})

describe('The data export', () => {
  it('contains the files that the person has sent', async () => {
    const { anna, ben, id } = await makeFriends()
    await sayWith(anna, id, [await attach(anna, id, pdf, { name: 'House rules.pdf' })])
    await sayWith(anna, id, [await attach(anna, id, png, { name: 'court.png' })])
    await sayWith(ben, id, [await attach(ben, id)])
    await attach(anna, id)
    const db = openPrimary(env.DB)
    const parts = await messageData.export(db, anna.id, env)
    expect(parts.find(({ name }) => name === 'message-files')?.rows).toMatchObject([
      { conversation: id, name: 'court.png', kind: 'picture', inThisExport: 'messages/files/1-court.png' },
      { conversation: id, name: 'House rules.pdf', kind: 'pdf', inThisExport: 'messages/files/2-House rules.pdf' },
    ])
    const files = (await messageData.exportFiles?.(db, anna.id, env)) ?? []
    expect(files.map(({ name }) => name)).toEqual(['messages/files/1-court.png', 'messages/files/2-House rules.pdf'])
    expect(files[1]?.bytes).toEqual(pdf)
  })
})
