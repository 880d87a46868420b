import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { jumpPageSize, messagePageSize } from '../../domain/messages/contract.ts'
import { type FoundConversations, type FoundMessages, foundPageSize } from '../../domain/messages/search.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, objectOf, readPage, runSql, say, startDirect } from './people.ts'
import { openChat } from './sockets.ts'

collectLog()

const search = async (viewer: Viewer, id: string, query: string, before?: number): Promise<FoundMessages> => {
  const older = before === undefined ? '' : `&before=${before}`
  return (await ask(`/api/conversations/${id}/search?q=${encodeURIComponent(query)}${older}`, { viewer })).json()
}
const textsOf = ({ messages }: FoundMessages) => messages.map(({ text }) => text)
const searchAll = async (viewer: Viewer, query: string): Promise<FoundConversations> =>
  (await ask(`/api/conversations/search?q=${encodeURIComponent(query)}`, { viewer })).json()

describe('The search in a conversation', () => {
  it('finds messages with all words in any order, the newest first, and the start of the last word', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'The net is at the north court.')
    await say(ben, id, 'Which court?')
    await say(anna, id, 'North court, behind the café')
    const { messages, people } = await search(ben, id, 'north')
    expect(people.map((person) => person.id)).toEqual([anna.id])
    expect(messages).toHaveLength(2)
    expect(textsOf(await search(ben, id, 'court nor'))).toEqual(['North court, behind the café', 'The net is at the north court.'])
    expect(textsOf(await search(ben, id, 'nor court'))).toEqual([])
    expect(textsOf(await search(ben, id, 'CAFE'))).toEqual(['North court, behind the café'])
  })

  it('reads signs of its language as text', async () => {
    const { anna, id } = await makeFriends()
    await say(anna, id, 'A "quoted" NEAR miss OR not')
    for (const query of ['"quoted', 'NEAR(miss', 'OR', 'quoted*', 'text:quoted', '-miss', "miss' AND 1"])
      expect([query, (await ask(`/api/conversations/${id}/search?q=${encodeURIComponent(query)}`, { viewer: anna })).status]).toEqual([
        query,
        200,
      ])
    expect(textsOf(await search(anna, id, '"quoted near'))).toHaveLength(1)
  })

  it('follows edits and deletions, also of messages that it knew before', async () => {
    const { anna, id } = await makeFriends()
    const [first, second] = [await say(anna, id, 'Bring oranges'), await say(anna, id, 'Bring apples')]
    expect(textsOf(await search(anna, id, 'bring'))).toHaveLength(2)
    const chat = await openChat(anna, id)
    chat.send({ type: 'edit', seq: first.seq, text: 'Bring lemons' })
    await chat.next('changed')
    chat.send({ type: 'delete', seq: second.seq })
    await chat.next('changed')
    expect(textsOf(await search(anna, id, 'oranges'))).toEqual([])
    expect(textsOf(await search(anna, id, 'apples'))).toEqual([])
    expect(textsOf(await search(anna, id, 'lemons'))).toEqual(['Bring lemons'])
  })

  it('goes on at older messages, and finds each one once after the object was evicted', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'ball 0')
    await runInDurableObject(objectOf(id), (_, { storage }) => {
      for (let seq = 2; seq <= 450; seq++)
        storage.sql.exec(
          "INSERT INTO messages (author_id, client_id, sent_at, text) VALUES (?, 'c' || ?, ?, 'ball ' || ?)",
          anna.id,
          seq,
          seq,
          seq,
        )
    })
    const found: number[] = []
    for (let before: number | null | undefined; before !== null; ) {
      const { messages, next } = await search(ben, id, 'ball', before)
      expect(messages.length).toBeLessThanOrEqual(foundPageSize)
      found.push(...messages.map(({ seq }) => seq))
      if (before === undefined) await evictDurableObject(objectOf(id))
      before = next
    }
    expect(found).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index))
  })

  it('does not find what a deleted account wrote', async () => {
    const { anna, ben, id } = await makeFriends()
    await say(anna, id, 'My secret word')
    expect(textsOf(await search(ben, id, 'secret'))).toHaveLength(1)
    await objectOf(id).eraseAuthor(anna.id)
    expect(await search(ben, id, 'secret')).toEqual({ messages: [], people: [], next: null })
    expect(
      await runInDurableObject(objectOf(id), (_, { storage }) =>
        storage.sql.exec("SELECT count(*) AS n FROM message_words WHERE message_words MATCH 'secret'").one(),
      ),
    ).toEqual({ n: 0 })
  })

  it('leaves out people with a block, and who is out finds nothing', async () => {
    const [anna, ben, cleo] = [await makePerson('Anna'), await makePerson('Ben'), await makePerson('Cleo')]
    const id = `team_${await makeTeam(anna, ben, cleo)}`
    await say(anna, id, 'Practice at six')
    await say(ben, id, 'Practice at seven')
    await runSql("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('search-block', ?, ?, 1)", ben.id, cleo.id)
    expect(textsOf(await search(cleo, id, 'practice'))).toEqual(['Practice at six'])
    await runSql('DELETE FROM team_members WHERE user_id = ?', cleo.id)
    expect((await ask(`/api/conversations/${id}/search?q=practice`, { viewer: cleo })).status).toBe(404)
  })

  it('refuses a search without words, and one that is too long', async () => {
    const { anna, id } = await makeFriends()
    for (const path of [`/api/conversations/${id}/search`, '/api/conversations/search'])
      for (const query of ['', '?q=', '?q=%20', '?q=!!!', `?q=${'a'.repeat(101)}`, '?q=a&before=-1&cursor=x'])
        expect([query, (await ask(path + query, { viewer: anna })).status]).toEqual([query, 400])
  })
})

