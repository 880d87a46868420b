import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { removedCode } from '../../domain/messages/frames.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { consume, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, makeTeam, newText, objectOf, post, runSql, say, startDirect } from './people.ts'
import { block, moveClock, put, turnOff } from './ring.ts'
import { openChat } from './sockets.ts'

collectLog()
const queues = holdQueues()

/** Wednesday, 12:20 PM in Chicago, the zone of people without a city. */
const start = Date.UTC(2027, 10, 24, 18, 20)
const nextMorning = Date.UTC(2027, 10, 25, 14)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return () => vi.useRealTimers()
})

/** The object writes what it knows to the database. */
const save = (id: string) => runDurableObjectAlarm(objectOf(id))

const setFrequency = (viewer: Viewer, topic: string, frequency: string) =>
  put(viewer, `/api/notifications/settings/${topic}/frequency`, { frequency })

/** Runs what is due each minute, until there is nothing to do. */
async function runDue(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await runChores(env, Date.now())
    const isMail = ({ body }: (typeof queues.work)[number]) => body.kind === 'mail-conversation'
    const jobs = queues.work.splice(0).filter(isMail)
    await consume('work', jobs)
    await waitForEmptyOutbox()
  }
  await consume('mail', queues.mail.splice(0))
}

const mailsTo = ({ id }: Viewer) => queues.sent.filter(({ to, subject }) => to === `${id}@local.test` && !subject.startsWith('New sign-in'))
const subjectsTo = (viewer: Viewer) => mailsTo(viewer).map(({ subject }) => subject)

