import { runInDurableObject } from 'cloudflare:test'
import { expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { ClientFrame, removedCode, type ServerFrame } from '../../domain/messages/frames.ts'
import { answerOutside } from '../external-teams/teams.ts'
import { makePerson, makeTeam, newFrame, newText, objectOf, post, runSql, say } from '../messages/people.ts'
import { asPage, loadPages, pageUrl } from '../messages/preview-jobs.ts'
import { holdClock, moveClock } from '../messages/ring.ts'
import { openChat } from '../messages/sockets.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()
holdClock()

/** What a person does to stand in this way to the conversation of a community. */
const kinds = {
  outsider: async () => undefined,
  removed: async () => undefined,
  muted: async (viewer, { id }) => {
    await ask(`/api/conversations/${id}/mute`, { method: 'PUT', viewer, json: { until: 8_640_000_000_000_000 } })
  },
  hidden: async (viewer, { id }) => {
    await ask(`/api/conversations/${id}`, { method: 'PUT', viewer, json: { userId: viewer.id, blocked: true } })
  },
  member: async () => undefined,
  organizer: async (viewer, { teamId }) => {
    await runSql("UPDATE team_members SET role = 'organizer' WHERE team_id = ? AND user_id = ?", teamId, viewer.id)
  },
  blocked: async (viewer, { author }) => {
    await ask('/api/privacy/blocks', { method: 'POST', viewer, json: { userIds: [author.id] } })
  },
} satisfies Record<string, (viewer: Viewer, world: { id: string; teamId: string; author: Viewer }) => Promise<void>>
type Kind = keyof typeof kinds
const allKinds = Object.keys(kinds) as Kind[]

/**
 * What a frame leads to: the type of the frame that everybody else gets, or the code with which it is refused. `others:` means that the author,
 * who has a block with the person, gets nothing.
 */
const forAll = (outcome: string, changed: Partial<Record<Kind, string>> = {}): Record<Kind, string> => ({
  ...{ outsider: 'no socket', removed: 'closed', muted: outcome, hidden: outcome, member: outcome, organizer: outcome, blocked: outcome },
  ...changed,
})

/** Messages of the author and of the person, each for one row. */
type Targets = Record<
  'editOther' | 'deleteOther' | 'react' | 'vote' | 'previewOther' | 'editOwn' | 'deleteOwn' | 'previewOwn' | 'last',
  number
>
type Row = { name: string; frame: (targets: Targets) => ClientFrame; outcomes: Record<Kind, string> }

const rows: Record<ClientFrame['type'], Row[]> = {
  // The first ones, because who writes or votes has read everything.
  read: [
    { name: 'read', frame: ({ last }) => ({ type: 'read', seq: last }), outcomes: forAll('read', { blocked: 'others: read' }) },
    { name: 'read what is not there', frame: () => ({ type: 'read', seq: 999 }), outcomes: forAll('ReadTooFar') },
  ],
  send: [{ name: 'send', frame: () => newFrame('Hello'), outcomes: forAll('messages', { blocked: 'others: messages' }) }],
  edit: [
    {
      name: 'edit my own',
      frame: ({ editOwn }) => ({ type: 'edit', seq: editOwn, text: 'Better' }),
      outcomes: forAll('changed', { blocked: 'others: changed' }),
    },
    {
      name: 'edit that of the author',
      frame: ({ editOther }) => ({ type: 'edit', seq: editOther, text: 'Worse' }),
      outcomes: forAll('MessageFixed'),
    },
  ],
  delete: [
    {
      name: 'delete my own',
      frame: ({ deleteOwn }) => ({ type: 'delete', seq: deleteOwn }),
      outcomes: forAll('changed', { blocked: 'others: changed' }),
    },
    // Who keeps order hides messages, by a request.
    {
      name: 'delete that of the author',
      frame: ({ deleteOther }) => ({ type: 'delete', seq: deleteOther }),
      outcomes: forAll('MessageFixed'),
    },
  ],
  react: [
    {
      name: 'react to the author',
      frame: ({ react }) => ({ type: 'react', seq: react, emoji: '👍', isOn: true }),
      outcomes: forAll('changed', { blocked: 'ReactionRefused' }),
    },
  ],
  vote: [
    {
      name: 'vote in a poll of the author',
      frame: ({ vote }) => ({ type: 'vote', seq: vote, choices: [0] }),
      outcomes: forAll('changed', { blocked: 'PollNotHere' }),
    },
  ],
  'remove-preview': [
    {
      name: 'remove my own preview',
      frame: ({ previewOwn }) => ({ type: 'remove-preview', seq: previewOwn }),
      outcomes: forAll('changed', { blocked: 'others: changed' }),
    },
    {
      name: 'remove a preview of the author',
      frame: ({ previewOther }) => ({ type: 'remove-preview', seq: previewOther }),
      outcomes: forAll('MessageFixed'),
    },
  ],
  typing: [{ name: 'type', frame: () => ({ type: 'typing' }), outcomes: forAll('typing', { blocked: 'others: typing' }) }],
  // The answer is for the person only.
  sync: [{ name: 'sync', frame: () => ({ type: 'sync', after: 0, changedAfter: 0 }), outcomes: forAll('nothing') }],
}
const allRows = Object.values(rows).flat()

/** Whether this frame tells somebody what the person did with `frame`. */
function tellsOf(told: ServerFrame, frame: ClientFrame, personId: string): boolean {
  switch (told.type) {
    case 'messages':
      return frame.type === 'send' && told.messages.some(({ clientId }) => clientId === frame.clientId)
    case 'changed':
      return 'seq' in frame && frame.type !== 'read' && told.messages.some(({ seq }) => seq === frame.seq)
    case 'read':
      return frame.type === 'read' && told.userId === personId && told.seq === frame.seq
    case 'typing':
      return frame.type === 'typing' && told.userId === personId
    default:
      return false
  }
}

async function makeWorld(kind: Kind) {
  const [author, watcher, person] = [await makePerson('Author'), await makePerson('Watcher'), await makePerson('Person')]
  const teamId = await makeTeam(author, watcher, ...(kind === 'outsider' ? [] : [person]))
  const world = { id: `team_${teamId}`, teamId, author, watcher, person }
  const { id } = world
  answerOutside({ requests: [], answer: () => asPage('North courts') })
  const sayAs = async (viewer: Viewer, text: string) => (await say(viewer, id, text)).seq
  const poll = { options: ['Yes', 'No'], isMultiple: false, showsNames: true, closesAt: null }
  const own = kind === 'outsider' ? author : person
  const targets: Targets = {
    editOther: await sayAs(author, 'One'),
    deleteOther: await sayAs(author, 'Two'),
    react: await sayAs(author, 'Three'),
    vote: ((await (await post(author, id, { ...newText('Four?'), poll })).json()) as { seq: number }).seq,
    previewOther: await sayAs(author, pageUrl),
    editOwn: await sayAs(own, 'Five'),
    deleteOwn: await sayAs(own, 'Six'),
    previewOwn: await sayAs(own, `${pageUrl}?own`),
    last: await sayAs(watcher, 'Seven'),
  }
  await loadPages(queues, id)
  await kinds[kind](person, world)
  // Whoever connects again after a block does so later.
  moveClock(1000)
  return { ...world, targets }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 60))