describe('The search across conversations', () => {
  it('finds messages of each conversation of the viewer, and of no other', async () => {
    const { anna, ben, id } = await makeFriends()
    const cleo = await makePerson('Cleo')
    const team = `team_${await makeTeam(anna, cleo)}`
    const other: { id: string } = await (await startDirect(ben, cleo.id)).json()
    await say(anna, id, 'Zebra one')
    await say(cleo, team, 'Zebra two')
    await say(ben, other.id, 'Zebra three')
    for (const conversationId of [id, team, other.id]) await runDurableObjectAlarm(objectOf(conversationId))
    const { found, next } = await searchAll(anna, 'zebra')
    expect(new Map(found.map(({ conversation, messages }) => [conversation.id, messages.map(({ text }) => text)]))).toEqual(
      new Map([
        [id, ['Zebra one']],
        [team, ['Zebra two']],
      ]),
    )
    expect(next).toBeNull()
    expect(await searchAll(anna, 'giraffe')).toEqual({ found: [], next: null })
  })
})

describe('A page that goes back to a message', () => {
  it('reaches it with some before it, and ends at its limit', async () => {
    const { anna, id } = await makeFriends()
    await say(anna, id, 'Message 1')
    await runInDurableObject(objectOf(id), (_, { storage }) => {
      storage.sql.exec(
        `INSERT INTO messages (author_id, client_id, sent_at, text)
          SELECT ?, 'jump-' || value, value, 'Message ' || value FROM (WITH RECURSIVE n(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM n WHERE value < 2000) SELECT value FROM n)`,
        anna.id,
      )
    })
    const back = await readPage(anna, id, '?before=1951&from=1800')
    expect([back.messages[0]?.seq, back.messages.at(-1)?.seq, back.hasOlder]).toEqual([1800 - messagePageSize / 2, 1950, true])
    const far = await readPage(anna, id, '?before=1951&from=1')
    expect([far.messages.length, far.messages.at(-1)?.seq, far.hasOlder]).toEqual([jumpPageSize, 1950, true])
    expect((await readPage(anna, id, '?before=30&from=10')).hasOlder).toBe(false)
    for (const query of ['?from=x', '?from=-1', '?from=1.5'])
      expect((await ask(`/api/conversations/${id}/messages${query}`, { viewer: anna })).status).toBe(400)
    expect((await readPage(anna, id, '?from=999999999')).messages.length).toBe(messagePageSize / 2)
  })
})