describe('The email about messages', () => {
  let anna: Viewer
  let ben: Viewer
  let id: string
  beforeEach(async () => {
    ;({ anna, ben, id } = await makeFriends())
  })

  it('waits ten minutes, goes out once, and says how many from whom, without their words', async () => {
    await say(anna, id, 'Secret words')
    await say(anna, id, 'And more of them')
    await save(id)
    moveClock(9 * minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    moveClock(2 * minute)
    await runDue()
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['2 new messages from Anna'])
    const [mail] = mailsTo(ben)
    expect(mail?.text).toContain(`/messages/${id}`)
    expect(mail?.text).toContain('Someone wrote to you.')
    expect(JSON.stringify(mail)).not.toContain('Secret')
    expect(subjectsTo(anna)).toEqual([])
  })

  it('is not sent for what was read by then, nor less than ten minutes after what was not', async () => {
    const first = await say(anna, id, 'Read in time')
    await save(id)
    moveClock(9 * minute)
    const chat = await openChat(ben, id)
    await chat.next('welcome')
    chat.send({ type: 'read', seq: first.seq })
    await say(anna, id, 'Just now')
    await chat.next('messages')
    await save(id)
    moveClock(2 * minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    moveClock(10 * minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['1 new message from Anna'])
  })

  it('comes again only with those of the next day, until the person reads something', async () => {
    await say(anna, id, 'One')
    await save(id)
    moveClock(11 * minute)
    await runDue()
    await say(anna, id, 'Two')
    await save(id)
    moveClock(11 * minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['1 new message from Anna'])
    vi.setSystemTime(nextMorning + minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['1 new message from Anna', '1 new message from Anna'])
    moveClock(day)
    await runDue()
    expect(subjectsTo(ben)).toHaveLength(2)
  })

  it.each([
    ['muted', () => put(ben, `/api/conversations/${id}/mute`, { until: Date.now() + day })],
    ['removed', () => put(ben, `/api/conversations/${id}`, { userId: ben.id, blocked: true })],
    ['of a topic that is turned off', () => turnOff(ben, 'directMessage', 'email')],
    ['from somebody with a block', () => block(anna, ben)],
    ['read', () => runSql('UPDATE conversation_members SET read_seq = 9 WHERE user_id = ?', ben.id)],
  ])('about a conversation that is %s is not sent, before its time and also in the last moment', async (_, change) => {
    await say(anna, id, 'Hello')
    await save(id)
    moveClock(11 * minute)
    await runChores(env, Date.now())
    await consume(
      'work',
      queues.work.splice(0).filter(({ body }) => body.kind === 'mail-conversation'),
    )
    await runChores(env, Date.now())
    expect(queues.mail).toHaveLength(1)
    await change()
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    // With a block, she cannot even write.
    await post(anna, id, newText('Hello again'))
    await save(id)
    moveClock(2 * day)
    await runDue()
    expect(subjectsTo(ben).length).toBe(0)
  })

  it('is not sent if the message was deleted meanwhile', async () => {
    const { seq } = await say(anna, id, 'In the wrong chat')
    await save(id)
    const chat = await openChat(anna, id)
    chat.send({ type: 'delete', seq })
    await chat.next('changed')
    await save(id)
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
  })

  it('is one in the morning for a person who has not read the last ones, however many conversations there are', async () => {
    const cleo = await makePerson('Cleo')
    const { id: other } = await (await startDirect(cleo, ben.id)).json<{ id: string }>()
    await say(ben, other, 'Hello')
    const sayBoth = async () => {
      for (const [author, conversation] of [[anna, id] as const, [cleo, other] as const]) {
        await say(author, conversation, 'News')
        await save(conversation)
      }
    }
    await sayBoth()
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toHaveLength(2)
    await sayBoth()
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toHaveLength(2)
    vi.setSystemTime(nextMorning + minute)
    await runDue()
    expect(subjectsTo(ben).slice(2)).toEqual(['New messages in 2 conversations'])
  })

  it('waits for the end of quiet hours', async () => {
    const quietHours = { from: '12:00', to: '15:00', days: [...weekdays], letsOffersThrough: true }
    expect((await ask('/api/notifications/settings', { method: 'PATCH', viewer: ben, json: { quietHours } })).status).toBe(204)
    await say(anna, id, 'Lunch?')
    await save(id)
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    moveClock(2 * hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['1 new message from Anna'])
  })

  it('is one for all conversations of a topic if the person wants them once a day', async () => {
    const cleo = await makePerson('Cleo')
    await setFrequency(ben, 'directMessage', 'daily')
    const { id: other } = await (await startDirect(cleo, ben.id)).json<{ id: string }>()
    for (const [author, conversation] of [[anna, id] as const, [cleo, other] as const]) {
      await say(author, conversation, 'Hello')
      await save(conversation)
    }
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    vi.setSystemTime(nextMorning + minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['New messages in 2 conversations'])
    expect(mailsTo(ben)[0]?.text).toContain('Cleo wants to write to you')
    expect(mailsTo(ben)[0]?.text).toContain('1 new message from Anna')
  })

  it('about a request comes once', async () => {
    const stranger = await makePerson('Stranger')
    const { id: request } = await (await startDirect(stranger, ben.id)).json<{ id: string }>()
    for (const text of ['One', 'Two']) {
      await say(stranger, request, text)
      await save(request)
      moveClock(2 * day)
      await runDue()
    }
    expect(subjectsTo(ben)).toEqual(['Stranger wants to write to you'])
  })
})

describe('The email about messages of a community', () => {
  it('names who wrote, but nobody with a block, and stops only its topic by a POST', async () => {
    const people = await Promise.all(['Owner', 'Ben', 'Cleo', 'Muter'].map(makePerson))
    const [owner, ben, cleo, muter] = people as [Viewer, Viewer, Viewer, Viewer]
    const team = await makeTeam(owner, ben, cleo, muter)
    const made = await ask(`/api/teams/${team}/topics`, { method: 'POST', viewer: owner, json: { name: 'Carpools' } })
    const id = `topic_${(await made.json<{ id: string }>()).id}`
    for (const viewer of people) await setFrequency(viewer, 'teamMessage', 'each')
    await put(muter, `/api/notifications/mutes/${team}`)
    await block(ben, cleo)
    await say(cleo, id, 'From Cleo')
    await say(owner, id, 'From the owner')
    await save(id)
    moveClock(11 * minute)
    await runDue()
    expect(subjectsTo(muter)).toEqual([])
    expect(subjectsTo(owner)).toEqual([])
    expect(subjectsTo(cleo)).toEqual(['1 new message in Carpools, Club'])
    expect(subjectsTo(ben)).toEqual(['1 new message in Carpools, Club'])
    const mail = mailsTo(ben)[0]
    expect(mail?.text).toContain('From Owner.')
    expect(JSON.stringify(mail)).not.toContain('Cleo')

    // The email was the last channel of the topic, so Ben is out of its conversation.
    await turnOff(ben, id.slice('topic_'.length), 'push')
    const chat = await openChat(ben, id)
    const url = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const stopped = await ask(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect(await stopped.text()).toContain('Club: Carpools')
    expect(await chat.closed).toBe(removedCode)
    await say(owner, id, 'Nobody mails this to Ben')
    await say(owner, `team_${team}`, 'But this')
    for (const conversation of [id, `team_${team}`]) await save(conversation)
    moveClock(2 * day)
    await runDue()
    expect(subjectsTo(ben).slice(1)).toEqual(['1 new message in Club'])
  })

  it('comes once a day by default, and not to members who joined later', async () => {
    const [owner, ben, newcomer] = (await Promise.all(['Owner', 'Ben', 'Newcomer'].map(makePerson))) as [Viewer, Viewer, Viewer]
    const team = await makeTeam(owner, ben)
    await say(owner, `team_${team}`, 'Old news')
    await save(`team_${team}`)
    await runSql("UPDATE teams SET join_mode = 'open' WHERE id = ?", team)
    expect((await ask(`/api/teams/${team}/join`, { method: 'POST', viewer: newcomer, json: {} })).ok).toBe(true)
    moveClock(hour)
    await runDue()
    expect(subjectsTo(ben)).toEqual([])
    vi.setSystemTime(nextMorning + minute)
    await runDue()
    expect(subjectsTo(ben)).toEqual(['1 new message in Club'])
    expect(subjectsTo(newcomer)).toEqual([])
  })
})