it('Each frame of a client has its row', () => {
  const types = ClientFrame.options.map(({ entries }) => entries.type.literal)
  expect(Object.keys(rows).toSorted()).toEqual(types.toSorted())
  expect(Object.values(rows).every(({ length }) => length > 0)).toBe(true)
})

it.each(allKinds)('A person who is %s can do what the rows say', async (kind) => {
  const { id, teamId, author, watcher, person, targets } = await makeWorld(kind)
  const [authorChat, watcherChat] = [await openChat(author, id), await openChat(watcher, id)]
  const frames = allRows.map(({ frame }) => frame(targets))
  const refusals: (string | undefined)[] = []

  if (kind === 'outsider') {
    const { status } = await ask(`/api/conversations/${id}/socket`, { viewer: person, headers: { upgrade: 'websocket' } })
    expect(status).toBe(404)
    refusals.push(...frames.map(() => 'no socket'))
  } else if (kind === 'removed') {
    const chat = await openChat(person, id)
    await chat.next('welcome')
    const sockets = await runInDurableObject(objectOf(id), (_, state) => state.getWebSockets(person.id))
    expect((await ask(`/api/teams/${teamId}/members/${person.id}`, { method: 'DELETE', viewer: author })).status).toBe(204)
    expect(await chat.closed).toBe(removedCode)
    // These frames were on their way when the person was removed.
    await runInDurableObject(objectOf(id), async (object) => {
      for (const socket of sockets) for (const frame of frames) await object.webSocketMessage(socket, JSON.stringify(frame))
    })
    expect(sockets).toHaveLength(1)
    refusals.push(...frames.map(() => 'closed'))
  } else {
    const chat = await openChat(person, id)
    await chat.next('welcome')
    for (const frame of frames) {
      const before = chat.frames.length
      chat.send(frame)
      // The answer to this one comes after that to the frame before it.
      if (frame.type !== 'sync') chat.send({ type: 'sync', after: 0, changedAfter: 0 })
      await chat.next('welcome')
      const refused = chat.frames.slice(before).find((told) => told.type === 'refused')
      refusals.push(refused?.code)
    }
  }

  const readOutcomes = () =>
    Object.fromEntries(
      frames.map((frame, index) => {
        const [toAuthor, toWatcher] = [authorChat, watcherChat].map((chat) => chat.frames.filter((told) => tellsOf(told, frame, person.id)))
        const type = toWatcher?.[0]?.type
        const told = type === undefined ? (refusals[index] ?? 'nothing') : toAuthor?.[0]?.type === type ? type : `others: ${type}`
        return [allRows[index]?.name, told]
      }),
    )
  const expected = Object.fromEntries(allRows.map(({ name, outcomes }) => [name, outcomes[kind]]))
  await vi.waitFor(() => expect(readOutcomes()).toEqual(expected), 5000)
  // What should reach nobody does not come later either.
  await settle()
  expect(readOutcomes()).toEqual(expected)
})
