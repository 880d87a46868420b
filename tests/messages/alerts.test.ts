import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { minutesOf, timeText, weekdays } from '../../domain/time/clock.ts'
import { hour } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { defaultTimeZone } from '../../worker/notifications/default-time-zone.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { type Browser, behave, connectPushService } from '../push/devices.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeFriends, makePerson, objectOf, runSql, say, startDirect } from './people.ts'
import { block, giveDevice, holdClock, moveClock, put, readAlerts, ring, runWork, turnOff, waitForAlert } from './ring.ts'
import { openChat } from './sockets.ts'

collectLog()
const queues = holdQueues()
holdClock()
beforeEach(() => void connectPushService())

describe('A message', () => {
  let anna: Viewer
  let ben: Viewer
  let id: string
  let phone: Browser & { deviceId: string }
  beforeEach(async () => {
    ;({ anna, ben, id } = await makeFriends())
    phone = await giveDevice(ben)
  })

  it('alerts the other person once for a burst, with the last words and a way to answer', async () => {
    await giveDevice(anna)
    await say(anna, id, 'Hi Ben')
    await say(anna, id, 'Are you coming?')
    await say(anna, id, 'We play at six.')
    expect(await ring(queues, id)).toHaveLength(1)
    expect(await readAlerts(phone)).toMatchObject([
      {
        title: 'Anna (3)',
        body: 'We play at six.',
        path: `/messages/${id}`,
        tag: `conversation:${id}`,
        unread: 1,
        urgency: 'high',
        conversation: { id, mayReply: true },
      },
    ])
    expect((await readAlerts(phone))[0]?.isSilent).toBeUndefined()
  })

  it('waits a moment after the last alert, and then there is one for all that came meanwhile', async () => {
    await say(anna, id, 'One')
    await ring(queues, id)
    await say(anna, id, 'Two')
    await say(anna, id, 'Three')
    await ring(queues, id)
    const alerts = await readAlerts(phone)
    expect(alerts.map(({ title, body }) => `${title}: ${body}`)).toEqual(['Anna: One', 'Anna (3): Three'])
    expect(new Set(alerts.map(({ tag }) => tag)).size).toBe(1)
  })

  it('that was read, deleted, or is from somebody with a block, alerts nobody', async () => {
    const first = await say(anna, id, 'Read')
    const chat = await openChat(ben, id)
    chat.send({ type: 'read', seq: first.seq })
    const annas = await openChat(anna, id)
    await annas.next('welcome')
    chat.socket.close(1000)
    await say(anna, id, 'Deleted')
    annas.send({ type: 'delete', seq: first.seq + 1 })
    await annas.next('changed')
    expect(await ring(queues, id)).toEqual([])
    await say(anna, id, 'Before the block')
    await block(ben, anna)
    expect(await ring(queues, id)).toEqual([])
    expect(await readAlerts(phone)).toEqual([])
  })

  it('alerts nobody who has the conversation open', async () => {
    const chat = await openChat(ben, id)
    await say(anna, id, 'You see this')
    await chat.next('messages')
    expect(await ring(queues, id)).toEqual([])
    chat.socket.close(1000)
    await chat.closed
    await say(anna, id, 'And not this')
    expect(await ring(queues, id)).toHaveLength(1)
  })

  it.each([
    ['read', () => runSql('UPDATE conversation_members SET read_seq = 9 WHERE user_id = ?', ben.id)],
    ['muted', () => put(ben, `/api/conversations/${id}/mute`, { until: Date.now() + hour })],
    ['removed', () => put(ben, `/api/conversations/${id}`, { userId: ben.id, blocked: true })],
    ['stopped on this channel', () => turnOff(ben, 'directMessage')],
    ['from somebody who is blocked since', () => block(anna, ben)],
  ])('that is %s when its job runs is not sent', async (_, change) => {
    await say(anna, id, 'Too late')
    await waitForAlert(id)
    await consume('work', queues.work.splice(0))
    expect(queues.work).toMatchObject([{ body: { kind: 'push', conversationId: id } }])
    await change()
    await runWork(queues)
    expect(await readAlerts(phone)).toEqual([])
  })

  it.each([
    ['in a muted conversation', () => put(ben, `/api/conversations/${id}/mute`, { until: Date.now() + hour })],
    ['in a removed conversation', () => put(ben, `/api/conversations/${id}`, { userId: ben.id, blocked: true })],
    ['with the topic turned off', () => turnOff(ben, 'directMessage')],
  ])('%s makes no job', async (_, change) => {
    await change()
    await say(anna, id, 'Silence')
    expect(await ring(queues, id)).toEqual([])
  })

  it('rings again after the mute is over', async () => {
    await put(ben, `/api/conversations/${id}/mute`, { until: Date.now() + hour })
    moveClock(hour + 1)
    await say(anna, id, 'Back')
    expect(await ring(queues, id)).toHaveLength(1)
  })

  it('is silent in quiet hours', async () => {
    const minutes = minutesOf(instantToLocal(Date.now(), defaultTimeZone).time) ?? 0
    const quietHours = {
      from: timeText((minutes + 1430) % 1440),
      to: timeText((minutes + 60) % 1440),
      days: [...weekdays],
      letsOffersThrough: true,
    }
    expect((await ask('/api/notifications/settings', { method: 'PATCH', viewer: ben, json: { quietHours } })).status).toBe(204)
    await say(anna, id, 'At night')
    await ring(queues, id)
    expect(await readAlerts(phone)).toMatchObject([{ body: 'At night', isSilent: true, urgency: 'normal' }])
  })

  it('says nothing on a device that hides what it says', async () => {
    expect((await ask(`/api/push/devices/${phone.deviceId}`, { method: 'PATCH', viewer: ben, json: { hidesText: true } })).status).toBe(204)
    await say(anna, id, 'Secret words')
    await ring(queues, id)
    const alerts = await readAlerts(phone)
    expect(alerts).toMatchObject([{ body: 'You have a new message.', conversation: { id, mayReply: false } }])
    expect(JSON.stringify(alerts)).not.toMatch(/Anna|Secret/)
  })

  it('is sent once if the queue delivers twice, or the object is killed before it knows that the alert was sent', async () => {
    await say(anna, id, 'Once')
    await runDurableObjectAlarm(objectOf(id))
    await evictDurableObject(objectOf(id))
    await waitForAlert(id)
    const alert = [...queues.work]
    await env.WORK_QUEUE.sendBatch(alert.map((body) => ({ body })))
    const pushes = await runWork(queues)
    expect(pushes).toHaveLength(1)
    await consume('work', [...alert, ...pushes])
    await runWork(queues)
    expect(await readAlerts(phone)).toHaveLength(1)
  })

  it('goes to the other devices while a push service is busy', async () => {
    const tablet = await giveDevice(ben)
    await behave(phone, 'busy', 90)
    await say(anna, id, 'Hello')
    const jobs = await ring(queues, id)
    await behave(phone, 'normal')
    await consume('work', jobs)
    expect([(await readAlerts(phone)).length, (await readAlerts(tablet)).length]).toEqual([1, 1])
  })

  it('of a person does not alert that person on their other devices', async () => {
    await say(ben, id, 'From my phone')
    expect(await ring(queues, id)).toEqual([])
  })
})

describe('A request', () => {
  it('alerts once and quietly, without words of the stranger', async () => {
    const [stranger, ben] = [await makePerson('Stranger'), await makePerson('Ben')]
    const phone = await giveDevice(ben)
    const { id } = await (await startDirect(stranger, ben.id)).json<{ id: string }>()
    await say(stranger, id, 'Buy this')
    await ring(queues, id)
    await say(stranger, id, 'Please')
    expect(await ring(queues, id)).toEqual([])
    const alerts = await readAlerts(phone)
    expect(alerts).toMatchObject([
      { body: 'Someone whom you do not know wrote to you.', isSilent: true, conversation: { mayReply: false } },
    ])
    expect(JSON.stringify(alerts)).not.toContain('Buy')

    expect((await ask(`/api/conversations/${id}/accept`, { method: 'POST', viewer: ben })).status).toBe(204)
    await say(stranger, id, 'Thanks')
    await ring(queues, id)
    expect((await readAlerts(phone)).at(-1)).toMatchObject({ body: 'Thanks', conversation: { mayReply: true } })
  })
})
